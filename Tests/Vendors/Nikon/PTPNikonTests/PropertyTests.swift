import CameraModel
import PTP
import PTPNikon
import PTPProperties
import Testing

@Suite struct PropertyTests {
    static let tables: [(name: String, table: ValueTable)] =
        NikonProperties.rows.compactMap { row in
            if case .table(let table) = row.coding { (row.code.description(by: .nikon), table) } else { nil }
        } + [("earlier qualities", NikonTables.earlierQualities), ("later zooms", NikonTables.laterZooms)]

    @Test(arguments: tables.indices) func `every number is a value, and that value the number`(_ index: Int) throws {
        let (name, table) = Self.tables[index]
        let coding = ValueCoding.table(table)
        #expect(Set(table.values.map(\.code)).count == table.values.count, "\(name)")
        for value in table.values {
            let number = try #require(value.code)
            let data = try #require(DataValue.integer(number, as: table.type), "\(name) \(value)")
            #expect(coding.decode(data) == value.common && coding.label(number) == value.label && !value.label.isEmpty)
            #expect(coding.encode(value) == data, "\(name) \(value)")
            // Without its number, a value is the first number of its meaning.
            let bare = value.common.map { PropertyValue($0) } ?? PropertyValue(code: 0x7FFF_FFFF, label: value.label)
            let first = try #require(table.number(for: bare), "\(name) \(value)")
            #expect(table[first]?.common == value.common)
        }
    }

    @Test(arguments: tables.indices, [0x77, 0x66, 0xEE]) func `an unknown number survives and is shown`(
        _ index: Int,
        _ number: Int
    )
        throws
    {
        let table = Self.tables[index].table
        guard table[Int64(number)] == nil else { return }
        let value = table.value(Int64(number))
        #expect(value.common == nil && value.label == "0x" + String(number, radix: 16, uppercase: true))
        #expect(ValueCoding.table(table).encode(value)?.integer() == Int64(number))
    }

    @Test func `the unit that a body has determines the shutter speed and the ISO speed`() {
        var table = NikonProperties.table
        table.select([.exposureTime, .exposureIndex, .focusMode])
        #expect(table[.shutterSpeed]?.code == .exposureTime && table[.isoSpeed]?.code == .exposureIndex)
        #expect(table.identifier(.nikonExposureTime) == .vendor(code: 0xD100))
        table.select([.exposureTime, .nikonExposureTime, .nikonExposureIndexEx, .nikonLiveViewAFFocus, .focusMode])
        #expect(table[.shutterSpeed]?.code == .nikonExposureTime && table[.isoSpeed]?.code == .nikonExposureIndexEx)
        #expect(table.identifier(.exposureTime) == .vendor(code: 0x500D))
        #expect(table[PropertyIdentifier.focusMode]?.code == .nikonLiveViewAFFocus)
    }

    @Test func `image qualities are read as the body counts them`() throws {
        let row = try #require(NikonProperties.table[.compressionSetting])
        func desc(_ numbers: [Int64]) -> DevicePropDesc {
            DevicePropDesc(
                .compressionSetting,
                isSettable: true,
                current: .integer(numbers[0], as: .uint8)!,
                form: .enumeration(numbers.map { .integer($0, as: .uint8)! })
            )
        }
        #expect(row.variant(desc([0, 1, 2, 4, 5, 6, 7]))?.label(4) == "RAW")
        #expect(row.variant(desc([0, 2, 4, 7, 12])) == nil && row.coding.label(4) == "JPEG Fine")
    }

    @Test func `prohibitions are an error with every reason`() throws {
        #expect(Prohibitions().error(.startLiveView) == nil)
        let both = try #require(Prohibitions([.pictureInMemory, .noCard]).error(.startLiveView))
        #expect(both.code == .busy && both.message.contains("memory") && both.message.contains("no card"))
        let unknown = try #require(Prohibitions(rawValue: 1 << 27).error(.startRecording))
        #expect(unknown.code == .notAvailable && unknown.message.contains("27"))
        for bit in 0..<32 {
            let reason = Prohibitions(rawValue: 1 << bit)
            #expect(reason.error(.startLiveView) != nil && reason.error(.startRecording) != nil)
        }
    }

    @Test func `the bits of movies have meanings of their own`() throws {
        #expect(Prohibitions.movieRecording.error(.startRecording)?.code == .recordingInProgress)
        let two = try #require(Prohibitions([.moviePhotosSelected, .movieNoCard]).error(.startRecording))
        #expect(two.code == .cardError && two.message.contains("no card") && two.message.contains("photos"))
        // The same bit for live view.
        #expect(Prohibitions.movieWithoutApplicationMode.error(.startLiveView)?.code == .cardError)
    }

    @Test func `codes of more than 16 bits have names and meanings`() {
        #expect(DevicePropCode.nikonMovieShutterMode.description(by: .nikon) == "MovieShutterMode")
        #expect(DevicePropCode(rawValue: 0x1D0FF).description(by: .nikon) == "0x0001D0FF")
        var table = NikonProperties.table
        table.select([.nikonMovieISOSensitivity])
        #expect(table[.videoISOSpeed]?.code == .nikonMovieISOSensitivity)
        table.select([.nikonMovieISOSensitivity, .nikonMovieISO])
        #expect(table[.videoISOSpeed]?.code == .nikonMovieISO)
        #expect(table.identifier(.nikonMovieISOSensitivity) == .vendor(code: 0x1D09E))
        #expect(table.code(.vendor(code: 0x1D0FF)) == DevicePropCode(rawValue: 0x1D0FF))
    }
}
