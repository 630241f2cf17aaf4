import FoundationEssentials

/// Values as lines of JSON.
enum JSONLine {
    /// One line, its line break included: keys sorted, slashes as they are, numbers that JSON lacks as the strings "NaN", "Infinity" and
    /// "-Infinity". Whatever could steer a terminal, or end a line, is escaped; JSON has it only inside strings.
    static func of(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return escaped(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
    }

    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: SafeText.steers) else { return json }
        var escaped = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if SafeText.steers(scalar) {
                escaped.append(contentsOf: ("\\u" + SafeText.hex(scalar, digits: 4)).unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
