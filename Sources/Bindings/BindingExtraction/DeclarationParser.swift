/// The syntax of a declaration.
struct DeclarationSyntax: Hashable, Sendable {
    /// The words and attributes before the introducer: `static`, `mutating`, `final`, `nonisolated`, `MainActor`, …
    var modifiers: Set<String> = []
    /// The USRs of its attributes' types: global actors, property wrappers, …
    var marks: Set<String> = []
    /// `func`, `var`, `case`, …
    var introducer = ""
    var name = ""
    var isFailable = false
    /// The names of its generic parameters.
    var genericParameters: [String] = []
    var parameters: [ParameterSyntax] = []
    var effects = EffectsSyntax()
    /// The result, the type of a property, or the target of an alias.
    var type: TypeSyntax?
    /// The accessors in braces: `get`, `set`, `mutating get`, …
    var accessors: [String] = []
}

/// The syntax of a parameter.
struct ParameterSyntax: Hashable, Sendable {
    var label: String?
    var name: String
    var element: ElementSyntax
    var defaultValue: String?
}

/// Parses the fragments of a function, property, subscript, case or alias.
struct DeclarationParser {
    private static let introducers: Set<String> = [
        "func", "init", "subscript", "var", "let", "case", "typealias", "struct", "class", "enum", "protocol", "actor",
        "associatedtype", "macro",
    ]

    private var types: TypeParser
    private var declaration = DeclarationSyntax()

    init(_ fragments: [SymbolGraph.Fragment]) {
        types = TypeParser(TokenStream(fragments))
    }

    static func parse(_ fragments: [SymbolGraph.Fragment]) throws(Unrepresentable) -> DeclarationSyntax {
        var parser = DeclarationParser(fragments)
        return try parser.parse()
    }

    private mutating func parse() throws(Unrepresentable) -> DeclarationSyntax {
        head()
        switch declaration.introducer {
        case "func", "init", "subscript": try function()
        case "var", "let": try property()
        case "case": if types.tokens.isAt("(") { declaration.parameters = try parameters() }
        case "typealias":
            generics()
            if types.tokens.accept("=") { declaration.type = try types.type() }
        default: break
        }
        return declaration
    }

    private mutating func head() {
        while let token = types.tokens.next {
            if token.text == "@", token.kind == .sign {
                types.tokens.advance()
                if let usr = types.tokens.next?.usr { declaration.marks.insert(usr) }
                declaration.modifiers.insert(types.tokens.advance()?.text ?? "")
                skipArguments()
            } else if Self.introducers.contains(token.text), token.kind == .word, !isModifier {
                types.tokens.advance()
                declaration.introducer = token.text
                break
            } else {
                types.tokens.advance()
                declaration.modifiers.insert(token.text)
                skipArguments()
            }
        }
        if let name = types.tokens.next, name.kind == .name || name.kind == .word && declaration.introducer == "func" {
            declaration.name = name.text
            types.tokens.advance()
        } else {
            declaration.name = declaration.introducer
        }
        if declaration.introducer == "init" {
            declaration.isFailable = types.tokens.accept("?") || types.tokens.accept("!")
        }
    }

    /// Whether `class` is a modifier, as in `class func`, and not an introducer.
    private var isModifier: Bool {
        types.tokens.isAt("class") && types.tokens.peek().map { $0.kind == .word && Self.introducers.contains($0.text) } == true
    }

    private mutating func skipArguments() {
        if types.tokens.isAt("("), types.tokens.next?.space.isEmpty == true { types.tokens.skipBrackets() }
    }

    private mutating func generics() {
        guard types.tokens.accept("<") else { return }
        var depth = 1
        var isName = true
        while depth > 0, let token = types.tokens.advance() {
            if token.text == "<" { depth += 1 }
            if token.text == ">" { depth -= 1 }
            if isName, token.kind != .sign { declaration.genericParameters.append(token.text) }
            isName = token.text == "," && depth == 1
        }
    }

    private mutating func function() throws(Unrepresentable) {
        generics()
        if declaration.genericParameters.contains("each") {
            throw Unrepresentable("generic without a concrete use: a parameter pack")
        }
        declaration.parameters = try parameters()
        declaration.effects = try types.effects()
        if types.tokens.accept("->") { declaration.type = try types.type() }
        try accessors()
    }

    private mutating func property() throws(Unrepresentable) {
        guard types.tokens.accept(":") else { throw Unrepresentable("its type is unknown") }
        declaration.type = try types.type()
        try accessors()
    }

    /// `{ get async throws set }`.
    private mutating func accessors() throws(Unrepresentable) {
        guard types.tokens.accept("{") else { return }
        while !types.tokens.isAt("}"), !types.tokens.isAtEnd {
            if types.tokens.isAt("async") || types.tokens.isAt("throws") {
                declaration.effects = try types.effects()
            } else if let token = types.tokens.advance() {
                let isModifier = token.text == "mutating" || token.text == "nonmutating"
                let accessor = isModifier ? types.tokens.advance()?.text : nil
                declaration.accessors.append(accessor.map { "\(token.text) \($0)" } ?? token.text)
            }
        }
    }

    private mutating func parameters() throws(Unrepresentable) -> [ParameterSyntax] {
        guard types.tokens.accept("(") else { throw Unrepresentable("its parameters cannot be read") }
        var parameters: [ParameterSyntax] = []
        while !types.tokens.isAt(")"), !types.tokens.isAtEnd {
            parameters.append(try parameter())
            if !types.tokens.accept(",") { break }
        }
        guard types.tokens.accept(")") else { throw Unrepresentable("its parameters cannot be read") }
        return parameters
    }

    private mutating func parameter() throws(Unrepresentable) -> ParameterSyntax {
        var label: String?
        var name: String?
        // A result builder or a property wrapper, which a caller does not write.
        while types.tokens.next?.isAttribute == true {
            types.tokens.advance()
            types.tokens.advance()
            skipArguments()
        }
        while let token = types.tokens.next, token.kind == .external || token.kind == .internal {
            if token.kind == .external { label = token.text } else { name = token.text }
            types.tokens.advance()
        }
        _ = types.tokens.accept(":")
        var element = try types.element()
        element.isVariadic = types.tokens.accept("...")
        let defaultValue = types.tokens.accept("=") ? defaultValue() : nil
        let external = label == "_" ? nil : label
        return ParameterSyntax(label: external, name: name ?? external ?? "", element: element, defaultValue: defaultValue)
    }

    /// Parses up to the parenthesis that closes the list, or a comma before the next parameter's name or attribute; the comma in
    /// `Dictionary<Int, Int>()` is followed by neither.
    private mutating func defaultValue() -> String {
        var text = ""
        var depth = 0
        while let token = types.tokens.next {
            if token.kind == .sign {
                if depth == 0, token.text == ")" { break }
                if depth == 0, token.text == ",", let next = types.tokens.peek(), next.isParameterName || next.isAttribute {
                    break
                }
                if ["(", "[", "{"].contains(token.text) { depth += 1 }
                if [")", "]", "}"].contains(token.text) { depth -= 1 }
            }
            text += (text.isEmpty ? "" : token.space) + token.text
            types.tokens.advance()
        }
        return text
    }
}

extension Token {
    fileprivate var isParameterName: Bool { kind == .external || kind == .internal }
    fileprivate var isAttribute: Bool { kind == .sign && text == "@" }
}
