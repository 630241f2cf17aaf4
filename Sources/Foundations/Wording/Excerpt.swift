/// The beginning of a user's word, for a message.
package enum Excerpt {
    /// The text without what follows the `#` of an address of a server: a token.
    package static func withoutSecrets(_ text: String) -> String {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let isSecret = parts.count == 2 && (parts[1].hasPrefix("token=") || parts[1].hasPrefix("key="))
        return isSecret ? "\(parts[0])#…" : text
    }

    package static func quoted(_ text: String) -> String { "\"\(plain(text))\"" }

    package static func plain(_ text: String) -> String {
        let text = withoutSecrets(text)
        // Counted in scalars, because one grapheme may be a megabyte long.
        guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: 60, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return String(text.unicodeScalars[..<end]) + "…"
    }
}
