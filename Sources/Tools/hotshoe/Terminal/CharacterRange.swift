import CameraRecords

/// The characters that a stream may receive. The only place where the locale is evaluated.
enum CharacterRange: Sendable, Equatable {
    case unicode
    /// ASCII only: other characters are replaced by similar ones, or escaped.
    case ascii

    /// Determines the range from the environment variables that POSIX defines: the first of `LC_ALL`, `LC_CTYPE` and `LANG`
    /// that is not empty names a locale and its encoding. Unicode if the encoding is UTF-8 or no variable is set.
    init(environment: (String) -> String?) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
        guard let locale else {
            self = .unicode
            return
        }
        let encoding = locale.lowercased().filter { $0 != "-" }
        self = encoding.contains("utf8") ? .unicode : .ascii
    }
}

/// Replaces characters outside ASCII. Pure.
enum ASCIIText {
    /// The text in ASCII: typographic characters become similar ones, the rest are escaped as `\u00e9`.
    static func of(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let fraction = fractions[scalar] {
                // "+1⅓" is one and a third, not eleven thirds.
                if result.last?.isNumber == true { result += " " }
                result += fraction
            } else {
                result += similar[scalar] ?? "\\u\(SafeText.hex(scalar, digits: 4))"
            }
        }
        return result
    }

    /// The text in ASCII, limited to `columns` columns. Escape sequences of colours are not counted.
    static func of(_ text: String, columns: Int) -> String {
        let text = of(text)
        guard text.utf8.count > columns, !text.contains("\u{1B}") else { return text }
        return String(text.prefix(max(0, columns)))
    }

    private static let similar: [Unicode.Scalar: String] = [
        "–": "-", "—": "-", "−": "-", "─": "-", "…": "...", "×": "x", "→": "->", "←": "<-", "★": "*", "█": "#", "▇": "#",
        "▀": "#",
        "“": "\"", "”": "\"", "‘": "'", "’": "'", "·": ".", "°": " deg", "µ": "u", "\u{A0}": " ", "ƒ": "f",
    ]

    private static let fractions: [Unicode.Scalar: String] = [
        "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8",
        "⅞": "7/8",
    ]
}
