import BindingModel

/// Types within generic types.
extension LibraryAssembler {
    /// Requests the types within a generic type that have no parameters of their own.
    mutating func requestTypes(within identifier: TypeIdentifier) {
        for usr in table.members[identifier.usr] ?? [] {
            guard let symbol = symbols[usr], symbol.isType, symbol.isPublic,
                symbol.genericParameters.count == identifier.arguments.count, !table.conforms(usr, to: KnownTypes.asyncSequence)
            else { continue }
            let nested = TypeIdentifier(usr: usr, arguments: identifier.arguments)
            if let problem = symbols.problem(with: usr) {
                ledger.omit(usr, problem)
            } else if areMet(symbol, of: nested), resolver.requests.hasRoom(for: nested) {
                resolver.requestDeclaration(for: nested)
            }
        }
    }

    /// Whether the arguments of a type meet its constraints.
    private func areMet(_ symbol: Symbol, of identifier: TypeIdentifier) -> Bool {
        let scope = symbols.scope(of: identifier)
        return (symbol.generics?.constraints ?? []).allSatisfy { resolver.isMet($0, scope) }
    }
}
