/// Breaks text into lines of limited width.
package enum TextWrapping {
    /// The words of `text` in lines of at most `width` columns. A longer word has a separate line and exceeds the width.
    package static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var (line, used) = ("", 0)
        for word in text.split(separator: " ") {
            let wordWidth = DisplayWidth.of(String(word))
            if used > 0, used + 1 + wordWidth > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            line += (used > 0 ? " " : "") + word
            used += wordWidth + (used > 0 ? 1 : 0)
        }
        return used > 0 ? lines + [line] : lines
    }

    /// Wraps paragraphs; empty lines separate them in the text and in the result.
    package static func paragraphs(_ text: String, width: Int) -> [String] {
        let paragraphs = text.split(separator: "\n\n", omittingEmptySubsequences: true).map { lines(String($0), width: width) }
        return Array(paragraphs.joined(separator: [""]))
    }
}
