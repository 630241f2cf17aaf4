import Foundation

// Values of Foundation that consist of several values.

/// Returns an interval that is an hour longer.
public func extended(_ opening: DateInterval) -> DateInterval {
    DateInterval(start: opening.start, duration: opening.duration + 3600)
}

/// Returns the next day of the month, with the hour and the time zone that were given.
public func nextDay(of date: DateComponents) -> DateComponents {
    var date = date
    date.day = date.day.map { $0 &+ 1 }
    return date
}

/// Returns the seats that two tables have in common; nil if there is none.
public func commonSeats(_ seats: IndexSet, _ others: IndexSet? = nil) -> IndexSet? {
    let common = seats.intersection(others ?? seats)
    return common.isEmpty ? nil : common
}

/// Converts a weight.
public func weighed(_ weight: Measurement<UnitMass>, in unit: UnitMass) -> Measurement<UnitMass> { weight.converted(to: unit) }

/// Returns temperatures for baking, the highest first.
public func bakingTemperatures() -> [Measurement<UnitTemperature>] {
    [Measurement(value: 230, unit: .celsius), Measurement(value: 400, unit: .fahrenheit)]
}

/// Returns consumptions in units with one symbol.
public func consumptions() -> [Measurement<UnitFuelEfficiency>] {
    [Measurement(value: 1, unit: .milesPerGallon), Measurement(value: 2, unit: .milesPerImperialGallon)]
}

/// Returns a consumption in litres for 100 kilometres.
public func litres(_ consumption: Measurement<UnitFuelEfficiency>) -> Double {
    consumption.converted(to: .litersPer100Kilometers).value
}
