/// Documentation in the language of its reader: links become names of the language, words of Swift become its words.
struct Prose {
    let names: DocumentedNames
    /// Whether a failure is an exception; otherwise it is a status.
    let hasExceptions: Bool
    /// Whether the language raises exceptions instead of throwing them.
    var raises = false
    /// The word for the absence of a value.
    var none = "absent"
    /// The name of a declaration in the language; nil if it has none.
    let name: (DocumentedNames.Entity) -> String?

    /// A part of a text.
    private enum Part {
        case plain(Substring)
        /// Text in backquotes.
        case code(Substring)
        /// The path of a link.
        case link(Substring)
    }

    /// The lines of a comment, each at most `width` characters long if its words permit that.
    func lines(_ lines: [String], in scope: [String], width: Int) -> [String] {
        Paragraphs(lines).map { text($0, in: scope) }.lines(width: width)
    }

    /// A text in the reader's language, for a comment in the type with a path.
    func text(_ text: String, in scope: [String]) -> String {
        let parts = Self.parts(text)
        var result = ""
        for (index, part) in parts.enumerated() {
            switch part {
            case .plain(let words):
                var followsLink = false
                if index + 1 < parts.count, case .link = parts[index + 1] { followsLink = true }
                result += plain(String(words), beforeLink: followsLink)
            case .code("nil"): result += none
            case .code("async"): result += "asynchronous"
            case .code("self"): result += "the value"
            case .code(let code): result += "`\(self.code(String(code), in: scope))`"
            case .link(let path): result += "`\(name(of: String(path), in: scope))`"
            }
        }
        guard !hasExceptions, result.contains(word: "that `") else { return result }
        return result.replacing(/the errors? that (`[^`]+`) fails\b/) { "the errors of \($0.1)" }
    }

    /// The parts of a text, split at single and double backquotes.
    private static func parts(_ text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let mark = rest.firstIndex(of: "`") {
            if mark > rest.startIndex { parts.append(.plain(rest[..<mark])) }
            let fence = rest[mark...].prefix { $0 == "`" }
            let inner = rest[fence.endIndex...]
            guard let end = inner.firstRange(of: fence) else {
                parts.append(.plain(rest[mark...]))
                return parts
            }
            let content = inner[..<end.lowerBound]
            parts.append(fence.count == 2 ? .link(content) : .code(content))
            rest = inner[end.upperBound...]
        }
        if !rest.isEmpty { parts.append(.plain(rest)) }
        return parts
    }

    /// Code, in which a declaration of the library (`Station.connect()`) has its name in the language.
    ///
    /// A parameter or a member (`cropSize`) has its name too, and the limits of a number those of the language.
    private func code(_ code: String, in scope: [String]) -> String {
        if let number = Self.numbers[code] { return number }
        guard code.first?.isUppercase == true else {
            if let member = names.constant(code, in: scope) ?? names.function(code, in: scope) { return name(member) ?? code }
            let isName = code.contains(where: \.isUppercase) && code.allSatisfy { $0.isLetter || $0.isNumber }
            return isName ? names.entity(code, in: scope).flatMap(name) ?? Words.snake(code) : code
        }
        let path = code.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
        return names.entity(path, in: scope).flatMap(name) ?? code
    }

    private static let numbers = [
        "Int": "int64_t", "UInt": "uint64_t", "Int.max": "INT64_MAX", "Int.min": "INT64_MIN", "UInt.max": "UINT64_MAX",
    ]

    private func name(of path: String, in scope: [String]) -> String {
        if let entity = names.entity(path, in: scope), let name = name(entity) { return name }
        // A declaration that the library does not have: its name, without labels.
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return Words.snake(String(last.prefix { $0 != "(" && $0 != "-" }))
    }

