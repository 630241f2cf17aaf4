import BindingModel

/// Resolves the syntax of types to types of the model, and records what the library needs for them. A value: a copy answers a question
/// without a trace, and becomes the resolver if its answer is used.
struct TypeResolver {
    let symbols: LibrarySymbols
    var names: TypeNames
    /// The types that are needed, and the modules that signatures refer to.
    var requests = TypeRequests()
    /// The declarations of types that no symbol of the modules is: of other libraries, compositions, iterators.
    private(set) var declared: [TypeIdentifier: TypeDeclaration] = [:]
    /// Generic sequences of the library, which streams of their elements replace.
    private(set) var replaced: Set<String> = []
    var expansion = AliasExpansion()

    init(_ symbols: LibrarySymbols) {
        self.symbols = symbols
        names = TypeNames(symbols)
    }

    var table: SymbolTable { symbols.table }

    /// Requests a declaration of a type, once.
    mutating func requestDeclaration(for identifier: TypeIdentifier) { requests.request(identifier) }

    /// Declares a type that no symbol of the modules is, once.
    mutating func declare(_ declaration: TypeDeclaration) {
        guard declared[declaration.identifier] == nil else { return }
        declared[declaration.identifier] = declaration
        names.add(declaration)
    }

    /// Declares the types that represent a type of another library; returns that type.
    mutating func declare(_ foreign: ForeignType) -> BindingType {
        for declaration in foreign.declarations { declare(declaration) }
        if let module = foreign.module { requests.use(module) }
        return foreign.type
    }

    /// Records that a stream of its elements replaces a generic sequence.
    mutating func replace(_ identifier: TypeIdentifier) {
        replaced.insert(identifier.usr)
        if let module = symbols[identifier.usr]?.module { requests.use(module) }
    }
}

// MARK: - Types by their syntax

extension TypeResolver {
    /// Resolves the syntax of a type to a type of the model.
    mutating func resolve(
        _ type: TypeSyntax,
        _ scope: Scope,
        _ place: TypePlace = .anything
    ) throws(Unrepresentable) -> BindingType {
        try expansion.enter()
        defer { expansion.leave() }
        switch type {
        case .named(let names): return try permitted(try resolve(names, scope, place), place)
        case .optional(let wrapped):
            if place.contains(.parameter), try isCText(wrapped, scope) { return .optional(.adapted(.cText)) }
            let wrapped = try resolve(wrapped, scope, place.intersection([.insideClosure, .uncopied, .single]))
            return wrapped == .void ? .adapted(.presence) : .optional(wrapped)
        case .array(let element):
            let element = try resolve(element, scope, .contained)
            return element == .integer(.uint8) ? .bytes(.array) : .array(element)
        case .dictionary(let key, let value):
            return .dictionary(key: try concrete(key, scope), value: try resolve(value, scope, .contained))
        case .tuple(let elements):
            if elements.isEmpty { return .void }
            var resolved: [TupleElement] = []
            for element in elements {
                resolved.append(TupleElement(label: element.label, type: try resolve(element.type, scope, .contained)))
            }
            return .tuple(resolved)
        case .function(let function): return .closure(try resolve(function, scope))
        case .existential(let type): return try resolveExistential(type, scope, place, isOpaque: false)
        case .opaque(let type): return try resolveExistential(type, scope, place, isOpaque: true)
        case .composition: return try resolveExistential(type, scope, place, isOpaque: false)
        case .suppressed: throw Unrepresentable("the type `\(type)` may not be copyable")
        }
    }

    /// The type, unless it cannot be copied and the place requires that.
    private func permitted(_ type: BindingType, _ place: TypePlace) throws(Unrepresentable) -> BindingType {
        guard symbols.isUncopied(type), !place.contains(.uncopied) else { return type }
        throw Unrepresentable(
            "`\(names.word(for: type))` cannot be copied: only a parameter or a result of a function can be one"
        )
    }
}
