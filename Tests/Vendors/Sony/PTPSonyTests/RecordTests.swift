import PTP
import PTPSony
import Testing

/// The properties of a body: both layouts, cut at every byte, and with unknown numbers.
@Suite struct RecordTests {
    static func number(_ number: some BinaryInteger, _ type: IntegerDataType) -> DataValue { .integer(number, as: type)! }

    /// A record of each form and kind, one with a list of what can be set.
    static let samples = [
        SonyPropertyRecord(
            .whiteBalance,
            current: number(2, .uint16),
            form: .enumeration([2, 4].map { number($0, .uint16) })
        ),
        SonyPropertyRecord(
            .sonyISO,
            .displayOnly,
            current: number(0xFF_FFFF, .uint32),
            form: .enumeration([0xFF_FFFF, 100, 200].map { number($0, .uint32) }),
            settable: [number(200, .uint32)]
        ),
        SonyPropertyRecord(
            .sonyBatteryLevel,
            access: 0,
            factoryDefault: number(-1, .int8),
            current: number(70, .int8),
            form: .range(minimum: number(-1, .int8), maximum: number(100, .int8), step: number(1, .int8))
        ),
        SonyPropertyRecord(.sonyMovieButton, access: 0x81, .disabled, current: number(1, .uint16), form: .none),
        SonyPropertyRecord(DevicePropCode(rawValue: 0xD223), current: .string("20300102"), form: .none),
        SonyPropertyRecord(
            .sonyFocusMagnifier,
            .init(rawValue: 7),
            current: number(UInt64(0x37_FFFF_FFFF), .uint64),
            form: .enumeration([])
        ),
    ]

    @Test func `records survive their encoding`() {
        let list = SonyPropertyList(SonyPropertyList.encoded(Self.samples))
        #expect(list.failure == nil && list.records == Self.samples)
        #expect(list.records[3].isControl && !list.records[0].isControl)
    }

    /// The example of the white balance, two values listed, automatic, with and without the second list; bytes written by hand.
    @Test(arguments: [false, true]) func `a record has the bytes that bodies send`(_ hasSecond: Bool) throws {
        let head: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        let record: [UInt8] = [0x05, 0x50, 4, 0, 1, 1, 2, 0, 2, 0, 2, 2, 0, 2, 0, 4, 0]
        let second: [UInt8] = hasSecond ? [1, 0, 4, 0] : []
        let next: [UInt8] = [0x18, 0xD2, 1, 0, 0, 1, 0xFF, 70, 0]
        let list = SonyPropertyList(head + record + second + next)
        #expect(list.failure == nil && list.records.map(\.code) == [.whiteBalance, .sonyBatteryLevel])
        #expect(list.records[0].settable == (hasSecond ? [Self.number(4, .uint16)] : nil))
        #expect(list.records[1].current.integer() == 70 && list.records[1].factoryDefault.integer() == -1)
        #expect(Array(SonyPropertyList.encoded([list.records[0]]).dropFirst(8)) == record + second)
    }

    @Test func `data that is cut anywhere gives the records before, and an error unless it is cut between two`() {
        let bytes = SonyPropertyList.encoded(Self.samples)
        var ends = (0...Self.samples.count).map { SonyPropertyList.encoded(Array(Self.samples.prefix($0))).count }
        // A record that is cut between its two lists has the form of bodies before 2024.
        var first = Self.samples[1]
        first.settable = nil
        let between = SonyPropertyList.encoded([Self.samples[0], first]).count
        ends[2] = between
        for count in 0..<bytes.count {
            let list = SonyPropertyList(Array(bytes.prefix(count)))
            let isCutInSecond = count > between && count < between + 6
            #expect(list.records.count == (ends.lastIndex { $0 <= count } ?? 0) || isCutInSecond, "cut at \(count)")
            #expect((list.failure == nil) == (ends.contains(count) || count == between + 6), "cut at \(count)")
        }
    }

