/// A value of JSON (RFC 8259). The members of an object keep their order.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number that is no 64-bit integer.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
    }

    /// Creates an object from names and values; leaves out those that are nil.
    package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// Returns the member of an object with a name, the first of several; nil for other values, and if there is none.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text; nil for other values.
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The elements of an array; nil for other values.
    package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The integer; nil for other values.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The number; nil for other values.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

extension JSONValue {
    /// The value as text. Objects and arrays whose elements are objects or arrays have a line for each element, down to `depth`
    /// levels; all others are on one line.
    package func text(depth: Int = 2) -> String {
        var writer = JSONWriter()
        writer.write(self, depth: depth, indentation: 0)
        return writer.text
    }
}

/// Writes JSON.
private struct JSONWriter {
    var text = ""

    mutating func write(_ value: JSONValue, depth: Int, indentation: Int) {
        switch value {
        case .null: text += "null"
        case .bool(let isTrue): text += isTrue ? "true" : "false"
        case .integer(let number): text += String(number)
        // JSON has no numbers that are not finite.
        case .number(let number): text += number.isFinite ? "\(number)" : "null"
        case .string(let string): write(string)
        case .array(let elements):
            list("[", "]", elements.map { (nil, $0) }, elements.contains(where: \.isNested), depth, indentation)
        case .object(let members): list("{", "}", members.map { ($0.name, $0.value) }, true, depth, indentation)
        }
    }

    private mutating func list(
        _ start: String,
        _ end: String,
        _ elements: [(String?, JSONValue)],
        _ isNested: Bool,
        _ depth: Int,
        _ indentation: Int
    ) {
        let breaks = isNested && depth > 0 && !elements.isEmpty
        text += start
        for (index, (name, value)) in elements.enumerated() {
            if index > 0 { text += breaks ? "," : ", " }
            if breaks { newLine(indentation + 2) }
            if let name {
                write(name)
                text += ": "
            }
            write(value, depth: depth - 1, indentation: indentation + 2)
        }
        if breaks { newLine(indentation) }
        text += end
    }

    private mutating func newLine(_ indentation: Int) {
        text += "\n"
        for _ in 0..<indentation { text += " " }
    }

    private mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            // Control characters, and the marks that change the direction or the lines of a display.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}",
                "\u{2066}"..."\u{2069}",
                "\u{FEFF}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONValue {
    fileprivate var isNested: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
