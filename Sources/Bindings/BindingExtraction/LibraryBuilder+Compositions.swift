import BindingModel

/// Compositions of protocols of the library (`any A & B`). Each is a protocol of its own, without members: its values convert to
/// each of the protocols, and those of the types that conform to all of them convert to it.
extension LibraryBuilder {
    /// The type of the values that conform to several protocols.
    ///
    /// - Throws: the reason if one of them is no protocol of the library, or cannot be the type of a value.
    func composition(of usrs: [String], _ text: String) throws(Unrepresentable) -> BindingType {
        let parts = Set(usrs).sorted { table.precedes($0, $1) }
        for usr in parts {
            guard table.symbols[usr]?.kind == "protocol" else {
                throw Unrepresentable("`\(text)` has no counterpart in other languages")
            }
            if let problem = problem(with: usr) { throw Unrepresentable("`\(text)`: \(problem)") }
            requestDeclaration(for: TypeIdentifier(usr: usr))
        }
        let identifier = TypeIdentifier(usr: parts.joined(separator: "&"))
        if built.declarations[identifier] == nil { replace(identifier, with: declaration(of: parts, identifier)) }
        return .existential(identifier)
    }

    private func declaration(of parts: [String], _ identifier: TypeIdentifier) -> TypeDeclaration {
        let symbols = parts.compactMap { table.symbols[$0] }
        return TypeDeclaration(
            identifier: identifier,
            module: symbols[0].module,
            path: [symbols.map { $0.path.joined() }.joined(separator: "And")],
            spelling: "(\(parts.map { spelling(of: TypeIdentifier(usr: $0)) }.joined(separator: " & ")))",
            kind: .interface(InterfaceType(unimplementable: "a composition: add a protocol that refines its parts")),
            interfaces: parts.map { TypeIdentifier(usr: $0) },
            notes: DeclarationNotes(
                documentation:
                    "Value that conforms to \(symbols.map { "`\($0.path.joined(separator: "."))`" }.joined(separator: " and ")).",
                location: symbols[0].location
            )
        )
    }

    /// Makes the types that conform to all protocols of a composition conform to it.
    func addCompositions() {
        let compositions = built.declarations.values.filter { $0.identifier.usr.contains("&") }
        for composition in compositions.sorted(by: { $0.spelling < $1.spelling }) {
            let parts = Set(composition.interfaces.map(\.usr))
            for var declaration in built.declarations.values where declaration.identifier != composition.identifier {
                guard parts.isSubset(of: refinements(of: declaration.identifier.usr)) else { continue }
                declaration.interfaces.append(composition.identifier)
                replace(declaration.identifier, with: declaration)
            }
        }
    }
}
