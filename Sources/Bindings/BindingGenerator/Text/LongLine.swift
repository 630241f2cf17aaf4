/// A line of C or C++ that is too long, and is continued on further lines.
struct LongLine {
    private let text: [Character]
    private let indent: String
    /// The number of spaces at its beginning.
    private let margin: Int
    /// Whether it continues another line.
    private let isContinued: Bool

    init(_ line: some StringProtocol, indent: String, isContinued: Bool = false) {
        text = Array(line)
        self.indent = indent
        self.isContinued = isContinued
        margin = text.prefix { $0 == " " }.count
    }

    /// The lines, each within a width where there is a place to end it. Comments and preprocessor lines are returned unchanged.
    func lines(width: Int) -> [String] {
        let line = String(text)
        let code = text[margin...]
        guard text.count > width, let first = code.first, first != "#", !code.starts(with: "/"), !code.starts(with: "*"),
            text.last != "\\"
        else { return [line] }
        if let body = body { return block(head: body.head, body.body, width: width) }
        guard let end = end(width: width) else { return [line] }
        // Further lines are two levels deeper, and not deeper again.
        let depth = margin + (isContinued ? 0 : indent.count * 2)
        let rest = String(repeating: " ", count: depth) + String(text[end...].drop { $0 == " " })
        return [String(text[..<end])] + LongLine(rest, indent: indent, isContinued: true).lines(width: width)
    }

    // MARK: Function bodies

    /// The head and the body of a function on one line; nil for another line.
    private var body: (head: String, body: String)? {
        guard text.last == "}", let open = marks.first(where: { $0.kind == .body && $0.depth == 0 })?.index else { return nil }
        let body = String(text[(open + 3)...].dropLast(2))
        return body.hasSuffix(";") && !isContinued ? (String(text[..<open]) + " {", body) : nil
    }

    private func block(head: String, _ body: String, width: Int) -> [String] {
        let space = String(repeating: " ", count: margin)
        return LongLine(head, indent: indent).lines(width: width)
            + LongLine(space + indent + body, indent: indent).lines(width: width) + [space + "}"]
    }

    // MARK: Ends of lines

    /// The index at which the line ends: after a comma or before an operator, as few parentheses deep as possible, or after a
    /// parenthesis or a type.
    private func end(width: Int) -> Int? {
        let ends = marks.filter { $0.kind != .body && $0.end > margin && $0.end <= width && $0.end < text.count }
        let separators = ends.filter { $0.kind == .separator }
        guard let depth = separators.map(\.depth).min() else { return ends.last?.end }
        return separators.last { $0.depth == depth }?.end
    }

    /// A place at which the line may end.
    private struct Mark {
        enum Kind {
            /// A comma or an operator.
            case separator
            /// A parenthesis, or the end of the type of a function's result: only if there is no separator.
            case opening
            /// The brace of a function's body, which is no end of a line.
            case body
        }

        var kind: Kind
        /// The index of its first character.
        var index: Int
        /// The index after the end of the line.
        var end: Int
        /// Number of parentheses, brackets and braces around it.
        var depth: Int
    }

    private static let operators = [" && ", " || ", " ? ", " : ", " << "]

    /// The places outside literals.
    private var marks: [Mark] {
        var marks: [Mark] = []
        var depth = 0
        var quote: Character?
        var index = margin
        while index < text.count {
            let character = text[index]
            if quote == nil, text[index...].starts(with: "//") { break }
            if character == "\\" {
                index += 2
                continue
            }
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" && !isDigitSeparator(index) {
                quote = character
            } else if let mark = mark(at: index, depth) {
                marks.append(mark)
            }
            if quote == nil {
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
            }
            index += 1
        }
        return marks
    }

    private func mark(at index: Int, _ depth: Int) -> Mark? {
        func follows(_ word: String) -> Bool { text[index...].starts(with: word) }
        switch text[index] {
        case "," where follows(", "): return Mark(kind: .separator, index: index, end: index + 1, depth: depth)
        case "(": return Mark(kind: .opening, index: index, end: index + 1, depth: depth)
        case ">" where follows("> "): return Mark(kind: .opening, index: index, end: index + 1, depth: depth)
        case " " where follows(" { "): return Mark(kind: .body, index: index, end: index, depth: depth)
        case " " where Self.operators.contains(where: follows):
            return Mark(kind: .separator, index: index, end: index, depth: depth)
        default: return nil
        }
    }

    private func isDigitSeparator(_ index: Int) -> Bool { index > 0 && text[index - 1].isHexDigit && index + 1 < text.count }
}
