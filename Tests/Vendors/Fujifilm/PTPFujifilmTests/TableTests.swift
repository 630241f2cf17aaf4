import CameraModel
import Exposure
import PTP
import PTPFujifilm
import PTPProperties
import Testing

/// The tables: each number means what it should, and a value is encoded as its number.
@Suite struct TableTests {
    private static let tables: [(String, ValueTable, count: Int)] = [
        ("exposure modes", FujifilmTables.exposureModes, 4), ("white balances", FujifilmTables.whiteBalances, 20),
        ("focus modes", FujifilmTables.focusModes, 3), ("focus areas", FujifilmTables.focusAreas, 4),
        ("metering modes", FujifilmTables.meteringModes, 5), ("flash modes", FujifilmTables.flashModes, 12),
        ("drive modes", FujifilmTables.driveModes, 18), ("earlier drive modes", FujifilmTables.earlierDriveModes, 5),
        ("qualities", FujifilmTables.qualities, 7), ("destinations", FujifilmTables.destinations, 4),
        ("ISO speeds", FujifilmTables.isoSpeeds, 44), ("network ISO speeds", FujifilmTables.networkISOSpeeds, 97),
        ("apertures", FujifilmTables.apertures, 27), ("sixths of a stop", FujifilmTables.sixths, 65),
        ("film simulations", FujifilmTables.filmSimulations, 20), ("noise reductions", FujifilmTables.noiseReductions, 9),
        ("dynamic ranges", FujifilmTables.dynamicRanges, 5), ("wide dynamic ranges", FujifilmTables.wideDynamicRanges, 5),
        ("color spaces", FujifilmTables.colorSpaces, 2), ("RAW compressions", FujifilmTables.rawCompressions, 3),
        ("grain effects", FujifilmTables.grainEffects, 7), ("earlier grain effects", FujifilmTables.earlierGrainEffects, 3),
        ("color chromes", FujifilmTables.colorChromes, 3), ("focus points", FujifilmTables.focusPoints, 4),
        ("enlargements", FujifilmTables.throughImageZooms, 5), ("previews", FujifilmTables.exposurePreviews, 3),
        ("delays", FujifilmTables.captureDelays, 3), ("crops", FujifilmTables.cropModes, 5),
        ("locks", FujifilmTables.functionLocks, 3), ("switches", FujifilmTables.switches, 2),
        ("priorities", FujifilmTables.priorities, 2), ("focus statuses", FujifilmTables.focusStatuses, 3),
        ("live view sizes", FujifilmTables.liveViewSizes, 3), ("live view qualities", FujifilmTables.liveViewQualities, 3),
        ("USB modes", FujifilmTables.usbModes, 3), ("releases", FujifilmTables.releases, 24),
        ("shutter speeds", FujifilmShutterSpeeds.table, 93),
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

    /// Numbers from the dumps, from libgphoto2's tables and from constants of Fujifilm's SDK, chosen so that an exchange of two rows is
    /// noticed.
    @Test func `numbers mean what bodies mean by them`() {
        func meaning(_ table: ValueTable, _ number: Int64) -> CommonValue? { table[number]?.common }
        #expect(meaning(FujifilmTables.exposureModes, 6) == .exposureMode(.program))
        #expect(meaning(FujifilmTables.exposureModes, 3) == .exposureMode(.aperturePriority))
        #expect(meaning(FujifilmTables.exposureModes, 2) == nil)
        #expect(meaning(FujifilmTables.driveModes, 2) == .driveMode(.continuousHigh))
        #expect(meaning(FujifilmTables.earlierDriveModes, 2) == .driveMode(.continuousLow))
        #expect(FujifilmTables.driveModes[8]?.label == "Movie" && FujifilmTables.driveModes[0x10]?.label == "Pixel shift")
        #expect(meaning(FujifilmTables.destinations, 4) == .imageDestination(.host))
        #expect(meaning(FujifilmTables.destinations, 2) == .imageDestination(.cameraAndHost))
        #expect(FujifilmTables.noiseReductions[0x5000]?.label == "+4" && FujifilmTables.noiseReductions[0x8000]?.label == "-4")
        #expect(FujifilmTables.filmSimulations[0xB]?.label == "Classic Chrome")
        #expect(FujifilmTables.filmSimulations[0x12]?.label == "ETERNA Bleach Bypass")
        #expect(FujifilmTables.qualities[7]?.label == "RAW + JPEG super fine" && FujifilmTables.qualities[1]?.label == "RAW")
        #expect(FujifilmTables.grainEffects[6]?.label == "Off, small" && FujifilmTables.grainEffects[3]?.label == "Strong, small")
        #expect(meaning(FujifilmTables.whiteBalances, 0x8007) == .whiteBalance(.temperature))
        #expect(meaning(FujifilmTables.apertures, 24) == .aperture(.f4))
        #expect(meaning(FujifilmTables.sixths, 0) == .shutterSpeed(.s1))
        #expect(meaning(FujifilmTables.sixths, -30) == .shutterSpeed(.s30))
        #expect(meaning(FujifilmTables.sixths, 36) == .shutterSpeed(.s1_60))
        #expect(meaning(FujifilmTables.sixths, 60) == .shutterSpeed(.s1_1000))
        #expect(meaning(FujifilmTables.sixths, 78) == .shutterSpeed(.s1_8000))
        #expect(meaning(FujifilmTables.sixths, -31) == .shutterSpeed(.bulb))
    }

    @Test func `automatic ISO settings are automatic, each with its own number and name`() {
        for (number, label) in [(-1, "Auto 1"), (-2, "Auto 2"), (-3, "Auto 3"), (-3200, "Auto (up to 3200)")] as [(Int64, String)]
        {
            let value = FujifilmTables.isoSpeeds[number]
            #expect(value?.common == .isoSpeed(.automatic) && value?.label == label)
            #expect(value.flatMap { ValueCoding.table(FujifilmTables.isoSpeeds).encode($0) }?.integer() == number)
        }
        #expect(FujifilmTables.networkISOSpeeds[0x8000_1900]?.common == .isoSpeed(.automatic))
        #expect(FujifilmTables.networkISOSpeeds[0x4000_0064]?.isoSpeed == .iso100)
        #expect(FujifilmTables.networkISOSpeeds[200]?.isoSpeed == .iso200)
    }

    @Test func `names are those of their codes`() {
        #expect(DevicePropCode.fujifilmFilmSimulation.description(by: .fujifilm) == "FilmSimulation")
        #expect(DevicePropCode.fujifilmRelease.description(by: .fujifilm) == "ReleaseAction")
        #expect(ResponseCode.fujifilmWrongState.name(by: .fujifilm) == "WrongState")
        #expect(EventCode.fujifilmObjectAdded.name(by: .fujifilm) == "ObjectAdded")
        #expect(OperationCode.fujifilmGetDeviceInfo.name(by: .fujifilm) == "GetDeviceInfo")
        #expect(VendorNames.fujifilm.properties.all.count > 300)
        for code in DevicePropCode.fujifilmUnlisted {
            #expect(code.name(by: .fujifilm) != nil || [0xD02D, 0xD156, 0xD16B, 0xD17B].contains(code.rawValue), "\(code)")
        }
    }
}
