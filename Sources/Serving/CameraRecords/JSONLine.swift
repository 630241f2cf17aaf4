package import JSONText

/// Values as lines of JSON.
package enum JSONLine {
    /// Returns a value as one line including its line break: keys sorted, slashes not escaped, numbers that JSON lacks as the
    /// strings "NaN", "Infinity" and "-Infinity". Characters that could control a terminal or end a line are escaped; in JSON
    /// they occur only inside strings.
    ///
    /// If `inASCII` is true, all characters outside ASCII are escaped as well.
    package static func of(_ value: some Encodable, inASCII: Bool = false) throws -> String {
        var line = ""
        write(try JSONValue(encoding: value), inASCII, to: &line)
        return line + "\n"
    }

    /// Returns a value of JSON as text on one line, without a line break.
    package static func text(_ value: JSONValue) -> String {
        var line = ""
        write(value, false, to: &line)
        return line
    }

    private static func write(_ value: JSONValue, _ inASCII: Bool, to line: inout String) {
        switch value {
        case .null: line += "null"
        case .bool(let isTrue): line += isTrue ? "true" : "false"
        case .integer(let number): line += String(number)
        case .number(let number):
            let text = "\(number)"
            line += text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        case .string(let text): write(text, inASCII, to: &line)
        case .array(let elements):
            line += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { line += "," }
                write(element, inASCII, to: &line)
            }
            line += "]"
        case .object(let members):
            line += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { line += "," }
                write(member.name, inASCII, to: &line)
                line += ":"
                write(member.value, inASCII, to: &line)
            }
            line += "}"
        }
    }

    private static func write(_ text: String, _ inASCII: Bool, to line: inout String) {
        line += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": line += "\\\""
            case "\\": line += "\\\\"
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case "\u{8}": line += "\\b"
            case "\u{C}": line += "\\f"
            default:
                if SafeText.steers(scalar) || inASCII && !scalar.isASCII {
                    line += units(scalar)
                } else {
                    line.unicodeScalars.append(scalar)
                }
            }
        }
        line += "\""
    }

    /// The UTF-16 units of a character, escaped.
    private static func units(_ scalar: Unicode.Scalar) -> String {
        scalar.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }.joined()
    }
}
