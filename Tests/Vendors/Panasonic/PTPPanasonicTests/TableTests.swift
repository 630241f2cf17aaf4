import CameraModel
import Exposure
import PTP
import PTPPanasonic
import PTPProperties
import Testing

/// The tables and formulas: each number means what it should, and a value is encoded as its number.
@Suite struct TableTests {
    private static let tables: [(String, ValueTable, count: Int)] = [
        ("white balances", PanasonicTables.whiteBalances, 19), ("focus modes", PanasonicTables.focusModes, 7),
        ("focus areas", PanasonicTables.focusAreas, 21), ("quick AF", PanasonicTables.quickFocus, 2),
        ("drive modes", PanasonicTables.driveModes, 9), ("modes", PanasonicTables.modes, 13),
        ("movie modes", PanasonicTables.movieModes, 4), ("HDMI", PanasonicTables.movieHDMI, 3),
        ("movie formats", PanasonicTables.movieFormats, 6), ("filters", PanasonicTables.filters, 31),
        ("intelligent auto", PanasonicTables.intelligentAuto, 2), ("qualities", PanasonicTables.qualities, 5),
        ("aspect ratios", PanasonicTables.aspectRatios, 6), ("photo styles", PanasonicTables.photoStyles, 21),
        ("steps", PanasonicTables.steps(-5...5), 11), ("shifts", PanasonicTables.shifts, 19),
        ("destinations", PanasonicTables.destinations, 3), ("states", PanasonicTables.statuses, 8),
    ]

    @Test func `each number is a value with a name, and the value is the number again`() throws {
        for (name, table, count) in Self.tables {
            #expect(table.values.count == count, "\(name): \(table.values.count)")
            let coding = ValueCoding.table(table)
            #expect(Set(table.values.compactMap(\.code)).count == table.values.count, "\(name) has a number twice")
            for value in table.values {
                let number = try #require(value.code)
                let data = try #require(DataValue.integer(number, as: table.type), "\(name): \(number)")
                #expect(coding.encode(value) == data, "\(name): \(value.label)")
                #expect(coding.decode(data) == value.common, "\(name): \(value.label)")
                #expect(value.common != nil || coding.label(number) == value.label && !value.label.hasPrefix("0x"))
            }
        }
    }

    @Test func `values that a table lacks survive`() {
        for (name, table, _) in Self.tables {
            #expect(table[0x7E] == nil, "\(name)")
            #expect(ValueCoding.table(table).encode(PropertyValue(code: 0x7E, label: ""))?.integer() == 0x7E, "\(name)")
        }
    }

