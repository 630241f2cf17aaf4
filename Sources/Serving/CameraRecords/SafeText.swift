/// Makes text from outside safe for a terminal.
///
/// A camera chooses its own name. Printed unchanged, a name with escape sequences could move the cursor, set the title of the
/// window or overwrite earlier output; bidirectional overrides could make it appear as another text.
package enum SafeText {
    /// `text` with every control character escaped: `\n`, `\x1b`, `\u202e`.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if steers(scalar) { safe.append(contentsOf: spelling(scalar).unicodeScalars) } else { safe.append(scalar) }
        }
        return String(safe)
    }

    /// Whether a scalar is a C0 or C1 control, a line or paragraph separator, a bidirectional control, or invisible: two names that look the
    /// same would be different ones.
    package static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        // Default ignorable code points (Unicode, DerivedCoreProperties), and the blank of Braille.
        case 0xAD, 0x034F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F,
            0x2800, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    private static func spelling(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default:
            switch scalar.value {
            case 0..<0x100: "\\x" + hex(scalar, digits: 2)
            case 0x100..<0x10000: "\\u" + hex(scalar, digits: 4)
            default: "\\u{" + hex(scalar, digits: 4) + "}"
            }
        }
    }

    package static func hex(_ scalar: Unicode.Scalar, digits: Int) -> String {
        let text = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
