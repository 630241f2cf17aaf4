/// A word, sign or literal of a declaration.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A keyword, the name of a type, …
        case word
        /// The name of the declaration.
        case name
        /// The argument label of a parameter.
        case external
        /// The internal name of a parameter.
        case `internal`
        case sign
        case literal
    }

    var kind: Kind
    var text: String
    /// The USR of the type that the token names.
    var usr: String?
    /// The white space before the token.
    var space: String
}

/// The tokens of declaration fragments, consumed from the front.
struct TokenStream {
    private let tokens: [Token]
    private(set) var position = 0

    init(_ fragments: [SymbolGraph.Fragment]) {
        var lexer = Lexer()
        for fragment in fragments { lexer.append(fragment) }
        tokens = lexer.tokens
    }

    var next: Token? { position < tokens.count ? tokens[position] : nil }
    var isAtEnd: Bool { position >= tokens.count }

    func peek(_ distance: Int = 1) -> Token? {
        position + distance < tokens.count ? tokens[position + distance] : nil
    }

    /// Whether one of the tokens is a word that names no type of a module.
    func contains(word: String) -> Bool {
        tokens.contains { $0.kind == .word && $0.text == word && $0.usr == nil }
    }

    func isAt(_ text: String) -> Bool {
        guard let next else { return false }
        return next.text == text && (next.kind == .sign || next.kind == .word)
    }

    @discardableResult
    mutating func advance() -> Token? {
        defer { position += 1 }
        return next
    }

    mutating func accept(_ text: String) -> Bool {
        guard isAt(text) else { return false }
        position += 1
        return true
    }

    /// Skips from an opening bracket to the matching closing one.
    mutating func skipBrackets() {
        var depth = 0
        repeat {
            if isAt("(") || isAt("[") || isAt("{") { depth += 1 }
            if isAt(")") || isAt("]") || isAt("}") { depth -= 1 }
            advance()
        } while depth > 0 && !isAtEnd
    }
}

/// Splits fragments into tokens.
private struct Lexer {
    var tokens: [Token] = []
    private var space = ""

    mutating func append(_ fragment: SymbolGraph.Fragment) {
        switch fragment.kind {
        case "identifier": add(.name, fragment.spelling.unquoted)
        case "externalParam": add(.external, fragment.spelling.unquoted)
        case "internalParam": add(.internal, fragment.spelling.unquoted)
        case "typeIdentifier": add(.word, fragment.spelling.unquoted, usr: fragment.preciseIdentifier)
        case "keyword", "genericParameter": add(.word, fragment.spelling)
        case "number", "string": add(.literal, fragment.spelling)
        case "attribute" where fragment.preciseIdentifier != nil: add(.word, fragment.spelling, usr: fragment.preciseIdentifier)
        default: cut(fragment.spelling)
        }
    }

    private mutating func add(_ kind: Token.Kind, _ text: String, usr: String? = nil) {
        tokens.append(Token(kind: kind, text: text, usr: usr, space: space))
        space = ""
    }

    private mutating func cut(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                space.append(first)
                rest.removeFirst()
            } else if let string = rest.stringLiteral(depth: 0) {
                add(.literal, String(string))
                rest = rest[string.endIndex...]
            } else if first.isWordPart {
                let word = rest.prefix { $0.isWordPart }
                add(first.isNumber ? .literal : .word, String(word))
                rest = rest[word.endIndex...]
            } else if let sign = ["...", "->", "..<"].first(where: { rest.hasPrefix($0) }) {
                add(.sign, sign)
                rest = rest.dropFirst(sign.count)
            } else {
                add(.sign, String(first))
                rest.removeFirst()
            }
        }
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

extension String {
    /// The text without the backquotes around a keyword.
    fileprivate var unquoted: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }
}

extension Substring {
    /// Maximum depth of strings in the interpolations of others; the rest of a deeper one counts as text.
    private static let deepestString = 30

    /// The string literal at the beginning, including interpolations that contain strings.
    fileprivate func stringLiteral(depth: Int) -> Substring? {
        let hashes = prefix { $0 == "#" }
        let opening = self[hashes.endIndex...]
        guard opening.first == "\"" else { return nil }
        let quote = opening.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        var index = self.index(hashes.endIndex, offsetBy: quote.count)
        while index < endIndex {
            let rest = self[index...]
            if rest.hasPrefix(quote + hashes) { return self[..<self.index(index, offsetBy: quote.count + hashes.count)] }
            if rest.hasPrefix("\\" + hashes + "("), depth < Self.deepestString {
                index = rest.endOfInterpolation(after: hashes.count + 2, depth: depth + 1)
            } else {
                index = self.index(index, offsetBy: rest.first == "\\" && hashes.isEmpty ? 2 : 1, limitedBy: endIndex) ?? endIndex
            }
        }
        return self
    }

    private func endOfInterpolation(after count: Int, depth: Int) -> Index {
        var index = self.index(startIndex, offsetBy: count)
        var depth = 1
        while index < endIndex, depth > 0 {
            if let inner = self[index...].stringLiteral(depth: depth) {
                index = inner.endIndex
                continue
            }
            if self[index] == "(" { depth += 1 }
            if self[index] == ")" { depth -= 1 }
            index = self.index(after: index)
        }
        return index
    }
}
