/// Text in lines, indented by blocks.
package struct CodeWriter {
    package private(set) var text = ""
    private var depth = 0
    package let indent: String

    package init(indent: String = "    ") {
        self.indent = indent
    }

    /// Writes one line, or several that are joined by newlines, at the current depth; an empty line stays empty.
    package mutating func line(_ line: String = "") {
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
            if !part.isEmpty {
                for _ in 0..<depth { text += indent }
                text += part
            }
            text += "\n"
        }
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
