/// Text in lines, indented by blocks.
package struct CodeWriter {
    package private(set) var text = ""
    private var depth = 0
    package let indent: String
    /// Maximum number of characters of a line of a header.
    static let headerWidth = 120
    /// Maximum number of characters of a line of C or C++, which is continued on further lines; nil for no limit.
    package let width: Int?

    package init(indent: String = "    ", width: Int? = nil) {
        self.indent = indent
        self.width = width
    }

    /// Writes one line, or several that are joined by newlines, at the current depth; an empty line stays empty.
    package mutating func line(_ line: String = "") {
        guard line.utf8.contains(UInt8(ascii: "\n")) else { return writeLine(line[...]) }
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) { writeLine(part) }
    }

    private mutating func writeLine(_ part: Substring) {
        // A line has at least as many bytes as characters, which take longer to count.
        guard let width, case let limit = width - depth * indent.count, part.utf8.count > limit, part.count > limit else {
            return write(part)
        }
        for line in LongLine(part, indent: indent).lines(width: limit) { write(line) }
    }

    private mutating func write(_ line: some StringProtocol) {
        if !line.isEmpty {
            for _ in 0..<depth { text += indent }
            text += line
        }
        text += "\n"
    }

    /// Writes `opening`, the output of `body` one level deeper, and `closing`.
    package mutating func block(_ opening: String, _ closing: String = "}", _ body: (inout CodeWriter) -> Void) {
        line(opening)
        depth += 1
        body(&self)
        depth -= 1
        line(closing)
    }

    /// Writes the output of `body` one level deeper.
    package mutating func indented(_ body: (inout CodeWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Writes a line one level less deep, indented by one space: an access specifier.
    package mutating func label(_ text: String) {
        for _ in 0..<max(0, depth - 1) { self.text += indent }
        self.text += " \(text)\n"
    }

    /// Ensures one empty line, but not two.
    package mutating func gap() {
        if !text.isEmpty && !text.hasSuffix("\n\n") { text += "\n" }
    }
}

extension String {
    /// The text, line by line.
    package var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
