import BindingModel

/// Compositions of protocols of the library (`any A & B`). Each is a protocol of its own, without members: its values convert to
/// each of the protocols, and those of the types that conform to all of them convert to it.
extension TypeResolver {
    /// The type of the values that conform to several protocols.
    ///
    /// - Throws: the reason if one of them is no protocol of the library, or cannot be the type of a value.
    mutating func composition(of usrs: [String], _ text: String) throws(Unrepresentable) -> BindingType {
        let parts = Set(usrs).sorted { table.precedes($0, $1) }
        for usr in parts {
            guard symbols[usr]?.kind == "protocol" else {
                throw Unrepresentable("`\(text)` has no counterpart in other languages")
            }
            if let problem = symbols.problem(with: usr) { throw Unrepresentable("`\(text)`: \(problem)") }
            requestDeclaration(for: TypeIdentifier(usr: usr))
        }
        let identifier = TypeIdentifier(usr: parts.joined(separator: "&"))
        declare(declaration(of: parts, identifier))
        return .existential(identifier)
    }

    /// The compositions so far: no other declared type is a protocol.
    var compositions: [TypeDeclaration] {
        declared.values.filter { if case .interface = $0.kind { true } else { false } }
    }

    private func declaration(of parts: [String], _ identifier: TypeIdentifier) -> TypeDeclaration {
        let protocols = parts.compactMap { symbols[$0] }
        return TypeDeclaration(
            identifier: identifier,
            module: protocols[0].module,
            path: [protocols.map { $0.path.joined() }.joined(separator: "And")],
            spelling: "(\(parts.map { names.spelling(of: TypeIdentifier(usr: $0)) }.joined(separator: " & ")))",
            kind: .interface(InterfaceType(unimplementable: "a composition: add a protocol that refines its parts")),
            interfaces: parts.map { TypeIdentifier(usr: $0) },
            notes: DeclarationNotes(
                documentation:
                    "Value that conforms to \(protocols.map { "`\($0.path.joined(separator: "."))`" }.joined(separator: " and ")).",
                location: protocols[0].location
            )
        )
    }
}
