/// Error of parsing JSON, with the offset of the place in bytes.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// Kind of error.
    package enum Reason: Hashable, Sendable {
        /// The text ends within a value.
        case endsEarly
        /// This byte cannot stand here.
        case unexpected(UInt8)
        /// A text is not UTF-8, contains a control character, or an invalid escape.
        case invalidText
        /// A number is malformed, or too large.
        case invalidNumber
        /// Arrays and objects are nested deeper than the limit.
        case tooDeep(limit: Int)
        /// There are more values than the limit.
        case tooManyValues(limit: Int)
        /// Further text follows the value.
        case surplus
    }

    package let offset: Int
    package let reason: Reason

    /// Description in English.
    package var description: String {
        let words =
            switch reason {
            case .endsEarly: "the text ends within a value"
            case .unexpected(let byte): "the byte 0x\(String(byte, radix: 16)) cannot stand here"
            case .invalidText: "a text is not valid"
            case .invalidNumber: "a number is not valid"
            case .tooDeep(let limit): "it is nested deeper than \(limit) levels"
            case .tooManyValues(let limit): "it has more than \(limit) values"
            case .surplus: "text follows the end"
            }
        return "\(words) (byte \(offset))"
    }
}

/// Parses JSON (RFC 8259) from an untrusted source, within limits.
package struct JSONParser: ~Escapable {
    /// Maximum depth of arrays and objects.
    package static let depthLimit = 32
    /// Maximum number of values.
    package static let valueLimit = 2_000_000

    private let bytes: Span<UInt8>
    private var offset = 0
    private var count = 0

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// Parses one value.
    ///
    /// - Throws: ``JSONError`` if the text is not JSON, or exceeds a limit.
    package static func parse(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        if parser.offset < bytes.count { throw parser.error(.surplus) }
        return value
    }

    private func error(_ reason: JSONError.Reason) -> JSONError { JSONError(offset: offset, reason: reason) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func pop() throws(JSONError) -> UInt8 {
        guard let byte = next else { throw error(.endsEarly) }
        offset += 1
        return byte
    }

    private mutating func expect(_ wanted: UInt8) throws(JSONError) {
        guard let byte = next else { throw error(.endsEarly) }
        guard byte == wanted else { throw error(.unexpected(byte)) }
        offset += 1
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        count += 1
        if count > Self.valueLimit { throw error(.tooManyValues(limit: Self.valueLimit)) }
        skipSpace()
        guard let byte = next else { throw error(.endsEarly) }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in "\(text)".utf8 { try expect(byte) }
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        if depth > Self.depthLimit { throw error(.tooDeep(limit: Self.depthLimit)) }
        try expect(UInt8(ascii: "["))
        var elements: [JSONValue] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            offset += 1
            return .array(elements)
        }
        while true {
            elements.append(try value(depth: depth))
            if try !goesOn(until: UInt8(ascii: "]")) { return .array(elements) }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        if depth > Self.depthLimit { throw error(.tooDeep(limit: Self.depthLimit)) }
        try expect(UInt8(ascii: "{"))
        var members: [JSONValue.Member] = []
        skipSpace()
        if next == UInt8(ascii: "}") {
            offset += 1
            return .object(members)
        }
        while true {
            skipSpace()
            let name = try string()
            skipSpace()
            try expect(UInt8(ascii: ":"))
            members.append(JSONValue.Member(name, try value(depth: depth)))
            if try !goesOn(until: UInt8(ascii: "}")) { return .object(members) }
        }
    }

    /// Consumes a comma or the end of a list; returns whether it was a comma.
    private mutating func goesOn(until end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        let byte = try pop()
        if byte == end { return false }
        if byte == UInt8(ascii: ",") { return true }
        offset -= 1
        throw error(.unexpected(byte))
    }

    // MARK: Texts

    private mutating func string() throws(JSONError) -> String {
        try expect(UInt8(ascii: "\""))
        let start = offset
        // Most texts have no escapes: they are decoded as they are.
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
        var decoded = Array(bytes, start..<offset)
        while true {
            let byte = try pop()
            if byte == UInt8(ascii: "\"") { break }
            if byte < 0x20 { throw error(.invalidText) }
            if byte == UInt8(ascii: "\\") { decoded.append(contentsOf: try escape()) } else { decoded.append(byte) }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw error(.invalidText) }
        return text
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        switch try pop() {
        case UInt8(ascii: "\""): [0x22]
        case UInt8(ascii: "\\"): [0x5C]
        case UInt8(ascii: "/"): [0x2F]
        case UInt8(ascii: "b"): [8]
        case UInt8(ascii: "f"): [12]
        case UInt8(ascii: "n"): [10]
        case UInt8(ascii: "r"): [13]
        case UInt8(ascii: "t"): [9]
        case UInt8(ascii: "u"): Array(String(Character(try scalar())).utf8)
        default: throw error(.invalidText)
        }
    }

    /// A code point in four hexadecimal digits, or in eight as a surrogate pair.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let high = try unit()
        if let scalar = Unicode.Scalar(UInt32(high)) { return scalar }
        guard UTF16.isLeadSurrogate(high) else { throw error(.invalidText) }
        try expect(UInt8(ascii: "\\"))
        try expect(UInt8(ascii: "u"))
        let low = try unit()
        guard UTF16.isTrailSurrogate(low) else { throw error(.invalidText) }
        return UTF16.decode(UTF16.EncodedScalar([high, low]))
    }

    private mutating func unit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try pop())).hexDigitValue else { throw error(.invalidText) }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        while let byte = next, Self.isOfNumber(byte) { offset += 1 }
        guard offset > start else { throw error(.unexpected(bytes[start])) }
        // No number of the formats that are read has as many digits.
        guard offset - start <= 64, bytes[start] != UInt8(ascii: "+") else { throw error(.invalidNumber) }
        let text = String(decoding: Array(bytes, start..<offset), as: UTF8.self)
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw error(.invalidNumber) }
        return .number(number)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }
}

extension [UInt8] {
    /// Copies a part of a span.
    fileprivate init(_ span: Span<UInt8>, _ range: Range<Int>) {
        self = []
        reserveCapacity(range.count)
        for index in range { append(span[index]) }
    }
}
