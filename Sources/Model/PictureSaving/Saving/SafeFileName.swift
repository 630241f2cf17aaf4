/// Converts a name that a camera reports into a file name that is safe on this computer. Pure.
///
/// The result is one path component. It contains no separator and no control, bidirectional control, zero-width or other
/// invisible character, has no blanks at its ends, and starts neither with "-", which programs read as an option, nor with ".",
/// which hides the file.
enum SafeFileName {
    /// Maximum length in bytes of UTF-8. File systems limit a name to 255 bytes; the rest is for suffixes such as ".1234-1.part".
    static let maximumByteCount = 200

    /// Returns the safe form of `name`. A name without a usable character becomes "unnamed". A long name keeps its end, which
    /// contains the extension.
    static func of(_ name: String) -> String {
        var scalars = name.unicodeScalars.map { isUnsafe($0) ? "_" : $0 }[...]
        // Truncates before the rules about the first character, as truncation determines which character is the first.
        var byteCount = scalars.reduce(0) { $0 + UTF8.width($1) }
        while byteCount > maximumByteCount, let first = scalars.popFirst() { byteCount -= UTF8.width(first) }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        guard scalars.contains(where: { $0 != "." && !$0.properties.isWhitespace }) else { return "unnamed" }
        if scalars.first == "." || scalars.first == "-" { scalars[scalars.startIndex] = "_" }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if "/\\:".unicodeScalars.contains(scalar) || scalar.properties.isDefaultIgnorableCodePoint { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: return true
        // Noncharacters included.
        case .unassigned: return true
        default: return false
        }
    }
}