    /// Text outside code, with the words of the language. Most text has none of Swift's words: a regular expression is parsed each
    /// time that it is used, which took a third of the generator's time.
    private func plain(_ text: String, beforeLink: Bool) -> String {
        var text = text
        if text.contains(word: "nil") || text.contains(word: "Nil") {
            text = text.replacing(/\b([Aa]) nil\b/) { "\($0.1)\(none.hasPrefix("a") ? "n" : "") \(none)" }
            text = text.replacing(/\bnil\b/, with: none)
            text = text.replacing(/\bNil\b/, with: none.prefix(1).uppercased() + none.dropFirst())
        }
        if text.contains(word: "task") {
            text = text.replacing(/(the|a|the calling|a calling|the caller's) task is cancelled/) { match in
                (match.1.hasPrefix("a") ? "a" : "the") + " call is cancelled"
            }
            text = text.replacing("he caller's task ", with: "he caller ")
            text = text.replacing("ancelling the task", with: "ancelling the call")
        }
        if !text.contains(word: "hrow") { return text }
        if hasExceptions { return raises ? Self.replacingVerb(in: text, "raise") : text }
        return Self.failing(text, beforeLink: beforeLink)
    }

    /// Text in which a function fails instead of throwing.
    private static func failing(_ text: String, beforeLink: Bool) -> String {
        var text = text
        if text.contains(word: "error") {
            text = text.replacing(/\b([Tt])hrow(s?) the ((same )?error)/) { match in
                "\(match.1 == "T" ? "F" : "f")ail\(match.2) with the \(match.3)"
            }
        }
        if beforeLink {
            text = text.replacing(/\b([Tt])hrow(s?) $/) { match in "\(match.1 == "T" ? "F" : "f")ail\(match.2) with " }
        }
        return replacingVerb(in: text, "fail")
    }

    /// Text with another verb instead of throwing.
    private static func replacingVerb(in text: String, _ verb: String) -> String {
        text.replacing(/\b([Tt])hrow(s?)\b/) { match in
            (match.1 == "T" ? verb.prefix(1).uppercased() + verb.dropFirst() : verb) + match.2
        }
    }
}

extension String {
    /// Whether the text contains a word of ASCII characters. The search of `contains` compares characters, which took a fifth of the
    /// generator's time.
    fileprivate func contains(word: String) -> Bool {
        guard let first = word.utf8.first else { return true }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: word.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

/// A comment as paragraphs, list items and blocks of code.
struct Paragraphs {
    private enum Block {
        case empty
        /// Text that may be wrapped; the following lines have `indent` spaces.
        case text(String, indent: Int)
        /// A line that stays as it is: of a table, or of code.
        case fixed(String)
    }

    private var blocks: [Block] = []

    init(_ lines: [String]) {
        var isCode = false
        for line in lines {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("```") {
                isCode.toggle()
                blocks.append(.fixed(line))
            } else if isCode || line.hasPrefix("    ") || trimmed.hasPrefix("|") {
                blocks.append(.fixed(line))
            } else if trimmed.isEmpty {
                blocks.append(.empty)
            } else if Self.beginsItem(trimmed) {
                blocks.append(.text(line, indent: line.count - trimmed.count + 2))
            } else if case .text(let before, let indent)? = blocks.last {
                blocks[blocks.count - 1] = .text("\(before) \(trimmed)", indent: indent)
            } else {
                blocks.append(.text(line, indent: 0))
            }
        }
    }

    /// The first characters of a line that begins an item.
    private static let marks = ["- ", "* ", "+ ", "> ", "@", "#", ":param ", ":returns:", ":raises "]

    /// Whether a line begins an item of a list, a heading, a quotation, or a tag such as `@param` or `:param`.
    private static func beginsItem(_ line: Substring) -> Bool {
        if Self.marks.contains(where: { line.hasPrefix($0) }) { return true }
        let number = line.prefix { $0.isNumber }
        return !number.isEmpty && line.dropFirst(number.count).hasPrefix(". ")
    }

    /// The paragraphs with their texts converted; code stays as it is.
    func map(_ convert: (String) -> String) -> Paragraphs {
        var paragraphs = self
        paragraphs.blocks = blocks.map { block in
            if case .text(let text, let indent) = block { .text(convert(text), indent: indent) } else { block }
        }
        return paragraphs
    }

    /// The lines, each at most `width` characters long if its words permit that.
    func lines(width: Int) -> [String] {
        blocks.flatMap { block -> [String] in
            switch block {
            case .empty: [""]
            case .fixed(let line): [line]
            case .text(let text, let indent): Self.wrapped(text, indent, width)
            }
        }
    }

    private static func wrapped(_ text: String, _ indent: Int, _ width: Int) -> [String] {
        let start = text.prefix { $0 == " " }
        var lines: [String] = []
        var line = String(start)
        var isEmpty = true
        var length = start.count
        for word in text.split(separator: " ") {
            let count = word.count
            if !isEmpty, length + 1 + count > width {
                lines.append(line)
                (line, length, isEmpty) = (String(repeating: " ", count: indent), indent, true)
            }
            line += (isEmpty ? "" : " ") + word
            length += (isEmpty ? 0 : 1) + count
            isEmpty = false
        }
        return lines + [line]
    }
}
