/// Makes text from outside harmless on a terminal.
///
/// A camera chooses its own name. Printed as it is, one that holds escape sequences could move the cursor, retitle the window or rewrite
/// what was printed before; bidirectional overrides could make it read as something else.
enum SafeText {
    /// `text` with everything that steers rather than shows spelt out: `\n`, `\x1b`, `\u202e`.
    static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if steers(scalar) { safe.append(contentsOf: spelling(scalar).unicodeScalars) } else { safe.append(scalar) }
        }
        return String(safe)
    }

    /// True for C0 and C1 controls, line and paragraph separators, and bidirectional controls.
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
