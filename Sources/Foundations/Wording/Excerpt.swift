/// The beginning of a user's word, for a message.
package enum Excerpt {
    package static func quoted(_ text: String) -> String { "\"\(plain(text))\"" }

    package static func plain(_ text: String) -> String {
        // Counted in scalars, because one grapheme may be a megabyte long.
        guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: 60, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return String(text.unicodeScalars[..<end]) + "…"
    }
}
