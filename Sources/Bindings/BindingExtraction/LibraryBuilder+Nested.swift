import BindingModel

/// Types within generic types. Their generic parameters begin with those of the types around them, and so do their arguments.
extension LibraryBuilder {
    /// The types of the modules around a type, outermost first, and the type itself, each with its part of the arguments.
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

    /// The arguments of a type at its use: those that its name has, after those that it shares with the type that uses it.
    func arguments(
        of names: [NameSyntax],
        _ symbol: Symbol,
        _ scope: Scope
    ) throws(Unrepresentable) -> [BindingType] {
        var given: [BindingType] = []
        for argument in names.flatMap(\.arguments) { given.append(try resolve(argument, scope, .uncopied)) }
        let missing = symbol.genericParameters.count - given.count
        guard missing > 0, case .named(let current) = scope.selfType else { return given }
        // The type around both with the most parameters, of which none is in the name.
        let around = Set([symbol.usr] + table.owners(of: symbol.usr))
        let shared = levels(of: current).last { around.contains($0.usr) && $0.arguments.count <= missing }
        return (shared?.arguments ?? []) + given
    }

    /// Requests the types within a generic type that have no parameters of their own.
    func requestTypes(within identifier: TypeIdentifier) {
        for usr in table.members[identifier.usr] ?? [] {
            guard let symbol = table.symbols[usr], symbol.isType, symbol.isPublic,
                symbol.genericParameters.count == identifier.arguments.count, !table.conforms(usr, to: KnownTypes.asyncSequence)
            else { continue }
            let nested = TypeIdentifier(usr: usr, arguments: identifier.arguments)
            if let problem = problem(with: usr) {
                ledger.omit(usr, problem)
            } else if areMet(symbol, of: nested), requests.hasRoom(for: nested) {
                requestDeclaration(for: nested)
            }
        }
    }

    /// Whether the arguments of a type meet its constraints.
    private func areMet(_ symbol: Symbol, of identifier: TypeIdentifier) -> Bool {
        let scope = scope(of: identifier)
        return (symbol.generics?.constraints ?? []).allSatisfy { isMet($0, scope) }
    }
}
