import BindingModel

/// The names of types, in Swift source and as words of names in other languages.
struct TypeNames {
    private let symbols: LibrarySymbols
    /// The module that declares `Data`, `Date`, `URL` and `UUID`: `FoundationEssentials` unless the modules import `Foundation`.
    let foundation: String
    /// The names of declared types that no symbol of the modules is.
    private var declared: [TypeIdentifier: (spelling: String, path: [String])] = [:]
    /// The aliases that name a generic type with arguments.
    private var aliases: [TypeIdentifier: Symbol] = [:]

    init(_ symbols: LibrarySymbols) {
        self.symbols = symbols
        foundation = symbols.table.imports.contains("Foundation") ? "Foundation" : "FoundationEssentials"
    }

    /// Adds the names of a type of another library.
    mutating func add(_ declaration: TypeDeclaration) {
        declared[declaration.identifier] = (declaration.spelling, declaration.path)
    }

    /// Names a generic type with arguments after an alias, unless another alias has named it.
    mutating func add(_ alias: Symbol, of identifier: TypeIdentifier) {
        if aliases[identifier] == nil { aliases[identifier] = alias }
    }

    /// The alias after which a generic type with arguments is named; nil if there is none.
    func alias(of identifier: TypeIdentifier) -> Symbol? { aliases[identifier] }

    // MARK: Swift source

    /// A type as Swift source, with a module selector (SE-0491): `Module.Type` would be a member of a type that is called as the
    /// module is.
    func spelling(of identifier: TypeIdentifier) -> String {
        guard let symbol = symbols[identifier.usr] else {
            return declared[identifier]?.spelling ?? symbols.table.names[identifier.usr] ?? identifier.usr
        }
        if let owner = symbols.table.owner[identifier.usr], symbols[owner] == nil, let type = KnownTypes.value(of: owner) {
            return "\(spelling(of: type)).\(symbol.module)::\(symbol.path.last ?? "")"
        }
        let words = symbols.words(of: identifier) { "<" + $0.map { spelling(of: $0) }.joined(separator: ", ") + ">" }
        return "\(symbol.module)::\(words.joined(separator: "."))"
    }

    /// A type as Swift source for thunks, with module names.
    func spelling(of type: BindingType) -> String {
        switch type {
        case .void: "()"
        case .never: "Swift.Never"
        case .bool: "Swift.Bool"
        case .integer(let integer): "Swift.\(integer.rawValue)"
        case .float: "Swift.Float"
        case .double: "Swift.Double"
        case .string: "Swift.String"
        case .character: "Swift.Character"
        case .bytes(.array): "[Swift.UInt8]"
        case .bytes(.data): "\(foundation).Data"
        case .bytes(.span): "Swift.RawSpan"
        case .bytes(.buffer): "Swift.UnsafeRawBufferPointer"
        case .duration: "Swift.Duration"
        case .date: "\(foundation).Date"
        case .url: "\(foundation).URL"
        case .uuid: "\(foundation).UUID"
        case .optional(let type): "(\(spelling(of: type)))?"
        case .array(let type): "[\(spelling(of: type))]"
        case .set(let type): "Swift.Set<\(spelling(of: type))>"
        case .dictionary(let key, let value): "[\(spelling(of: key)): \(spelling(of: value))]"
        case .tuple(let elements): "(\(elements.map(spelling).joined(separator: ", ")))"
        case .range(let type, let isClosed): "Swift.\(isClosed ? "ClosedRange" : "Range")<\(spelling(of: type))>"
        case .closure(let closure): spelling(of: closure)
        case .sequence(let sequence): sequence.spelling
        case .named(let identifier): spelling(of: identifier)
        case .existential(let identifier): "any \(spelling(of: identifier))"
        case .queue: "any BindingSupport.CallbackQueue"
        case .subscription: "BindingSupport.Subscription"
        case .error: "any Swift.Error"
        case .adapted(let adapted): adapted.spelling
        case .memory(let memory): memory.spelling
        case .result(let value, let failure): "Swift.Result<\(spelling(of: value)), \(spelling(of: failure))>"
        }
    }

    func spelling(of failure: Failure) -> String {
        switch failure {
        case .never: "Swift.Never"
        case .untyped: "any Swift.Error"
        case .typed(let identifier): spelling(of: identifier)
        }
    }

    /// Whether a type is called by these names, with or without its module and the types around it.
    func isCalled(_ path: [String], _ type: BindingType) -> Bool {
        if path == [word(for: type)] { return true }
        let full: [String]
        if case .named(let identifier) = type, identifier.arguments.isEmpty, let symbol = symbols[identifier.usr] {
            full = [symbol.module] + symbol.path
        } else {
            full = spelling(of: type).split { ".:".contains($0) }.map(String.init)
        }
        return full.suffix(path.count).elementsEqual(path)
    }

    private func spelling(of element: TupleElement) -> String {
        (element.label.map { "\($0): " } ?? "") + spelling(of: element.type)
    }

    private func spelling(of closure: ClosureType) -> String {
        let parameters = closure.parameters.map { ($0.isInout ? "inout " : "") + spelling(of: $0.type) }.joined(separator: ", ")
        var text = closure.isSendable ? "@Sendable " : ""
        if closure.isMainActor { text += "@Swift.MainActor " }
        text += "(\(parameters))" + (closure.isAsync ? " async" : "")
        if closure.failure != .never { text += " throws(\(spelling(of: closure.failure)))" }
        return text + " -> " + spelling(of: closure.result)
    }

    // MARK: Words

    /// A type as a word in a name: `OptionalString`, `ArrayOfInt`.
    func word(for type: BindingType) -> String {
        switch type {
        case .integer(let integer): integer.rawValue
        case .optional(let type): "Optional\(word(for: type))"
        case .array(let type): "ArrayOf\(word(for: type))"
        case .set(let type): "SetOf\(word(for: type))"
        case .dictionary(let key, let value): "DictionaryOf\(word(for: key))And\(word(for: value))"
        case .tuple(let elements): "TupleOf" + elements.map { word(for: $0.type) }.joined(separator: "And")
        case .range(let type, let isClosed): (isClosed ? "ClosedRangeOf" : "RangeOf") + word(for: type)
        case .bytes(.array): "Bytes"
        case .adapted(let adapted): adapted.name
        case .void: "Void"
        case .named(let identifier), .existential(let identifier): path(of: identifier).joined()
        default: spelling(of: type).split(whereSeparator: { ".:".contains($0) }).last.map(String.init) ?? "Type"
        }
    }

    /// The words of a type's name. A generic type with arguments has the name of its alias; without one, its arguments are part
    /// of the last word.
    func path(of identifier: TypeIdentifier) -> [String] {
        if let alias = aliases[identifier] { return alias.path }
        guard let symbol = symbols[identifier.usr] else { return declared[identifier]?.path ?? [identifier.usr] }
        if identifier.arguments.isEmpty { return symbol.path }
        let words = symbols.words(of: identifier) { "Of" + $0.map { word(for: $0) }.joined(separator: "And") }
        // A type around it may have an alias.
        guard let around = symbols.levels(of: identifier).dropLast().last, aliases[around] != nil, let last = words.last else {
            return words
        }
        return path(of: around) + [last]
    }
}
