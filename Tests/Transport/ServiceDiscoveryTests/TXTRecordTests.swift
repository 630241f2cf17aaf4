import ServiceDiscovery
import Testing

/// Key and value pairs as services announce them (RFC 6763 §6).
@Suite struct TXTRecordTests {
    private static func bytes(_ strings: String...) -> [UInt8] { strings.flatMap { [UInt8($0.utf8.count)] + $0.utf8 } }

    private static func pairs(_ record: TXTRecord) -> [String] {
        record.entries.map { entry in entry.value.map { "\(entry.key)=\(String(decoding: $0, as: UTF8.self))" } ?? entry.key }
    }

    @Test(arguments: [
        (bytes("a=1", "b=2"), ["a=1", "b=2"]),
        (bytes("b=2", "a=1"), ["b=2", "a=1"]),
        (bytes("flag", "empty="), ["flag", "empty="]),
        (bytes("a=b=c"), ["a=b=c"]),
        (bytes("a b=c"), ["a b=c"]),
        (bytes(""), []),
        ([], []),
        (bytes("", "a=1", "", "b=2", ""), ["a=1", "b=2"]),
        (bytes("=x", "a=1"), ["a=1"]),
        (bytes("=", "a"), ["a"]),
        (bytes("a=1", "A=2", "a"), ["a=1"]),
        (bytes("a", "a=1"), ["a"]),
        (bytes("é=1", "a\u{7F}=1", "a\t=1", "b=é"), ["b=é"]),
    ])
    func `strings become pairs, except those that the RFC ignores`(bytes: [UInt8], expected: [String]) {
        let record = TXTRecord(parsing: bytes)
        #expect(Self.pairs(record) == expected)
        #expect(!record.isTruncated)
    }

    @Test func `a value may be any bytes, and none is not an empty one`() {
        let all = Array(UInt8.min...UInt8.max)
        let record = TXTRecord(parsing: [255, UInt8(ascii: "k"), UInt8(ascii: "=")] + all.prefix(253) + [1, UInt8(ascii: "n")])
        #expect(record["k"]?.value == Array(all.prefix(253)))
        #expect(record.text("k") == nil, "not UTF-8")
        #expect(record["n"] != nil)
        #expect(record["n"]?.value == nil)
        #expect(record["m"] == nil)
    }

    @Test func `upper and lower case are the same key`() {
        let record = TXTRecord(parsing: Self.bytes("Model=X"))
        #expect(record.text("mODEL") == "X")
        #expect(record.entries[0].key == "Model")
    }

    @Test func `a record that is cut at any byte returns the pairs that are whole`() throws {
        let whole = try TXTRecord(texts: ["first": "1", "second": String(repeating: "2", count: 100), "third": ""])
        let bytes = whole.encoded
        var boundaries: Set<Int> = [0]
        for entry in whole.entries { boundaries.insert(boundaries.max()! + 2 + entry.key.utf8.count + entry.value!.count) }
        for length in 0...bytes.count {
            let record = TXTRecord(parsing: Array(bytes.prefix(length)))
            #expect(record.entries == Array(whole.entries.prefix(boundaries.filter { $0 > 0 && $0 <= length }.count)))
            #expect(record.isTruncated == !boundaries.contains(length), "\(length)")
        }
    }

    @Test func `every record of up to three bytes can be read`() {
        // A small alphabet with every significant byte, and some without a meaning.
        let alphabet: [UInt8] = [
            0, 1, 2, 3, 0x1F, 0x20, UInt8(ascii: "="), UInt8(ascii: "A"), UInt8(ascii: "a"), 0x7F, 0x80, 0xFF,
        ]
        var worlds: [[UInt8]] = [[]]
        for _ in 0..<3 { worlds += worlds.flatMap { world in alphabet.map { world + [$0] } } }
        for world in worlds {
            let record = TXTRecord(parsing: world)
            #expect(record.entries.count <= 1)
            if !record.entries.isEmpty { #expect(TXTRecord(parsing: record.encoded).entries == record.entries) }
        }
    }

    @Test func `a record that is too long is read up to the limit`() {
        let strings = (0..<2000).flatMap { Self.bytes("key\($0)=value") }
        let record = TXTRecord(parsing: strings)
        #expect(record.isTruncated)
        #expect(record.encoded.count <= TXTRecord.maximumSize)
        #expect(record.encoded.count > TXTRecord.maximumSize - 256)
        #expect(TXTRecord(parsing: [UInt8](repeating: 0, count: 65535)).entries.isEmpty)
    }

    @Test func `written pairs are read back`() throws {
        let record = try TXTRecord([
            ("txtvers", [UInt8(ascii: "1")]), ("flag", nil), ("empty", []), ("bytes", [0, 255, UInt8(ascii: "=")]),
            ("long", [UInt8](repeating: 7, count: 250)),
        ])
        #expect(TXTRecord(parsing: record.encoded) == record)
    }

    @Test func `an empty record is one empty string`() {
        #expect(TXTRecord().encoded == [0])
        #expect(TXTRecord(parsing: TXTRecord().encoded) == TXTRecord())
    }

    @Test func `pairs that the RFC does not allow are not written`() {
        #expect(throws: TXTRecordError.invalidKey("")) { try TXTRecord(texts: ["": "x"]) }
        #expect(throws: TXTRecordError.invalidKey("a=b")) { try TXTRecord(texts: ["a=b": "x"]) }
        #expect(throws: TXTRecordError.invalidKey("é")) { try TXTRecord(texts: ["é": "x"]) }
        #expect(throws: TXTRecordError.duplicateKey("A")) { try TXTRecord(texts: ["a": "x", "A": "y"]) }
        #expect(throws: TXTRecordError.entryTooLong("a", size: 256)) { try TXTRecord([("a", [UInt8](repeating: 0, count: 254))]) }
        #expect(throws: Never.self) { try TXTRecord([("a", [UInt8](repeating: 0, count: 253))]) }
        let many = (0..<40).map { (key: "key\($0)", value: [UInt8]?.some([UInt8](repeating: 0, count: 240))) }
        #expect(throws: TXTRecordError.self) { try TXTRecord(many) }
    }
}