    /// Numbers from libgphoto2's tables and the definitions of the maker, chosen so that an exchange of two rows is noticed.
    @Test func `numbers mean what bodies mean by them`() {
        func meaning(_ table: ValueTable, _ number: Int64) -> CommonValue? { table[number]?.common }
        #expect(meaning(PanasonicTables.whiteBalances, 0x8008) == .whiteBalance(.cloudy))
        #expect(meaning(PanasonicTables.whiteBalances, 0x800F) == .whiteBalance(.shade))
        #expect(meaning(PanasonicTables.whiteBalances, 6) == .whiteBalance(.tungsten))
        #expect(PanasonicTables.whiteBalances[0x8015]?.label == "Auto, warm")
        #expect(
            meaning(PanasonicTables.focusModes, 3) == .focusMode(.manual)
                && meaning(PanasonicTables.focusModes, 5) == .focusMode(.continuous)
        )
        #expect(meaning(PanasonicTables.focusAreas, 6) == .autoFocusSystem(.multipleAreas))
        #expect(meaning(PanasonicTables.focusAreas, 1) == .autoFocusSystem(.faceDetection))
        #expect(
            meaning(PanasonicTables.modes, 1) == .exposureMode(.aperturePriority) && PanasonicTables.modes[5]?.label == "Movie"
        )
        #expect(
            meaning(PanasonicTables.modes, 2) == .exposureMode(.shutterPriority)
                && PanasonicTables.modes[0xA]?.label == "Custom 3"
        )
        #expect(PanasonicTables.filters[0x16]?.label == "Off" && PanasonicTables.filters[0x15]?.label == "Rough monochrome")
        #expect(PanasonicTables.qualities[3]?.label == "RAW + JPEG fine" && PanasonicTables.photoStyles[0x12]?.label == "Flat")
        #expect(meaning(PanasonicTables.destinations, 1) == .imageDestination(.host))
        #expect(PanasonicTables.shifts[0x8009]?.label == "-9" && PanasonicTables.steps(-5...5)[0x8001]?.integer == -1)
        #expect(
            PanasonicTables.statuses[1]?.label == "Recording"
                && PanasonicTables.driveModes[4]?.label.hasPrefix("Interval") == true
        )
    }

    // MARK: Formulas

    private static let numbers: [(NumberFormula, Int64, CommonValue?)] = [
        (PanasonicFormulas.shutterSpeed, 8_000_000, .shutterSpeed(.s1_8000)),
        (PanasonicFormulas.shutterSpeed, 125_000, .shutterSpeed(.s1_125)),
        (PanasonicFormulas.shutterSpeed, 2000, .shutterSpeed(.s1_2)),
        (PanasonicFormulas.shutterSpeed, 0x8000_03E8, .shutterSpeed(.s1)),
        (PanasonicFormulas.shutterSpeed, 0x8000_EA60, .shutterSpeed(.s60)),
        (PanasonicFormulas.shutterSpeed, 0x8000_0640, .shutterSpeed(ShutterSpeed(numerator: 8, denominator: 5)!)),
        (PanasonicFormulas.shutterSpeed, 0xFFFF_FFFF, .shutterSpeed(.bulb)),
        (PanasonicFormulas.shutterSpeed, 0x0FFF_FFFF, .shutterSpeed(.automatic)),
        (PanasonicFormulas.shutterSpeed, 0x0FFF_FFFE, nil),
        (PanasonicFormulas.shutterSpeed, 0, nil), (PanasonicFormulas.aperture, 0x26, .aperture(Aperture(fNumber: 3.8)!)),
        (PanasonicFormulas.aperture, 220, .aperture(.f22)), (PanasonicFormulas.aperture, 0xFFFF, .aperture(.automatic)),
        (PanasonicFormulas.aperture, 0xFFFE, nil), (PanasonicFormulas.aperture, 0, nil),
        (PanasonicFormulas.isoSpeed, 6400, .isoSpeed(.iso6400)), (PanasonicFormulas.isoSpeed, 0xFFFF_FFFF, .isoSpeed(.automatic)),
        (PanasonicFormulas.isoSpeed, 0xFFFF_FFFE, nil), (PanasonicFormulas.isoSpeed, 0xFFFF_FFFD, nil),
        (PanasonicFormulas.compensation, 0, .exposureCompensation(ExposureCompensation(Stops(thirds: 0)))),
        (PanasonicFormulas.compensation, 0x800F, .exposureCompensation(ExposureCompensation(Stops(thirds: -15)))),
        (PanasonicFormulas.compensation, 1, .exposureCompensation(ExposureCompensation(Stops(thirds: 1)))),
    ]

    @Test func `a number of an exposure setting is its value, and the value is the number again`() throws {
        for (formula, number, value) in Self.numbers {
            #expect(formula.value(number) == value, "\(number)")
            if let value { #expect(formula.number(value) == number, "\(value)") }
        }
    }

    @Test func `every speed and aperture of the nominal scales is the same again`() {
        for speed in ShutterSpeed.nominalSeries(.third, in: .s1_32000...ShutterSpeed("60")!) {
            let number = PanasonicFormulas.shutterSpeed.number(.shutterSpeed(speed))
            #expect(number.flatMap { PanasonicFormulas.shutterSpeed.value($0) } == .shutterSpeed(speed), "\(speed)")
        }
        for aperture in Aperture.nominalSeries(.third) where aperture >= .f1 {
            let number = PanasonicFormulas.aperture.number(.aperture(aperture))
            guard case .aperture(let again)? = number.flatMap({ PanasonicFormulas.aperture.value($0) }) else { continue }
            #expect(abs((again.fNumber ?? 0) - (aperture.fNumber ?? 0)) <= 0.051, "\(aperture)")
        }
    }

    @Test func `numbers without a value have a label, or none`() {
        #expect(ValueCoding.formula(PanasonicFormulas.isoSpeed).label(0xFFFF_FFFE) == "Intelligent ISO")
        #expect(ValueCoding.formula(PanasonicFormulas.isoSpeed).isUnknown(.integer(0xFFFF_FFFD as Int64, as: .uint32)!))
        #expect(!ValueCoding.formula(PanasonicFormulas.isoSpeed).isUnknown(.integer(0xFFFF_FFFF as Int64, as: .uint32)!))
        #expect(
            PanasonicFormulas.aperture.number(.isoSpeed(.iso100)) == nil
                && PanasonicFormulas.isoSpeed.number(.aperture(.f8)) == nil
        )
    }

    // MARK: Descriptions

    private typealias Member = PanasonicPropertyList.Member

    @Test func `a property without values cannot be set, and its value is that of GetProperty`() {
        let member = Member(.panasonicAperture, [PanasonicElement(1, PropertyListTests.list(0, []))])
        let desc = PanasonicProperties.description(member, PanasonicValue(.panasonicAperture, UInt16(0x26)))
        #expect(desc?.isSettable == false && desc?.current.integer() == 0x26 && desc?.form == PropForm.none)
        // A value of another size is not that property's.
        #expect(PanasonicProperties.description(member, PanasonicValue(.panasonicAperture, [1]))?.current.integer() == 0)
    }

    @Test func `a value that is not listed is added, unless it means none`() {
        func values(_ code: DevicePropCode, _ current: Int64) -> Int? {
            let member = Member(code, [PanasonicElement(1, PropertyListTests.list(current, [28, 40]))])
            guard case .enumeration(let values)? = PanasonicProperties.description(member, nil)?.form else { return nil }
            return values.count
        }
        #expect(
            values(.panasonicAperture, 28) == 2 && values(.panasonicAperture, 35) == 3 && values(.panasonicAperture, 0xFFFE) == 2
        )
        #expect(values(DevicePropCode(rawValue: 0x0200_00B1), 7) == 3)
    }

    @Test func `a property of several numbers is read only, and one of an unknown type is none`() {
        let range = PropertyListTests.sample.members[2]
        let desc = PanasonicProperties.description(range, nil)
        #expect(desc?.isSettable == false && desc?.current.description == "[0, 1]")
        let reported = PanasonicProperties.description(range, PanasonicValue(range.code, [5, 0, 6, 0, 7, 0]))
        #expect(reported?.current.description == "[5, 6, 7]")
        #expect(PanasonicProperties.description(PropertyListTests.sample.members[4], nil) == nil)
        #expect(PanasonicProperties.description(PropertyListTests.sample.members[5], nil) == nil)
    }

    @Test func `the shift of the white balance can be set although no values are listed`() {
        let member = Member(.panasonicShiftAB, [PanasonicElement(1, PropertyListTests.list(0, []))])
        let desc = PanasonicProperties.description(member, nil)
        #expect(
            desc?.isSettable == true
                && desc?.form == .enumeration(PanasonicTables.shifts.values.map { PropertyListTests.number($0.code!) })
        )
    }

    @Test func `readings are numbers of 8, 16 or 32 bits`() {
        #expect(PanasonicProperties.reading(PanasonicValue(.panasonicISOInUse, UInt32(400)))?.current.integer() == 400)
        #expect(PanasonicProperties.reading(PanasonicValue(.panasonicISOInUse, [1, 2, 3, 4, 5, 6, 7, 8])) == nil)
    }

    @Test func `names are those of their codes`() {
        #expect(DevicePropCode.panasonicISO.description(by: .panasonic) == "ISO")
        #expect(OperationCode.panasonicListProperty.name(by: .panasonic) == "ListProperty")
        #expect(EventCode.panasonicObjectAdded.name(by: .panasonic) == "ObjectAdded")
        for code in OperationCode.panasonicOperations { #expect(code.name(by: .panasonic) != nil, "\(code)") }
        for row in PanasonicProperties.rows { #expect(row.code.name(by: .panasonic) != nil, "\(row.code)") }
    }

    @Test func `a member belongs to the group with its number, whose last digit is 0`() {
        #expect(DevicePropCode.panasonicShutterSpeed.panasonicGroup.rawValue == 0x0200_0030)
        #expect(PanasonicGroups.settings.allSatisfy { $0.panasonicGroup == $0 } && Set(PanasonicGroups.settings).count == 21)
        #expect(PanasonicGroups.alone.allSatisfy { $1.panasonicGroup == $0 })
    }
}
