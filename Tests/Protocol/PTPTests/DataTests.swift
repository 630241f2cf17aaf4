import PTP
import Testing

@Suite struct TextTests {
    private func read(_ bytes: [UInt8]) throws(DatasetError) -> String {
        let span = bytes.span
        guard case .string(let text) = try unsafe DataValue(span.bytes, type: .string, "text") else { return "?" }
        return text
    }

    @Test(arguments: ["", "a", "Grüße", "📷", String(repeating: "x", count: 254)]) func `text is read as it was written`(
        _ text: String
    ) throws {
        #expect(try read(DataValue.string(text).encoded("text")) == text)
    }

    @Test(arguments: [String(repeating: "x", count: 255), "a\0b"]) func `text that does not fit into a string is refused`(
        _ text: String
    ) {
        #expect(throws: DatasetError.self) { try DataValue.string(text).encoded("text") }
    }

    @Test func `text without its NUL, or with one too early, is understood`() throws {
        #expect(try read([2, 65, 0, 66, 0]) == "AB")
        #expect(try read([3, 65, 0, 0, 0, 66, 0]) == "A")
        #expect(try read([1, 0, 0]) == "")
    }

    @Test func `text of the greatest length without its NUL is understood, and cannot be written`() throws {
        let longest = try read([255] + (0..<255).flatMap { _ in [65, 0] as [UInt8] })
        #expect(longest == String(repeating: "A", count: 255))
        #expect(throws: DatasetError("text", at: 0, .textNotEncodable(utf16Count: 255))) {
            try DataValue.string(longest).encoded("text")
        }
    }

    @Test func `half a surrogate pair is replaced`() throws {
        #expect(try read([3, 65, 0, 0x3D, 0xD8, 0, 0]) == "A\u{FFFD}")
    }

    @Test func `text that is longer than its bytes is an error`() {
        #expect(throws: DatasetError("text", at: 0, .endsEarly(neededBytes: 511, presentBytes: 3))) { try read([255, 65, 0]) }
    }
}

@Suite struct IntegerTests {
    @Test(arguments: IntegerDataType.allCases) func `values up to the limits are encoded, and values beyond are refused`(
        _ type: IntegerDataType
    ) throws {
        let (least, most) = Self.limits(type)
        for text in [least, most] {
            let value = try #require(
                type.isSigned ? IntegerValue(Int128(text)!, as: type) : IntegerValue(UInt128(text)!, as: type)
            )
            #expect(value.description == text)
            let bytes = try DataValue.integer(value).encoded("n")
            #expect(bytes.count == type.size)
            let span = bytes.span
            #expect(try unsafe DataValue(span.bytes, type: DataType(rawValue: type.rawValue), "n") == .integer(value))
        }
        if type.size < 16 {
            #expect(IntegerValue(Int128(most)! + 1, as: type) == nil && IntegerValue(Int128(least)! - 1, as: type) == nil)
        } else {
            #expect(type.isSigned ? IntegerValue(UInt128.max, as: type) == nil : IntegerValue(-1, as: type) == nil)
        }
    }

    private static func limits(_ type: IntegerDataType) -> (String, String) {
        func pair<Number: FixedWidthInteger>(_: Number.Type) -> (String, String) { (String(Number.min), String(Number.max)) }
        return switch type {
        case .int8: pair(Int8.self)
        case .uint8: pair(UInt8.self)
        case .int16: pair(Int16.self)
        case .uint16: pair(UInt16.self)
        case .int32: pair(Int32.self)
        case .uint32: pair(UInt32.self)
        case .int64: pair(Int64.self)
        case .uint64: pair(UInt64.self)
        case .int128: pair(Int128.self)
        case .uint128: pair(UInt128.self)
        }
    }

    @Test func `a number is returned if it fits`() {
        let value = DataValue.integer(-1, as: .int16)
        #expect(value?.integer(Int.self) == -1 && value?.integer(UInt16.self) == nil && value?.integer(Int8.self) == -1)
    }

    @Test func `an array is described with no more than sixteen of its numbers`() {
        let array = IntegerArray(Array(0..<100), of: .uint8)!
        #expect(array.description.hasSuffix("15, … 100 in all]") && array[99].integer(Int.self) == 99 && array.count == 100)
        #expect(IntegerArray([256], of: .uint8) == nil)
    }
}
