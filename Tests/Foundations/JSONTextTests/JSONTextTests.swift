import Testing

@testable import JSONText

@Suite struct JSONTextTests {
    private static let value = JSONValue.members([
        "text": .string("a \"quoted\" \\ line\nand \u{1F4F7} ß \u{7}"),
        "numbers": .array([.integer(0), .integer(.min), .number(0.25), .number(1e300)]),
        "nothing": .null, "missing": nil, "yes": .bool(true),
        "nested": .array([.array([]), .members(["empty": .object([])])]),
    ])

    private static func parsed(_ text: String) throws(JSONError) -> JSONValue { try JSONParser.parse(Array(text.utf8).span) }

    private static func reason(_ text: String) -> JSONError.Reason? {
        do throws(JSONError) {
            _ = try parsed(text)
            return nil
        } catch { return error.reason }
    }

    @Test(arguments: [0, 1, 2, 8]) func `a value is read as it was written, on any number of lines`(depth: Int) throws {
        #expect(try Self.parsed(Self.value.text(depth: depth)) == Self.value)
    }

    @Test func `escapes mean characters`() throws {
        #expect(try Self.parsed(#""\u00e9\ud83d\udcf7\/\b\f\n\r\t\"\\""#) == .string("\u{E9}\u{1F4F7}/\u{8}\u{C}\n\r\t\"\\"))
    }

    @Test func `marks that change a display are escaped`() {
        #expect(JSONValue.string("\u{202E}\u{0}\u{9B}").text() == #""\u202e\u0000\u009b""#)
    }

    @Test func `a text that ends early is an error at every byte`() {
        let text = Array(Self.value.text(depth: 2).utf8)
        for count in text.indices {
            #expect(throws: JSONError.self) { try JSONParser.parse(Array(text[..<count]).span) }
        }
    }

    @Test(arguments: [
        (#"{"a" 1}"#, JSONError.Reason.unexpected(UInt8(ascii: "1"))), ("[1 2]", .unexpected(UInt8(ascii: "2"))),
        ("[1,]", .unexpected(UInt8(ascii: "]"))), ("1 1", .surplus), ("+1", .invalidNumber), ("1e999", .invalidNumber),
        ("--1", .invalidNumber), ("\"\u{1}\"", .invalidText), (#""\x""#, .invalidText),
        (#""\ud83d""#, .unexpected(UInt8(ascii: "\""))),
        (#""\ud83d\u0041""#, .invalidText), ("nul", .endsEarly), ("", .endsEarly), ("nuls", .unexpected(UInt8(ascii: "s"))),
    ]) func `what is not JSON has a reason`(text: String, reason: JSONError.Reason) {
        #expect(Self.reason(text) == reason)
    }

    @Test func `text that is not UTF-8 is an error`() {
        #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xFF, 0x22].span) }
    }

    @Test func `the depth is limited`() throws {
        let limit = JSONParser.depthLimit
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try Self.parsed(nested(limit))
        #expect(Self.reason(nested(limit + 1)) == .tooDeep(limit: limit))
        #expect(Self.reason(String(repeating: "[", count: 1_000_000)) == .tooDeep(limit: limit))
        #expect(Self.reason(String(repeating: "{\"a\":", count: 100_000)) == .tooDeep(limit: limit))
    }

    @Test func `the number of values is limited`() {
        let text = "[" + String(repeating: "0,", count: JSONParser.valueLimit) + "0]"
        #expect(Self.reason(text) == .tooManyValues(limit: JSONParser.valueLimit))
    }

    @Test func `the first of several members with a name counts`() throws {
        #expect(try Self.parsed(#"{"a": 1, "a": 2}"#)["a"]?.integer == 1)
    }
}
