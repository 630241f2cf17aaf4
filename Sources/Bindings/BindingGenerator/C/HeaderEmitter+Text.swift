import BindingModel

/// Comments, and declarations on several lines.
extension HeaderEmitter {
    /// Writes a documentation comment, about the type with a path or a declaration in it.
    mutating func comment(_ lines: [String], in scope: [String] = [], deprecation: Deprecation? = nil) {
        guard isDocumented else { return }
        var lines = lines
        if let deprecation { lines += ["", "Deprecated" + (deprecation.message.map { ": \($0)" } ?? "")] }
        Self.write(prose.lines(lines, in: scope, width: CodeWriter.headerWidth - 3), &writer)
    }

    /// A text that neither ends a comment nor begins one, nor contains the trigraph of a backslash.
    static func harmless(_ text: String) -> String {
        text.replacing("*/", with: "* /").replacing("/*", with: "/ *").replacing("??/", with: "? ?/")
    }

    /// Writes lines as a comment.
    static func write(_ lines: [String], _ writer: inout CodeWriter) {
        let lines = lines.map(harmless)
        if lines.isEmpty { return }
        if lines.count == 1 && lines[0].count < 110 { return writer.line("/** \(lines[0]) */") }
        writer.line("/**")
        for line in lines { writer.line(line.isEmpty ? " *" : " * \(line)") }
        writer.line(" */")
    }

    /// The first paragraph of a comment, as one line.
    func summary(_ documentation: String, in scope: [String]) -> String {
        let paragraph = Documentation(documentation).body.prefix { !$0.isEmpty }.joined(separator: " ")
        return prose.text(paragraph, in: scope)
    }

    /// Writes a member of a structure or an enumeration with its comment: after it if the line has room, otherwise before it.
    static func member(_ code: String, _ text: String, depth: Int, _ writer: inout CodeWriter) {
        if text.isEmpty { return writer.line(code) }
        let text = harmless(text)
        let line = "\(code) /**< \(text) */"
        if line.count + depth * 4 <= CodeWriter.headerWidth { return writer.line(line) }
        write(Paragraphs([text]).lines(width: CodeWriter.headerWidth - 3 - depth * 4), &writer)
        writer.line(code)
    }

    /// Writes a declaration with parameters, on several lines if one would be too long.
    static func declare(
        _ start: String,
        _ parameters: [String],
        _ end: String,
        depth: Int = 0,
        _ writer: inout CodeWriter
    ) {
        let parameters = parameters.isEmpty ? ["void"] : parameters
        let line = start + parameters.joined(separator: ", ") + end
        if line.count + depth * 4 <= 118 { return writer.line(line) }
        writer.line(start)
        let words = parameters.enumerated().map { $0.element + ($0.offset == parameters.count - 1 ? end : ",") }
        writer.indented { writer in
            var line = ""
            for word in words {
                if !line.isEmpty, line.count + word.count + 1 + (depth + 1) * 4 > CodeWriter.headerWidth {
                    writer.line(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            writer.line(line)
        }
    }
}
