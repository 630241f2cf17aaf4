import CameraModel
import Exposure
import PTP
import PTPFujifilm
import PTPProperties
import Testing

/// Descriptions whose numbers are not their values, the focus range, and frames.
@Suite struct PropertyTests {
    private static func corrected(_ desc: DevicePropDesc) throws -> DevicePropDesc {
        let correct = try #require(FujifilmProperties.table[desc.code]?.corrected)
        return correct(desc)
    }

    private static func number(_ value: Int, _ type: IntegerDataType) -> DataValue { .integer(value, as: type)! }

    // MARK: Corrections

    private static let percents: [(String, Int?)] = [
        ("100,0,0", 100), ("53,0,0,0", 53), ("0,0,0", 0), ("7", 7), ("", nil), (",1", nil), ("101,0", nil), ("-1,0", nil),
        ("a,1", nil),
        ("99999999999999999999,0", nil),
    ]

    @Test(arguments: percents) func `the first percent is that of the body's battery`(_ text: String, _ percent: Int?) throws {
        #expect(FujifilmProperties.batteryPercent(text) == percent)
        let desc = DevicePropDesc(.fujifilmBatteryInfo2, isSettable: false, current: .string(text), form: .none)
        let read = try Self.corrected(desc)
        #expect(percent == nil ? read == desc : read.current == Self.number(percent ?? 0, .uint8))
    }

    @Test func `the number of free pictures counts although it is outside its range`() throws {
        let desc = DevicePropDesc(
            .fujifilmFreeImages,
            isSettable: false,
            current: Self.number(32, .uint16),
            form: .range(minimum: Self.number(0, .uint16), maximum: Self.number(1, .uint16), step: Self.number(1, .uint16))
        )
        #expect(try Self.corrected(desc).form == .none)
    }

    @Test func `an f-number of 0 is none`() throws {
        let none = DevicePropDesc(.fNumber, isSettable: true, current: Self.number(0, .uint16), form: .enumeration([]))
        let read = try Self.corrected(none)
        guard case .range(let least, _, _) = read.form else { return #expect(Bool(false)) }
        #expect(!read.isSettable && least.integer() == 1)
        let some = DevicePropDesc(.fNumber, isSettable: true, current: Self.number(280, .uint16), form: .enumeration([]))
        #expect(try Self.corrected(some) == some)
    }

    // MARK: Focus

    private static let range = FujifilmFocusRange(
        infinity: -217,
        nearest: 24370,
        beyondInfinity: 1001,
        beyondNearest: 820,
        depth: 31,
        shortest: 3
    )

    @Test func `the list of a lens is its range of positions`() throws {
        #expect(FujifilmFocusRange(Self.range.form) == Self.range && Self.range.positions == -1218...25190)
        let desc = DevicePropDesc(
            .fujifilmFocusPosition,
            isSettable: true,
            current: Self.number(23115, .int16),
            form: Self.range.form
        )
        guard case .range(let first, let last, _) = try Self.corrected(desc).form else { return #expect(Bool(false)) }
        #expect(first.integer() == -1218 && last.integer() == 25190)
    }

    @Test func `a lens without positions, and other forms, have no range`() throws {
        let zeros = PropForm.enumeration([DataValue](repeating: Self.number(0, .int16), count: 6))
        #expect(FujifilmFocusRange(zeros) == nil && FujifilmFocusRange(.none) == nil)
        #expect(FujifilmFocusRange(.enumeration([Self.number(1, .int16)])) == nil)
        let desc = DevicePropDesc(.fujifilmFocusPosition, isSettable: true, current: Self.number(0, .int16), form: zeros)
        #expect(try Self.corrected(desc).isSettable == false)
    }

    @Test func `a movement is in depths of focus, nearer or farther, and ends at the end`() {
        for position in [Int.min, .max] { #expect(Self.range.position(from: position, by: 25) == nil) }
        #expect(Self.range.position(from: 100, by: 1) == 131 && Self.range.position(from: 100, by: -2) == 38)
        #expect(Self.range.position(from: 25180, by: 5) == 25190 && Self.range.position(from: 25190, by: 1) == nil)
        #expect(Self.range.position(from: -1218, by: -1) == nil && Self.range.position(from: 25188, by: 1) == nil)
        let reversed = FujifilmFocusRange(
            infinity: 1000,
            nearest: 0,
            beyondInfinity: 10,
            beyondNearest: 20,
            depth: 10,
            shortest: 1
        )
        #expect(reversed.positions == -20...1010 && reversed.position(from: 500, by: 1) == 490)
        let wide = FujifilmFocusRange(
            infinity: -32768,
            nearest: 32767,
            beyondInfinity: 9,
            beyondNearest: 9,
            depth: 1,
            shortest: 1
        )
        #expect(wide.positions == -32768...32767 && wide.position(from: 32767, by: 1) == nil)
    }

    private static let statuses: [(UInt64, FujifilmFocusStatus)] = [(1, .busy), (2, .found), (3, .failed), (4, .other(4))]

    @Test(arguments: statuses) func `a status of focusing has its number`(_ number: UInt64, _ status: FujifilmFocusStatus) {
        #expect(FujifilmFocusStatus(number) == status && status.number == number)
    }

    // MARK: Frames

    static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 0xFF, 0xD9]

    private static func place(_ bytes: [UInt8]) -> Range<Int>? {
        let span = bytes.span
        return unsafe FujifilmFrame.picture(in: span.bytes)
    }

    @Test func `a picture is found alone, and after a header`() {
        #expect(Self.place(Self.picture) == 0..<9)
        for size in [1, 14, 18, 60] {
            let bytes = [UInt8](repeating: 0, count: size) + Self.picture
            #expect(Self.place(bytes) == size..<bytes.count)
        }
        #expect(Self.place([UInt8](repeating: 0xFF, count: 200) + Self.picture) == nil)
        #expect(Self.place([0xFF, 0xFF, 0xD8] + Self.picture.dropFirst(2)) == 1..<10)
    }

    @Test func `a frame that is cut at any byte has a picture inside, or none`() {
        let bytes = [UInt8](repeating: 7, count: 14) + Self.picture
        for count in 0...bytes.count {
            let found = Self.place(Array(bytes.prefix(count)))
            #expect(found == nil || found == 14..<count, "\(count)")
        }
    }
}
