import CameraModel
import Exposure
import PTP
import PTPProperties
import PTPSony
import Testing

/// The tables: each number means what it should, and a value is encoded as its number.
@Suite struct TableTests {
    private static let tables: [(String, ValueTable, count: Int)] = [
        ("qualities", SonyTables.qualities, 17), ("file formats", SonyTables.fileFormats, 3),
        ("JPEG qualities", SonyTables.jpegQualities, 5), ("white balances", SonyTables.whiteBalances, 18),
        ("focus modes", SonyTables.focusModes, 9), ("metering modes", SonyTables.meteringModes, 6),
        ("flash modes", SonyTables.flashModes, 15), ("focus areas", SonyTables.focusAreas, 14),
        ("destinations", SonyTables.destinations, 3), ("ISO speeds", SonyTables.isoSpeeds, 175),
        ("magnifiers", SonyTables.magnifiers, 4), ("programs", SonyTables.programs, 62),
        ("earlier programs", SonyTables.earlierPrograms, 61), ("drive modes", SonyTables.driveModes, 171),
        ("earlier drive modes", SonyTables.earlierDriveModes, 171), ("image sizes", SonyTables.imageSizes, 3),
        ("aspect ratios", SonyTables.aspectRatios, 4), ("focus results", SonyTables.focusResults, 8),
        ("slots", SonyTables.slotStatuses, 2), ("saved sizes", SonyTables.savedSizes, 2),
        ("saved formats", SonyTables.savedFormats, 6), ("priorities", SonyTables.priorities, 2),
        ("shutter types", SonyTables.shutterTypes, 3),
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
            let unknown = PropertyValue(code: 0x7E, label: "")
            #expect(table[0x7E] == nil && unknown.label == "0x7E", "\(name)")
            #expect(ValueCoding.table(table).encode(unknown)?.integer() == 0x7E, "\(name)")
        }
    }

    /// Numbers from the dumps and from libgphoto2's tables, chosen so that an exchange of two rows is noticed.
    @Test func `numbers mean what bodies mean by them`() {
        func meaning(_ table: ValueTable, _ number: Int64) -> CommonValue? { table[number]?.common }
        #expect(meaning(SonyTables.programs, 0x1_0002) == .exposureMode(.program))
        #expect(meaning(SonyTables.programs, 0x2_0003) == .exposureMode(.aperturePriority))
        #expect(meaning(SonyTables.earlierPrograms, 4) == .exposureMode(.shutterPriority))
        #expect(meaning(SonyTables.earlierPrograms, 0x8000) == .exposureMode(.fullyAutomatic))
        #expect(SonyTables.programs[0x7_8053]?.label == "Movie M" && SonyTables.programs[0xC_8096]?.label == "Interval movie M")
        #expect(SonyTables.programs[0x9_805C]?.label == "S&Q M" && SonyTables.programs[0x8_8087]?.label == "S&Q motion M")
        #expect(meaning(SonyTables.driveModes, 0x3_8005) == .driveMode(.timerShort))
        #expect(meaning(SonyTables.earlierDriveModes, 0x8012) == .driveMode(.continuousLow))
        #expect(SonyTables.driveModes[0x4_8337]?.label == "Bracket 3 × 0.3 EV, continuous")
        #expect(SonyTables.driveModes[0x5_8936]?.label == "Bracket 9 × 0.3 EV, single")
        #expect(SonyTables.driveModes[0x4_C237]?.label == "Bracket 2 × +0.3 EV, continuous")
        #expect(SonyTables.driveModes[0x4_C23F]?.label == "Bracket 2 × −0.3 EV, continuous")
        #expect(SonyTables.driveModes[0x4_8311]?.label == "Bracket 3 × 1.0 EV, continuous")
        #expect(SonyTables.driveModes[0x4_8591]?.label == "Bracket 5 × 2.7 EV, continuous")
        #expect(meaning(SonyTables.isoSpeeds, 0xFF_FFFF) == .isoSpeed(.automatic))
        #expect(meaning(SonyTables.isoSpeeds, 0x1000_0032) == .isoSpeed(ISOSpeed(50)!))
        #expect(SonyTables.isoSpeeds[0x1FF_FFFF]?.label == "Multi-frame NR, auto")
        #expect(meaning(SonyTables.whiteBalances, 0x8011) == .whiteBalance(.shade))
        #expect(meaning(SonyTables.destinations, 0x10) == .imageDestination(.camera))
        #expect(meaning(SonyTables.destinations, 1) == .imageDestination(.host))
        #expect(
            SonyTables.meteringModes[0x8005]?.label == "Spot (large)" && SonyTables.qualities[0x13]?.label == "RAW + JPEG fine"
        )
    }

    @Test func `names are those of their codes`() {
        #expect(
            DevicePropCode.sonyISO.description(by: .sony) == "ISO" && OperationCode.sonyConnect.name(by: .sony) == "SDIOConnect"
        )
        #expect(
            EventCode.sonyCaptured.name(by: .sony) == "CapturedEvent"
                && ResponseCode.sonyBufferFull.name(by: .sony) == "BufferFull"
        )
        #expect(
            VendorNames.sony.properties.all.count > 120 && DevicePropCode(rawValue: 0xD999).description(by: .sony) == "0xD999"
        )
    }
}