    @Test func `an unknown data type or form ends the list`() {
        var bytes = SonyPropertyList.encoded(Self.samples)
        bytes[10] = 0x77
        #expect(SonyPropertyList(bytes).records.isEmpty && SonyPropertyList(bytes).failure != nil)
        bytes = SonyPropertyList.encoded(Self.samples)
        bytes[18] = 9
        #expect(SonyPropertyList(bytes).records.isEmpty && SonyPropertyList(bytes).failure != nil)
    }

    @Test func `a list that claims more values than there are bytes is malformed`() {
        let claims: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0x05, 0x50, 4, 0, 1, 1, 2, 0, 2, 0, 2, 0xFF, 0xFF, 1, 0]
        #expect(SonyPropertyList(claims).failure != nil)
    }

    @Test func `only records that differ are changes`() {
        var changes = SonyChanges()
        #expect(changes.changed(Self.samples) == Self.samples && changes.changed(Self.samples).isEmpty)
        var other = Self.samples[2]
        other.current = Self.number(69, .int8)
        #expect(changes.changed(Self.samples.dropLast() + [other]) == [other])
    }

    @Test func `the extension sorts its codes by their numbers`() throws {
        let extended = SonyExtension(version: 0x12C, codes: [0x9205, 0xC203, 0x5005, 0xD20D], controls: [0x9207, 0xD2C1])
        let bytes = try extended.encoded()
        #expect(try SonyExtension(bytes) == extended && extended.used == .v3)
        #expect(
            extended.operations == [.sonySetExtDevicePropValue, .sonyControlDevice] && extended.events == [.sonyPropertyChanged]
        )
        #expect(extended.properties == [.whiteBalance, .sonyShutterSpeed, .sonyS1Button])
        for count in 0..<bytes.count { #expect(throws: DatasetError.self) { try SonyExtension(Array(bytes.prefix(count))) } }
        #expect(SonyExtension(version: 0x1F4, codes: [], controls: []).used == .v2)
    }

    @Test func `the data of controls is read as it is written`() {
        #expect(SonyControl.button(isPressed: true) == [2, 0] && SonyControl.button(isPressed: false) == [1, 0])
        #expect(
            SonyControl.isPressed([2, 0]) == true && SonyControl.isPressed([1]) == false && SonyControl.isPressed([3, 0]) == nil
        )
        for count in [-127, -3, -1, 0, 1, 60, 127] {
            for code in [DevicePropCode.fNumber, .sonyISO] {
                let data = SonyControl.notches(count, of: code)
                #expect(SonyControl.notches(data) == count && data.count == (code == .fNumber ? 2 : 1))
            }
        }
        #expect(SonyControl.notches(400, of: .sonyISO) == [127] && SonyControl.notches([1, 2, 3]) == nil)
        #expect(SonyControl.number([]) == nil && SonyControl.number([1, 2]) == 0x201)
    }

    @Test func `numbers with parts are read as they are written`() {
        #expect(SonyMagnifier(0x37_0140_00F0) == SonyMagnifier(tenths: 0x37, x: 320, y: 240))
        #expect(SonyMagnifier(tenths: 0x37, x: 320, y: 240).number == 0x37_0140_00F0)
        #expect(SonyMagnifier(0x37_0140_00F0).listed == 0x37_FFFF_FFFF)
        #expect(SonyBuffer(0x8002).count == 2 && SonyBuffer(2).count == 0 && SonyBuffer.number(ofReady: 2) == 0x8002)
        #expect(SonyBuffer.number(ofReady: 0) == 0 && SonyBuffer(SonyBuffer.number(ofReady: 70_000)).count == 0x7FFF)
        let results: [Int64: SonyFocusResult] = [1: .none, 2: .found, 3: .failed, 5: .none, 6: .found, 7: .failed, 99: .none]
        for (number, result) in results { #expect(SonyFocusResult(number) == result) }
    }
}
