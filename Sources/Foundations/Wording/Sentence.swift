/// Formatting of sentences. Pure.
package enum Sentence {
    /// The text with a full stop, unless it already ends in a punctuation mark.
    package static func ended(_ text: String) -> String {
        // A line to type is not changed.
        guard let last = text.last, !".?!:`)".contains(last), !text.has("Usage: ") else { return text }
        return text + "."
    }

    /// Whether a text is a complete sentence, not only a predicate.
    package static func isWhole(_ text: String) -> Bool {
        text.first.map { $0.isUppercase || $0.isNumber || $0 == "\"" || $0 == "`" } ?? false
    }
}

extension String {
    /// Whether a word is in the text. The library's own search for a text would link the whole of its regular expressions: a megabyte.
    fileprivate func has(_ word: String) -> Bool { indices.contains { self[$0...].hasPrefix(word) } }
}
