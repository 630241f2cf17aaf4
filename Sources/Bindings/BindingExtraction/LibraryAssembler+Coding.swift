import BindingModel

/// The members of `Codable` types: other languages have no coders, but texts in JSON.
extension LibraryAssembler {
    /// The function that replaces `encode(to:)` or `init(from:)`; `nil` for any other member.
    ///
    /// - Throws: the reason if no module uses Foundation, which has the coders.
    func coding(_ symbol: Symbol, of owner: TypeIdentifier) throws(Unrepresentable) -> Function? {
        guard let name = symbol.path.last, ["encode(to:)", "init(from:)"].contains(name) else { return nil }
        let hasCoder = symbol.fragments.contains { $0.preciseIdentifier.map(KnownTypes.coders.contains) ?? false }
        guard hasCoder else { return nil }
        guard hasCoders else {
            throw Unrepresentable("`Codable` needs Foundation, which the modules do not import: offer text or bytes instead")
        }
        if name == "encode(to:)", resolver.conforms(owner, to: KnownTypes.encodable) {
            return Self.encoding(symbol.usr, symbol.notes.location)
        }
        if name == "init(from:)", resolver.conforms(owner, to: KnownTypes.decodable) {
            return Self.decoding(owner, symbol.usr, symbol.notes.location)
        }
        return nil
    }

    /// Adds the functions of a type whose coding the compiler writes: it declares no members for them.
    func addCoding(to declaration: inout TypeDeclaration) {
        guard hasCoders else { return }
        let owner = declaration.identifier
        let known = declaration.functions.map(\.swiftName)
        let location = declaration.notes.location
        if !known.contains(Function.toJSON), resolver.conforms(owner, to: KnownTypes.encodable) {
            declaration.functions.append(Self.encoding("\(owner.usr)::\(Function.toJSON)", location))
        }
        if !known.contains(Function.fromJSON), resolver.conforms(owner, to: KnownTypes.decodable) {
            declaration.functions.append(Self.decoding(owner, "\(owner.usr)::\(Function.fromJSON)", location))
        }
    }

    private var hasCoders: Bool { !table.imports.isDisjoint(with: ["Foundation", "FoundationEssentials"]) }

    private static func encoding(_ usr: String, _ location: SourceLocation?) -> Function {
        var function = Function(
            usr: usr,
            name: "toJSON",
            receiver: .borrowed,
            result: .string,
            effects: Effects(failure: .untyped),
            notes: DeclarationNotes(
                documentation: "Encodes the value as text in JSON, with its keys in alphabetical order.",
                location: location
            )
        )
        function.swiftName = Function.toJSON
        return function
    }

    private static func decoding(_ owner: TypeIdentifier, _ usr: String, _ location: SourceLocation?) -> Function {
        var function = Function(
            usr: usr,
            name: "fromJSON",
            parameters: [Parameter(label: nil, name: "text", type: .string)],
            result: .named(owner),
            effects: Effects(failure: .untyped),
            notes: DeclarationNotes(
                documentation: """
                    Decodes a value from text in JSON.

                    - Parameter text: The text.
                    - Throws: An error with the reason and the place if the text is not JSON, or not of this type.
                    """,
                location: location
            )
        )
        function.swiftName = Function.fromJSON
        return function
    }
}
