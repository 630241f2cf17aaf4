import CameraModel
import Exposure
import PTP
import PTPCanon
import PTPProperties
import Testing

@Suite struct TableTests {
    /// The tables with their properties.
    static let tables: [(code: DevicePropCode, table: ValueTable)] = EOSProperties.rows.compactMap { row in
        if case .table(let table) = row.coding { (row.code, table) } else { nil }
    }

    @Test(arguments: tables.map(\.code)) func `every number is converted in both directions`(_ code: DevicePropCode) throws {
        let (_, table) = try #require(Self.tables.first { $0.code == code })
        for value in table.values {
            let number = try #require(value.code)
            let content = try #require(EOSProperties.content(value, of: code))
            #expect(EOSProperties.value(content, of: code) == value)
            guard case .integer(let integer) = content else { Issue.record("\(content)"); return }
            #expect(integer.integer() == number && !value.label.isEmpty)
            // Also with the coding of the property's row.
            let coding = try #require(EOSProperties.table[code]?.coding)
            let data = try #require(coding.encode(value))
            #expect(data.integer() == number && coding.decode(data) == value.common && coding.label(number) == value.label)
        }
    }

    @Test(arguments: tables.map(\.code)) func `no number stands twice, and each has its property's width`(_ code: DevicePropCode)
        throws
    {
        let (_, table) = try #require(Self.tables.first { $0.code == code })
        #expect(Set(table.values.map(\.code)).count == table.values.count)
        #expect(PropertyShape.of(code) == .integer(table.type))
        for value in table.values { #expect(IntegerValue(value.code!, as: table.type) != nil) }
    }

    @Test(arguments: tables.map(\.code)) func `no two numbers have one label without one meaning`(_ code: DevicePropCode) throws {
        let (_, table) = try #require(Self.tables.first { $0.code == code })
        let labels = table.values.filter { $0.common == nil }.map { $0.label.lowercased() }
        #expect(Set(labels).count == labels.count)
        for value in table.values {
            // Without its number, a value is encoded as the first of its meaning.
            let bare = value.common.map { PropertyValue($0) } ?? PropertyValue(code: 0x7FFF_FFFF, label: value.label)
            let number = try #require(table.number(for: bare))
            #expect(table[number]?.common == value.common && table[number]?.label == value.label)
            #expect(table.numbers(meaning: value).first == value.code)
        }
    }

    @Test(arguments: tables.map(\.code), [0x77, 0x66, 0xEE]) func `an unknown number survives and is shown`(
        _ code: DevicePropCode,
        _ number: Int
    ) throws {
        let (_, table) = try #require(Self.tables.first { $0.code == code })
        guard table[Int64(number)] == nil else { return }
        let content = PropertyContent.integer(try #require(IntegerValue(number, as: table.type)))
        let value = try #require(EOSProperties.value(content, of: code))
        #expect(value.common == nil && value.label == "0x" + String(number, radix: 16, uppercase: true))
        #expect(EOSProperties.content(value, of: code) == content)
    }

    // MARK: Eighths of stops

    /// Converts eighths of a stop into sixths: three eighths are a third, four a half, five two thirds.
    private static func sixths(_ eighths: Int64) -> Int {
        let rest = Int(eighths & 7)
        return Int(eighths >> 3) * 6 + [0: 0, 3: 2, 4: 3, 5: 4][rest, default: 1000]
    }

    @Test func `apertures are where the formula puts them`() throws {
        for value in EOSTables.apertures.values {
            guard let aperture = value.aperture, let number = aperture.fNumber, let code = value.code else { continue }
            let stops = Double(Self.sixths(code) - Self.sixths(0x08)) / 6
            // The light is proportional to the square of the f-number; displayed numbers are rounded.
            let exact = exponential(stops / 2)
            #expect((number / exact - 1).magnitude < 0.08, "\(value) \(exact)")
        }
        #expect(EOSTables.apertures.values.count(where: { $0.aperture?.isOrdinary == true }) == 53)
    }

    @Test func `shutter speeds are where the formula puts them`() {
        for value in EOSTables.shutterSpeeds.values {
            guard let seconds = value.shutterSpeed?.seconds, let code = value.code else { continue }
            let exact = exponential(Double(Self.sixths(0x38) - Self.sixths(code)) / 6)
            #expect((seconds / exact - 1).magnitude < 0.16, "\(value) \(exact)")
        }
        #expect(EOSTables.shutterSpeeds.values.count == 77)
    }

    @Test func `ISO speeds are where the formula puts them`() {
        for value in EOSTables.isoSpeeds.values {
            guard let speed = value.isoSpeed?.speed, let code = value.code else { continue }
            let exact = 100 * exponential(Double(Self.sixths(code) - Self.sixths(0x48)) / 6)
            #expect((Double(speed) / exact - 1).magnitude < 0.06, "\(value) \(exact)")
        }
        #expect(EOSTables.isoSpeeds.values.count == 43)
    }

    @Test func `nominal steps are steps of the table`() {
        // Each third of a stop between f/1 and f/51 is in the table, with a number for a third.
        for aperture in Aperture.nominalSeries(.third, in: Aperture(fNumber: 1)!...Aperture(fNumber: 51)!)
        where aperture.fNumber != 57 {
            let number = EOSTables.apertures.number(for: PropertyValue(.aperture(aperture)))
            #expect(number.map { [0, 3, 5].contains($0 & 7) } == true, "\(aperture)")
        }
        for speed in ShutterSpeed.nominalSeries(.third, in: .s1_8000 ... .s30) {
            let number = EOSTables.shutterSpeeds.number(for: PropertyValue(.shutterSpeed(speed)))
            #expect(number.map { [0, 3, 5].contains($0 & 7) } == true, "\(speed)")
        }
        for step in [StopFraction.third, .half] {
            for compensation in ExposureCompensation.nominalSeries(step) {
                let number = EOSTables.compensations.number(for: PropertyValue(.exposureCompensation(compensation)))
                #expect(number != nil, "\(compensation)")
            }
        }
    }

    @Test(
        arguments: [
            (0x28, "+5"), (0x25, "+4⅔"), (0x24, "+4½"), (0x03, "+⅓"), (0, "0"), (0xFD, "-⅓"), (0xFC, "-½"), (0xFB, "-⅔"),
            (0xF8, "-1"), (0xD8, "-5"),
        ] as [(Int64, String)]
    )
    func `a compensation has its sign in eight bits`(_ number: Int64, _ text: String) {
        #expect(EOSTables.compensations[number]?.label == text)
    }

    @Test func `every compensation that was observed is there, and no other`() {
        #expect(EOSTables.compensations.values.count == 41)
        #expect(EOSTables.brackets.values.map(\.code) == [0, 3, 4, 5, 8, 11, 12, 13, 16, 19, 20, 21, 24])
        #expect(
            EOSTables.brackets[0x0B]?.label == "±1⅓" && EOSTables.brackets[3]?.label == "±⅓"
                && EOSTables.brackets[0]?.label == "Off"
        )
        let steps = EOSTables.brackets.values.compactMap { $0.exposureCompensation?.stops?.description }
        #expect(steps.prefix(3) == ["0", "+⅓", "+½"])
        #expect(EOSProperties.rows.filter { $0.role != nil }.map(\.code) == [.eosAEB])
    }

    // MARK: Numbers that share a meaning

    @Test func `f/3.5 is two numbers, and each is kept distinct`() {
        for number in [0x24, 0x25] as [Int64] {
            let value = EOSTables.apertures.value(number)
            #expect(value.aperture == Aperture(fNumber: 3.5) && value.code == number)
            #expect(EOSTables.apertures.number(for: value) == number)
            #expect(EOSTables.apertures.numbers(meaning: value) == [number, number ^ 1])
        }
        // A value from another source means the third of a stop.
        #expect(EOSTables.apertures.numbers(meaning: PropertyValue(.aperture(Aperture(fNumber: 3.5)!))) == [0x25, 0x24])
        // The number of another camera is not used.
        #expect(EOSTables.apertures.number(for: PropertyValue(.aperture(Aperture(fNumber: 3.5)!), code: 350)) == 0x25)
    }

    @Test(
        arguments: [(EOSTables.apertures, [0xFFFF, 0, 0xB0]), (EOSTables.isoSpeeds, [0, 1]), (EOSTables.shutterSpeeds, [0])]
            as [(ValueTable, [Int64])]
    )
    func `the camera's choice is automatic`(_ table: ValueTable, _ numbers: [Int64]) {
        for number in numbers { #expect(table.value(number).common?.description == "auto") }
    }

    @Test func `bulb has two numbers`() {
        #expect(EOSTables.shutterSpeeds.numbers(meaning: PropertyValue(.shutterSpeed(.bulb))) == [0x0C, 0x04])
    }

    @Test func `a common value that a body does not have has no number`() {
        #expect(EOSTables.apertures.number(for: PropertyValue(.aperture(Aperture(fNumber: 0.95)!))) == nil)
        #expect(EOSTables.driveModes.number(for: PropertyValue(.driveMode(.timerCustom))) == nil)
        #expect(EOSProperties.content(PropertyValue(code: -1, label: "less than nothing"), of: .eosDriveMode) == nil)
        #expect(EOSProperties.content(PropertyValue(code: 1 << 40, label: "too much"), of: .eosDriveMode) == nil)
    }

    // MARK: Properties

    @Test(
        arguments: [
            (.eosAutoExposureMode, 0x16, .exposureMode(.fullyAutomatic)),
            (.eosAutoExposureMode, 0x37, .exposureMode(.flexiblePriority)),
            (.eosDriveMode, 4, .driveMode(.continuousHigh)), (.eosDriveMode, 0x10, .driveMode(.timerLong)),
            (.eosWhiteBalance, 8, .whiteBalance(.shade)),
            (.eosWhiteBalance, 6, .whiteBalance(.custom1)), (.eosFocusMode, 3, .focusMode(.manual)),
            (.eosLvAfSystem, 2, .autoFocusSystem(.faceDetection)),
            (.eosCaptureDestination, 4, .imageDestination(.host)), (.eosBatteryPower, 2, .batteryLevel(.full)),
            (.eosEVFWBMode, 1, .whiteBalance(.daylight)),
        ] as [(DevicePropCode, Int, CommonValue)]
    )
    func `a number has the same meaning on all cameras`(_ code: DevicePropCode, _ number: Int, _ common: CommonValue) throws {
        let coding = try #require(EOSProperties.table[code]?.coding)
        let type = try #require(coding.type.integerType)
        #expect(coding.decode(try #require(.integer(number, as: type))) == common)
    }

    @Test(
        arguments: [
            (.eosAutoExposureMode, 0x0B, "Sports"), (.eosDriveMode, 0x13, "Single silent"), (.eosMeteringMode, 3, "Evaluative"),
            (.eosPictureStyle, 0x87, "Auto"), (.eosColorSpace, 2, "Adobe RGB"), (.eosMultiAspect, 7, "16:9"),
            (.eosEVFOutputDevice, 3, "Camera + Computer"),
            (.eosEVFOutputDevice, 11, "Camera + Computer + Phone 2"), (.eosEVFRecordStatus, 4, "Card"),
            (.eosAloMode, 0x10303, "Off"),
            (.eosHighISONoiseReduction, 4, "Multi-shot"), (.eosISOSpeed, 0xFFFF, "Factory default"), (.eosWhiteBalance, 7, "0x7"),
        ] as [(DevicePropCode, Int, String)]
    )
    func `other numbers have labels`(_ code: DevicePropCode, _ number: Int, _ label: String) throws {
        let type = try #require(EOSProperties.table[code]?.coding.type.integerType)
        let content = PropertyContent.integer(try #require(IntegerValue(number, as: type)))
        #expect(EOSProperties.value(content, of: code) == PropertyValue(code: Int64(number), label: label))
    }

    @Test func `properties have names here, those without one keep their number`() {
        #expect(EOSProperties.table.identifier(.eosISOSpeed) == .isoSpeed && EOSProperties.table[.isoSpeed]?.code == .eosISOSpeed)
        #expect(
            EOSProperties.table.identifier(.eosShutterCounter) == .vendor(code: 0xD1AC)
                && EOSProperties.table[.eosShutterCounter] == nil
        )
        #expect(EOSProperties.table[.powerSource] == nil)
        #expect(Set(EOSProperties.rows.map(\.property)).count == EOSProperties.rows.count)
    }

    @Test func `numbers without a table, formats and text have values too`() {
        let shots = PropertyContent.integer(IntegerValue(7, as: .uint32)!)
        #expect(EOSProperties.value(shots, of: .eosAvailableShots) == PropertyValue(.integer(7), code: 7))
        #expect(
            EOSProperties.content(PropertyValue(.integer(5200)), of: .eosColorTemperature)
                == .integer(IntegerValue(5200, as: .uint32)!)
        )
        let format = PropertyContent.imageFormat(ImageFormat(.raw(0), .jpeg(0)))
        let value = EOSProperties.value(format, of: .eosImageFormat)
        #expect(value?.label == "RAW + JPEG fine L" && value.flatMap { EOSProperties.content($0, of: .eosImageFormat) } == format)
        #expect(EOSProperties.content(PropertyValue(code: 1, label: "Ann"), of: .eosOwner) == .text("Ann"))
        #expect(EOSProperties.value(.text("Ann"), of: .eosOwner) == nil)
        #expect(EOSProperties.content(PropertyValue(code: 1, label: "?"), of: .eosCustomFuncEx) == nil)
    }
}

/// Returns a power of 2 without Foundation, in steps of a twelfth.
private func exponential(_ stops: Double) -> Double {
    let sixth = 1.122_462_048_309_373
    let count = Int((stops * 12).rounded())
    let twelfth = sixth.squareRoot()
    return (0..<abs(count)).reduce(1.0) { result, _ in count < 0 ? result / twelfth : result * twelfth }
}
