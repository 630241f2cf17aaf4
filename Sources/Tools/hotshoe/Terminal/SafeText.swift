/// Makes text from outside safe for a terminal.
///
/// A camera chooses its own name. Printed unchanged, a name with escape sequences could move the cursor, set the title of the
/// window or overwrite earlier output; bidirectional overrides could make it appear as another text.
enum SafeText {
    /// `text` with every control character escaped: `\n`, `\x1b`, `\u202e`.
    static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if steers(scalar) { safe.append(contentsOf: spelling(scalar).unicodeScalars) } else { safe.append(scalar) }
        }
        return String(safe)
    }

    /// Whether a scalar is a C0 or C1 control, a line or paragraph separator, or a bidirectional control.
    static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func spelling(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: scalar.value < 0x100 ? "\\x" + hex(scalar, digits: 2) : "\\u" + hex(scalar, digits: 4)
        }
    }

    static func hex(_ scalar: Unicode.Scalar, digits: Int) -> String {
        let text = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
