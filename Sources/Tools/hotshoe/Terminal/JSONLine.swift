import FoundationEssentials

/// Values as lines of JSON.
enum JSONLine {
    /// Returns a value as one line including its line break: keys sorted, slashes not escaped, numbers that JSON lacks as the
    /// strings "NaN", "Infinity" and "-Infinity". Characters that could control a terminal or end a line are escaped; in JSON
    /// they occur only inside strings.
    ///
    /// If `inASCII` is true, all characters outside ASCII are escaped as well.
    static func of(_ value: some Encodable, inASCII: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        let json = escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
        return (inASCII ? ascii(json) : json) + "\n"
    }

    /// Escapes the characters outside ASCII, which occur only inside strings, as UTF-16 units.
    private static func ascii(_ json: String) -> String {
        if json.utf8.allSatisfy({ $0 < 0x80 }) { return json }
        return json.unicodeScalars.map { scalar in
            scalar.isASCII ? String(scalar) : units(scalar)
        }.joined()
    }

    /// The UTF-16 units of a character, escaped.
    private static func units(_ scalar: Unicode.Scalar) -> String {
        scalar.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }.joined()
    }

    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: SafeText.steers) else { return json }
        var escaped = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if SafeText.steers(scalar) {
                escaped.append(contentsOf: units(scalar).unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
