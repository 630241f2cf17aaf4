import CameraModel
import Exposure
import PTP
import PTPOlympus
import PTPProperties
import Testing

/// The tables and formulas: each number means what it should, and a value is encoded as its number.
@Suite struct TableTests {
    private static let tables: [(String, ValueTable, count: Int)] = [
        ("focus modes", OlympusTables.focusModes, 6), ("metering modes", OlympusTables.meteringModes, 5),
        ("flash modes", OlympusTables.flashModes, 4), ("modes", OlympusTables.modes, 6),
        ("drive modes", OlympusTables.driveModes, 20),
        ("capture families", OlympusTables.captureFamilies, 4), ("qualities", OlympusTables.qualities, 9),
        ("aspect ratios", OlympusTables.aspectRatios, 5), ("white balances", OlympusTables.whiteBalances, 13),
        ("control modes", OlympusTables.controlModes, 2), ("live view", OlympusTables.liveViewModes, 6),
        ("destinations", OlympusTables.destinations, 3), ("shifts", OlympusTables.shifts, 15),
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

    /// Numbers from the dumps, from libgphoto2 and INDIGO, chosen so that an exchange of two rows is noticed.
    @Test func `numbers mean what bodies mean by them`() {
        func meaning(_ table: ValueTable, _ number: Int64) -> CommonValue? { table[number]?.common }
        #expect(
            meaning(OlympusTables.modes, 1) == .exposureMode(.manual)
                && meaning(OlympusTables.modes, 2) == .exposureMode(.program)
        )
        #expect(
            meaning(OlympusTables.modes, 3) == .exposureMode(.aperturePriority)
                && meaning(OlympusTables.modes, 11) == .exposureMode(.bulb)
        )
        #expect(
            meaning(OlympusTables.driveModes, 4) == .driveMode(.timerLong)
                && meaning(OlympusTables.driveModes, 5) == .driveMode(.timerShort)
        )
        #expect(
            meaning(OlympusTables.driveModes, 0x21) == .driveMode(.singleElectronic)
                && OlympusTables.driveModes[0x43]?.label == "Pro Capture"
        )
        #expect(
            meaning(OlympusTables.whiteBalances, 5) == .whiteBalance(.tungsten)
                && meaning(OlympusTables.whiteBalances, 13) == .whiteBalance(.temperature)
        )
        #expect(
            meaning(OlympusTables.focusModes, 0x8002) == .focusMode(.continuous)
                && OlympusTables.meteringModes[0x8011]?.label == "Spot highlight"
        )
        #expect(OlympusTables.qualities[0x122]?.label == "RAW + JPEG fine" && OlympusTables.qualities[0x20]?.label == "RAW")
        #expect(
            meaning(OlympusTables.destinations, 1) == .imageDestination(.host)
                && meaning(OlympusTables.destinations, 2) == .imageDestination(.camera)
        )
        #expect(
            OlympusTables.liveViewModes[0x0400_0300]?.label == "1024 × 768"
                && OlympusTables.liveViewModes[0x0320_0258]?.label == "800 × 600"
        )
        #expect(OlympusTables.shifts[0xFFF9]?.integer == -7 && OlympusTables.aspectRatios[0x3_0004]?.label == "3:4")
    }

    private static let numbers: [(NumberFormula, Int64, CommonValue?)] = [
        (OlympusFormulas.aperture, 28, .aperture(.f2_8)), (OlympusFormulas.aperture, 910, .aperture(Aperture(fNumber: 91)!)),
        (OlympusFormulas.aperture, 0xFFFF, nil), (OlympusFormulas.shutterSpeed, 0x1_00FA, .shutterSpeed(.s1_250)),
        (OlympusFormulas.shutterSpeed, 0x258_000A, .shutterSpeed(.s60)),
        (OlympusFormulas.shutterSpeed, 0xA_000A, .shutterSpeed(.s1)),
        (OlympusFormulas.shutterSpeed, 0xFFFF_FFFC, .shutterSpeed(.bulb)),
        (OlympusFormulas.shutterSpeed, 0xFFFF_FFFB, .shutterSpeed(.time)),
        (OlympusFormulas.shutterSpeed, 0xFFFF_FFFD, nil), (OlympusFormulas.shutterSpeed, 0xFFFF_FFFA, nil),
        (OlympusFormulas.shutterSpeed, 0, nil), (OlympusFormulas.isoSpeed, 200, .isoSpeed(.iso200)),
        (OlympusFormulas.isoSpeed, 0xFFFF, .isoSpeed(.automatic)), (OlympusFormulas.isoSpeed, 0xFFFD, nil),
        (OlympusFormulas.wideISOSpeed, 0xFFFF_FFFF, .isoSpeed(.automatic)),
        (OlympusFormulas.wideISOSpeed, 102_400, .isoSpeed(.iso102400)),
        (OlympusFormulas.compensation, 60_536, .exposureCompensation(ExposureCompensation(Stops(thirds: -15)))),
        (OlympusFormulas.compensation, 0x12C, .exposureCompensation(ExposureCompensation(Stops(thirds: 1)))),
        (OlympusFormulas.compensation, 0, .exposureCompensation(ExposureCompensation(Stops(thirds: 0)))),
        (OlympusFormulas.compensation, 0xFFFF, nil),
    ]

    @Test func `a number that the type of an exposure setting cannot have is no value`() throws {
        for formula in [
            OlympusFormulas.aperture, OlympusFormulas.shutterSpeed, OlympusFormulas.isoSpeed, OlympusFormulas.wideISOSpeed,
            OlympusFormulas.compensation,
        ] {
            for number in [Int64.min, -1, -0xFFFF_0000, 0x1_0000_0000, Int64.max] {
                let value = try #require(DataValue.integer(number, as: .int64))
                #expect(ValueCoding.formula(formula).decode(value) == nil)
            }
        }
    }

    @Test func `a number of an exposure setting is its value, and the value is the number again`() throws {
        for (formula, number, value) in Self.numbers {
            #expect(formula.value(number) == value, "\(number)")
            if let value { #expect(formula.number(value) == number, "\(value)") }
        }
        #expect(ValueCoding.formula(OlympusFormulas.shutterSpeed).label(0xFFFF_FFFA) == "Live composite")
        #expect(ValueCoding.formula(OlympusFormulas.isoSpeed).label(0xFFFD) == "Low")
    }

    @Test func `every speed and compensation of the nominal scales is the same again`() {
        for speed in ShutterSpeed.nominalSeries(.third, in: .s1_32000...ShutterSpeed("60")!) {
            let number = OlympusFormulas.shutterSpeed.number(.shutterSpeed(speed))
            #expect(number.flatMap { OlympusFormulas.shutterSpeed.value($0) } == .shutterSpeed(speed), "\(speed)")
        }
        for thirds in -15...15 {
            let value = CommonValue.exposureCompensation(ExposureCompensation(Stops(thirds: thirds)))
            #expect(
                OlympusFormulas.compensation.number(value).flatMap { OlympusFormulas.compensation.value($0) } == value,
                "\(thirds)"
            )
        }
    }

    @Test func `names are those of their codes`() {
        #expect(
            DevicePropCode.olympusISO.description(by: .olympus) == "ISO"
                && OperationCode.olympusCapture.name(by: .olympus) == "Capture"
        )
        for row in OlympusProperties.rows { #expect(row.code.name(by: .olympus) != nil, "\(row.code)") }
        #expect(EventCode.olympusPropertyChanged.name(by: .olympus) != nil)
    }
}
