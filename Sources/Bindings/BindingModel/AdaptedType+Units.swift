/// Foundation's units, of which other languages have the symbols.
extension AdaptedType {
    /// The names of the units of each class. Of two with one symbol, the first has it.
    public static let units: [String: [String]] = [
        "UnitAcceleration": ["metersPerSecondSquared", "gravity"],
        "UnitAngle": ["degrees", "arcMinutes", "arcSeconds", "radians", "gradians", "revolutions"],
        "UnitArea": [
            "squareMegameters", "squareKilometers", "squareMeters", "squareCentimeters", "squareMillimeters",
            "squareMicrometers", "squareNanometers", "squareInches", "squareFeet", "squareYards", "squareMiles",
            "acres", "ares", "hectares",
        ],
        "UnitConcentrationMass": ["gramsPerLiter", "milligramsPerDeciliter"],
        "UnitDispersion": ["partsPerMillion"],
        "UnitDuration": ["picoseconds", "nanoseconds", "microseconds", "milliseconds", "seconds", "minutes", "hours"],
        "UnitElectricCharge": [
            "coulombs", "megaampereHours", "kiloampereHours", "ampereHours", "milliampereHours", "microampereHours",
        ],
        "UnitElectricCurrent": ["megaamperes", "kiloamperes", "amperes", "milliamperes", "microamperes"],
        "UnitElectricPotentialDifference": ["megavolts", "kilovolts", "volts", "millivolts", "microvolts"],
        "UnitElectricResistance": ["megaohms", "kiloohms", "ohms", "milliohms", "microohms"],
        "UnitEnergy": ["kilojoules", "joules", "kilocalories", "calories", "kilowattHours"],
        "UnitFrequency": ["terahertz", "gigahertz", "megahertz", "kilohertz", "hertz", "millihertz", "microhertz", "nanohertz"],
        "UnitFuelEfficiency": ["milesPerGallon", "litersPer100Kilometers", "milesPerImperialGallon"],
        "UnitIlluminance": ["lux"],
        "UnitInformationStorage": [
            "bytes", "bits", "nibbles", "yottabytes", "zettabytes", "exabytes", "petabytes", "terabytes", "gigabytes",
            "megabytes", "kilobytes", "yottabits", "zettabits", "exabits", "petabits", "terabits", "gigabits",
            "megabits", "kilobits", "yobibytes", "zebibytes", "exbibytes", "pebibytes", "tebibytes", "gibibytes",
            "mebibytes", "kibibytes", "yobibits", "zebibits", "exbibits", "pebibits", "tebibits", "gibibits",
            "mebibits", "kibibits",
        ],
        "UnitLength": [
            "megameters", "kilometers", "hectometers", "decameters", "meters", "decimeters", "centimeters",
            "millimeters", "micrometers", "nanometers", "picometers", "inches", "feet", "yards", "miles",
            "scandinavianMiles", "lightyears", "nauticalMiles", "fathoms", "furlongs", "astronomicalUnits", "parsecs",
        ],
        "UnitMass": [
            "kilograms", "grams", "decigrams", "centigrams", "milligrams", "micrograms", "nanograms", "picograms",
            "ounces", "pounds", "stones", "metricTons", "shortTons", "carats", "ouncesTroy", "slugs",
        ],
        "UnitPower": [
            "terawatts", "gigawatts", "megawatts", "kilowatts", "watts", "milliwatts", "microwatts", "nanowatts",
            "picowatts", "femtowatts", "horsepower",
        ],
        "UnitPressure": [
            "newtonsPerMetersSquared", "gigapascals", "megapascals", "kilopascals", "hectopascals", "inchesOfMercury",
            "bars", "millibars", "millimetersOfMercury", "poundsForcePerSquareInch",
        ],
        "UnitSpeed": ["metersPerSecond", "kilometersPerHour", "milesPerHour", "knots"],
        "UnitTemperature": ["kelvin", "celsius", "fahrenheit"],
        "UnitVolume": [
            "megaliters", "kiloliters", "liters", "deciliters", "centiliters", "milliliters", "cubicKilometers",
            "cubicMeters", "cubicDecimeters", "cubicCentimeters", "cubicMillimeters", "cubicInches", "cubicFeet",
            "cubicYards", "cubicMiles", "acreFeet", "bushels", "teaspoons", "tablespoons", "fluidOunces", "cups",
            "pints", "quarts", "gallons", "imperialTeaspoons", "imperialTablespoons", "imperialFluidOunces",
            "imperialPints", "imperialQuarts", "imperialGallons", "metricCups",
        ],
    ]

    /// Whether the values are units, which are texts in other languages.
    public var isUnit: Bool { module == "Foundation" && Self.units[name] != nil }
}
