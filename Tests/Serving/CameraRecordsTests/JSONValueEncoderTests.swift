import CameraRecords
import JSONText
import Testing

@Suite struct JSONValueEncoderTests {
    private struct Inner: Encodable {
        let text: String?
        let flags: [Bool]
    }

    private struct Outer: Encodable {
        let b: Int
        let a: Double
        let inner: Inner
        let list: [Inner?]
        let table: [String: UInt64]
        let none: Int?
    }

    @Test("Values of all kinds become JSON, members in the order of their names") func kinds() throws {
        let value = Outer(
            b: -1,
            a: 0.5,
            inner: Inner(text: nil, flags: []),
            list: [Inner(text: "x", flags: [true]), nil],
            table: ["k": .max, "c": 1],
            none: nil
        )
        let line = try JSONLine.of(value)
        #expect(
            line
                == "{\"a\":0.5,\"b\":-1,\"inner\":{\"flags\":[]},\"list\":[{\"flags\":[true],\"text\":\"x\"},null],"
                + "\"table\":{\"c\":1,\"k\":1.8446744073709552e+19}}\n"
        )
    }

    @Test("What is written is parsed to the same value", arguments: ["", "\"\\\n\r\t\u{8}\u{c}\u{0}", "é写🎞", "\u{202E}\u{2028}"])
    func roundTrip(text: String) throws {
        let line = try JSONLine.of([text])
        #expect(try JSONParser.parse(Array(line.utf8).span) == .array([.string(text)]))
    }
}
