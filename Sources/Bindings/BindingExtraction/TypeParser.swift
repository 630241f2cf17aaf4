/// Parses types by recursive descent.
///
///     type        := attribute* specifier* ( "any" | "some" )? composition
///     composition := postfix ( "&" postfix )*
///     postfix     := primary ( "?" | "!" | "." name )*
///     primary     := path | "[" type ( ":" type )? "]" | "(" elements ")" ( effects "->" type )? | "~" primary
struct TypeParser {
    /// Specifiers before a type.
    static let specifiers: Set<String> = [
        "inout", "borrowing", "consuming", "sending", "isolated", "__owned", "__shared", "_const",
    ]

    /// Maximum depth of types within types: deeper ones are refused before the stack ends.
    private static let deepest = 100

    var tokens: TokenStream
    private var depth = 0

    init(_ tokens: TokenStream) {
        self.tokens = tokens
    }

    mutating func type() throws(Unrepresentable) -> TypeSyntax { try element().type }

    /// Parses a type with its attributes and specifiers.
    mutating func element() throws(Unrepresentable) -> ElementSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw Unrepresentable("its type is nested too deeply") }
        var marks: Set<String> = []
        while let mark = parseMark() { marks.insert(mark) }
        var type: TypeSyntax
        if tokens.accept("any") {
            type = .existential(try composition())
        } else if tokens.accept("some") {
            type = .opaque(try composition())
        } else {
            type = try composition()
        }
        if case .function(var function) = type {
            function.attributes.formUnion(marks)
            type = .function(function)
        }
        return ElementSyntax(label: nil, type: type, specifiers: marks)
    }

    private mutating func parseMark() -> String? {
        if tokens.isAt("@") {
            tokens.advance()
            let name = tokens.advance()?.text ?? ""
            if tokens.isAt("("), tokens.next?.space.isEmpty == true { tokens.skipBrackets() }
            return name
        }
        guard let word = tokens.next, word.kind == .word else { return nil }
        guard Self.specifiers.contains(word.text) || word.text.hasPrefix("nonisolated") else { return nil }
        tokens.advance()
        return word.text
    }

    private mutating func composition() throws(Unrepresentable) -> TypeSyntax {
        var types = [try postfix()]
        while tokens.accept("&") { types.append(try postfix()) }
        return types.count == 1 ? types[0] : .composition(types)
    }

    private mutating func postfix() throws(Unrepresentable) -> TypeSyntax {
        var type = try primary()
        var optionals = 0
        while true {
            if tokens.accept("?") || tokens.accept("!") {
                optionals += 1
                guard optionals <= Self.deepest else { throw Unrepresentable("its type is nested too deeply") }
                type = .optional(type)
            } else if tokens.isAt("."), let member = tokens.peek(), member.kind == .word, case .named(let names) = type {
                tokens.advance()
                guard names.count < Self.deepest else { throw Unrepresentable("its type is nested too deeply") }
                type = .named(names + [try name()])
            } else {
                return type
            }
        }
    }

    private mutating func primary() throws(Unrepresentable) -> TypeSyntax {
        if tokens.accept("~") {
            if tokens.isAt("~") { throw Unrepresentable("its type cannot be read at `~`") }
            return .suppressed(try primary())
        }
        if tokens.accept("[") { return try collection() }
        if tokens.isAt("(") { return try parentheses() }
        return .named([try name()])
    }

    private mutating func name() throws(Unrepresentable) -> NameSyntax {
        guard let word = tokens.next, word.kind == .word else {
            throw Unrepresentable("its type cannot be read at `\(tokens.next?.text ?? "the end")`")
        }
        tokens.advance()
        var name = NameSyntax(name: word.text, usr: word.usr)
        guard tokens.accept("<") else { return name }
        repeat { name.arguments.append(try type()) } while tokens.accept(",")
        guard tokens.accept(">") else { throw Unrepresentable("its generic arguments cannot be read") }
        return name
    }

    private mutating func collection() throws(Unrepresentable) -> TypeSyntax {
        let first = try type()
        let value = tokens.accept(":") ? try type() : nil
        guard tokens.accept("]") else { throw Unrepresentable("its collection type cannot be read") }
        return value.map { .dictionary(first, $0) } ?? .array(first)
    }

    private mutating func parentheses() throws(Unrepresentable) -> TypeSyntax {
        let elements = try elements()
        let effects = try effects()
        if tokens.accept("->") {
            return .function(FunctionTypeSyntax(parameters: elements, result: try type(), effects: effects))
        }
        if elements.count == 1, elements[0].label == nil, !elements[0].isVariadic { return elements[0].type }
        return .tuple(elements)
    }

    /// Parses a list of elements: `(a: Int, String)`.
    mutating func elements() throws(Unrepresentable) -> [ElementSyntax] {
        guard tokens.accept("(") else { throw Unrepresentable("its type cannot be read") }
        var elements: [ElementSyntax] = []
        while !tokens.isAt(")"), !tokens.isAtEnd {
            var label: String?
            while let word = tokens.next, word.kind != .sign, isLabel { label = label ?? word.text; tokens.advance() }
            if label != nil { _ = tokens.accept(":") }
            var element = try element()
            element.label = label == "_" ? nil : label
            element.isVariadic = tokens.accept("...")
            elements.append(element)
            if !tokens.accept(",") { break }
        }
        guard tokens.accept(")") else { throw Unrepresentable("its parentheses cannot be read") }
        return elements
    }

    /// Whether a label begins here: words before a colon.
    private var isLabel: Bool {
        guard let next = tokens.next else { return false }
        if next.kind == .external || next.kind == .internal { return true }
        guard next.usr == nil, let after = tokens.peek() else { return false }
        return after.text == ":" && after.kind == .sign
    }

    /// Parses effects: `async throws(E)`.
    mutating func effects() throws(Unrepresentable) -> EffectsSyntax {
        var effects = EffectsSyntax()
        if tokens.accept("async") { effects.isAsync = true }
        if tokens.accept("rethrows") { effects.failure = .rethrown }
        if tokens.accept("throws") {
            effects.failure = .untyped
            if tokens.accept("(") {
                effects.failure = .typed(try type())
                _ = tokens.accept(")")
            }
        }
        return effects
    }
}

/// The reason why a declaration has no place in the model.
struct Unrepresentable: Error, Hashable {
    let reason: String
    /// Whether the declaration exists for other arguments of its generic type, for which there may be another reason.
    let isOfArguments: Bool

    init(_ reason: String, isOfArguments: Bool = false) {
        self.reason = reason
        self.isOfArguments = isOfArguments
    }
}
