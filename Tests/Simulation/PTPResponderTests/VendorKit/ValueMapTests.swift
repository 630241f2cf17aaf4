import CameraModel
import Exposure
import PTP
import PTPProperties
import Testing

@testable import PTPResponder

/// Content of a body in these tests: a byte.
struct ByteContent: VendorContent {
    let byte: UInt8

    init(_ byte: UInt8) { self.byte = byte }
    init?(number: Int64, of code: DevicePropCode) {
        guard let byte = UInt8(exactly: number) else { return nil }
        self.init(byte)
    }

    init?(stored: [UInt8], of code: DevicePropCode) {
        guard stored.count == 1 else { return nil }
        self.init(stored[0])
    }

    var number: Int64? { Int64(byte) }
    var stored: [UInt8]? { byte == 99 ? nil : [byte] }
}

/// Conversion of the camera's values, and reports of changes.
@Suite struct ValueMapTests {
    private typealias Map = ValueMap<ByteContent>
    private static let code = DevicePropCode(rawValue: 0xD001)

    private static func numbers(_ contents: [ByteContent]) -> [UInt8] { contents.map(\.byte) }

    @Test func `values become the codes of a map, and others have none`() {
        let table = ValueTable(
            .uint8,
            [PropertyValue(.boolean(true), code: 3, label: "On"), PropertyValue(code: 4, label: "Vivid")]
        )
        let cases: [(Map, PropertyValue, UInt8?)] = [
            (.table(table), PropertyValue(.boolean(true)), 3), (.table(table), PropertyValue(code: 77, label: "vivid"), 4),
            (.table(table), PropertyValue(.boolean(false)), nil),
            (.table(table, also: ["bright": 5]), PropertyValue(code: 1, label: "Bright"), 5),
            (.choice([.boolean(true): 8]), PropertyValue(.boolean(true)), 8),
            (.choice([.boolean(true): 8]), PropertyValue(.boolean(false)), nil),
            (.number, PropertyValue(.integer(200)), 200), (.number, PropertyValue(.integer(300)), nil),
            (.number, PropertyValue(.boolean(true)), nil), (.boolean(off: 1, on: 2), PropertyValue(.boolean(false)), 1),
            (.boolean(off: 1, on: 2), PropertyValue(.boolean(true)), 2),
            (.boolean(off: 1, on: 2), PropertyValue(.integer(1)), nil),
            (.other { ByteContent(UInt8($0.label.utf8.count)) }, PropertyValue(code: 1, label: "four"), 4),
            (.other { _ in nil }, PropertyValue(.boolean(true)), nil),
        ]
        for (index, (map, value, expected)) in cases.enumerated() {
            #expect(map.content(value, of: Self.code)?.byte == expected, "\(index)")
        }
    }

    @Test func `allowed values are listed once, in the camera's order, and only those that have a code`() {
        let map = Map.choice([.boolean(true): 8, .boolean(false): 8, .integer(1): 2])
        let values: [CommonValue] = [.integer(1), .boolean(true), .boolean(false), .integer(5)]
        #expect(Self.numbers(map.offered(.enumeration(values.map { PropertyValue($0) }), of: Self.code)) == [2, 8])
        #expect(map.offered(.none, of: Self.code).isEmpty)
    }

    @Test func `a range is listed up to a limit, and every number in it can be set`() throws {
        let range = SettableValues.numericRange(try #require(NumericRange(minimum: 10, maximum: 250, step: 20)))
        #expect(Self.numbers(Map.number.offered(range, of: Self.code)).prefix(3) == [10, 30, 50])
        #expect(Map.number.value(ByteContent(30), among: range, of: Self.code) == PropertyValue(.integer(30)))
        #expect(Map.number.value(ByteContent(31), among: range, of: Self.code) == nil)
        #expect(Map.boolean(off: 0, on: 30).value(ByteContent(30), among: range, of: Self.code) == nil)
        let long = SettableValues.numericRange(try #require(NumericRange(minimum: -1000, maximum: 1000, step: 1)))
        #expect(Map.number.offered(long, of: Self.code).isEmpty)
    }

    @Test func `a code that is set is the first value with it that the camera offers`() {
        let map = Map.choice([.boolean(true): 8, .boolean(false): 8])
        let settable = SettableValues.enumeration([PropertyValue(.boolean(false)), PropertyValue(.boolean(true))])
        #expect(map.value(ByteContent(8), among: settable, of: Self.code) == PropertyValue(.boolean(false)))
        #expect(map.value(ByteContent(9), among: settable, of: Self.code) == nil)
        #expect(map.value(ByteContent(8), among: .none, of: Self.code) == nil)
    }

    // MARK: Changes and memory

    @Test func `changes are reported once; an empty list only after another one`() {
        var reported = ReportedValues<Int>()
        let steps: [(Int?, [Int], [ReportedValues<Int>.Change])] = [
            (nil, [1], []), (5, [], [.value(5)]), (5, [1, 2], [.offered([1, 2])]), (5, [1, 2], []),
            (6, [1], [.value(6), .offered([1])]), (nil, [1], []), (nil, [], [.offered([])]), (6, [], []),
        ]
        for (index, (value, offered, changes)) in steps.enumerated() {
            #expect(reported.update(Self.code, value, offered: offered) == changes, "\(index)")
        }
        #expect(reported.update(DevicePropCode(rawValue: 0xD002), 6, offered: []) == [.value(6)])
    }

    @Test func `a memory keeps values that have a stored form`() {
        let memory = BodyMemory()
        func stored() -> ByteContent? { memory.content(of: Self.code) }
        #expect(stored() == nil)
        memory.store(ByteContent(7), of: Self.code)
        memory.store(ByteContent(99), of: Self.code)
        #expect(stored() == ByteContent(7))
        memory[UInt32(Self.code.rawValue)] = [1, 2]
        #expect(stored() == nil)
    }
}
