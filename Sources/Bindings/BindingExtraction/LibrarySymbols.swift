import BindingModel

/// The symbols of the modules, with what follows from them alone: which types may have a declaration, which can be copied, how types within
/// generic types are written. Immutable.
struct LibrarySymbols {
    let table: SymbolTable
    /// The modules whose API is extracted.
    let modules: [String]
    let supportModules: [String]
    /// The reasons why declarations of the modules cannot be types, by USR.
    private let problems: [String: String]

    init(_ table: SymbolTable, modules: [String], supportModules: [String]) {
        (self.table, self.modules, self.supportModules) = (table, modules, supportModules)
        problems = table.symbols.values.reduce(into: [:]) { problems, symbol in
            problems[symbol.usr] = table.problem(with: symbol)
        }
    }

    /// A declaration of the modules; nil for one of another library.
    subscript(usr: String) -> Symbol? { table.symbols[usr] }

    /// The reason why a type has no declaration; nil if it can have one.
    func problem(with usr: String) -> String? {
        table.symbols[usr] == nil ? "it is not in the modules given" : problems[usr]
    }

    // MARK: Kinds of types

    /// Whether only classes conform to a protocol, by its own declaration or that of a protocol that it refines.
    func isClassBound(_ usr: String) -> Bool {
        table.refinements(of: usr).contains { refined in
            table.symbols[refined].map { TokenStream($0.fragments).contains(word: "AnyObject") } ?? false
        }
    }

    func isActor(_ usr: String) -> Bool {
        table.symbols[usr]?.fragments.contains { $0.spelling == "actor" && $0.kind == "keyword" } ?? false
    }

    /// Whether values of a type of the library can be copied: those of a generic struct or enum only with such arguments.
    func isCopyable(_ identifier: TypeIdentifier) -> Bool {
        guard table.facts[identifier.usr]?.isCopyable != false else { return false }
        let isValue = ["struct", "enum"].contains(table.symbols[identifier.usr]?.kind)
        return !isValue || !identifier.arguments.contains(where: isUncopied)
    }

    /// Whether a type is one whose values cannot be copied, or an optional of it.
    func isUncopied(_ type: BindingType) -> Bool {
        switch type {
        case .named(let identifier): !isCopyable(identifier)
        case .optional(let wrapped): isUncopied(wrapped)
        default: false
        }
    }

    // MARK: Generic types

    /// The meaning of a generic type's parameters and of `Self` in its members.
    func scope(of identifier: TypeIdentifier) -> Scope {
        let names = table.symbols[identifier.usr]?.genericParameters ?? []
        return Scope(
            selfType: .named(identifier),
            generics: Dictionary(zip(names, identifier.arguments), uniquingKeysWith: { first, _ in first })
        )
    }

    /// The types of the modules around a type, outermost first, and the type itself, each with its part of the arguments: the
    /// parameters of a type within a generic type begin with those of the types around it, and so do its arguments.
    func levels(of identifier: TypeIdentifier) -> [TypeIdentifier] {
        (table.owners(of: identifier.usr).reversed() + [identifier.usr]).compactMap { usr in
            guard let count = table.symbols[usr]?.genericParameters.count else { return nil }
            return TypeIdentifier(usr: usr, arguments: Array(identifier.arguments.prefix(count)))
        }
    }

    /// The words of a type's path, each with the text of the arguments that it has and the types around it do not.
    func words(of identifier: TypeIdentifier, _ text: ([BindingType]) -> String) -> [String] {
        let path = table.symbols[identifier.usr]?.path ?? []
        if identifier.arguments.isEmpty { return path }
        var count = 0
        let words = levels(of: identifier).map { level in
            let own = level.arguments.dropFirst(count)
            count = level.arguments.count
            return (table.symbols[level.usr]?.path.last ?? "") + (own.isEmpty ? "" : text(Array(own)))
        }
        // A type in an extension of another library's type has that type's name before its own.
        return path.dropLast(words.count) + words
    }

    /// A generic type with arguments left open, as an author would ask for a specialization of it.
    func example(of symbol: Symbol) -> String {
        let unknown = TypeIdentifier(usr: symbol.usr, arguments: symbol.genericParameters.map { _ in .void })
        return words(of: unknown) { "<" + $0.map { _ in "…" }.joined(separator: ", ") + ">" }.joined(separator: ".")
    }
}

extension SymbolTable {
    /// A protocol and all protocols that it refines, directly or indirectly.
    func refinements(of usr: String) -> [String] {
        var found = [usr]
        var index = 0
        while index < found.count {
            for next in (conformances[found[index]] ?? []).sorted() where !found.contains(next) { found.append(next) }
            index += 1
        }
        return found
    }

    /// The reason why a type has no declaration; nil if it can have one.
    fileprivate func problem(with symbol: Symbol) -> String? {
        if !symbol.isPublic { return "it is not public" }
        if symbol.isSPI { return "SPI" }
        if symbol.isUnavailable { return "unavailable" }
        if facts[symbol.usr]?.isEscapable == false { return "~Escapable: it would outlive what it was lent from" }
        if conforms(symbol.usr, to: KnownTypes.asyncIterator) { return Ledger.partOfSequence }
        if symbol.kind == "protocol" { return protocolProblem(symbol) }
        if let owner = owner[symbol.usr] {
            guard let outer = symbols[owner] else {
                return KnownTypes.value(of: owner) == nil ? "it is nested in a type of another library" : nil
            }
            if !outer.isPublic { return "it is nested in a type that is not public" }
        }
        return nil
    }

    private func protocolProblem(_ symbol: Symbol) -> String? {
        for refined in refinements(of: symbol.usr) {
            if KnownTypes.abstract.contains(refined) {
                return "a protocol with an associated type: it cannot be the type of a value"
            }
            for requirement in (requirements[refined] ?? []) + (members[refined] ?? []) {
                guard let member = symbols[requirement] else { continue }
                if member.kind == "associatedtype" {
                    return "a protocol with an associated type: it cannot be the type of a value"
                }
            }
        }
        return nil
    }
}

extension KnownTypes {
    /// The type of the model that represents a type of another library that is not generic; nil if it has no counterpart.
    static func value(of usr: String) -> BindingType? { plain[usr] ?? adapted[usr].map { .adapted($0) } }
}
