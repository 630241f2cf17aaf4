import BindingModel

/// Sequences that are no collections: their elements are read one after the other, with an iterator.
extension LibraryBuilder {
    /// The function that makes an iterator of a sequence, with the USR of its own `makeIterator()` if it declares one; nil for a type
    /// that is no sequence, or a collection.
    func iteration(of identifier: TypeIdentifier) -> Function? {
        guard conforms(identifier, to: KnownTypes.sequence), !conforms(identifier, to: KnownTypes.collection),
            let (element, _) = try? elementAndFailure(of: identifier), let iterator = try? iterator(of: element)
        else { return nil }
        let own = (table.members[identifier.usr] ?? []).compactMap { table.symbols[$0] }.first { Self.makesIterator($0) }
        if let own { ledger.generate(own.usr) }
        var function = Function(
            usr: own?.usr ?? "\(identifier.usr)::\(Function.makeIterator)",
            name: "makeIterator",
            receiver: .borrowed,
            result: iterator,
            notes: DeclarationNotes(
                documentation: "Returns an object that returns the elements, from the first one on.",
                location: own?.notes.location ?? table.symbols[identifier.usr]?.notes.location
            )
        )
        function.swiftName = Function.makeIterator
        return function
    }

    /// Whether a member of a sequence is a part of it, which its iterator represents.
    func isPartOfIteration(_ member: Symbol) -> Bool {
        Self.makesIterator(member) || member.kind == "typealias" && member.path.last == "Iterator"
    }

    private static func makesIterator(_ member: Symbol) -> Bool {
        member.kind == "method" && member.path.last == "makeIterator()"
    }

    /// The type of the iterators over elements of a type, which the thunks declare.
    ///
    /// - Throws: if nothing distinguishes an element from the end.
    func iterator(of element: BindingType) throws(Unrepresentable) -> BindingType {
        switch element {
        case .optional, .adapted(.presence): throw Unrepresentable("a sequence of optional values, which may be its end")
        case .void, .never: throw Unrepresentable("a sequence without values")
        default: break
        }
        let spelling = spelling(of: element)
        let identifier = TypeIdentifier(usr: TypeDeclaration.iterator, arguments: [element])
        var next = Function(
            usr: "\(TypeDeclaration.iterator).next",
            name: "next",
            receiver: .borrowed,
            result: .optional(element),
            effects: Effects(failure: .untyped),
            notes: DeclarationNotes(
                documentation: """
                    Returns the next element; nil at the end.

                    - Throws: An error if another call of the object has not ended.
                    """
            )
        )
        next.swiftName = Function.nextElement
        let declaration = TypeDeclaration(
            identifier: identifier,
            module: "",
            path: ["\(word(for: element))Iterator"],
            spelling: "ElementIterator<\(spelling)>",
            kind: .object(ObjectType()),
            functions: [next],
            notes: DeclarationNotes(documentation: "The elements of a sequence, one after the other. An object is used once.")
        )
        return declare(ForeignType(type: .named(identifier), declarations: [declaration], module: nil))
    }

    /// A sequence that hides its type, as a result an iterator over its elements; `name` is that of the type in the standard library,
    /// nil for any sequence.
    func erasedSequence(of element: TypeSyntax, _ name: String?, _ scope: Scope) throws(Unrepresentable) -> BindingType {
        let element = try resolve(element, scope, .contained)
        let spelling = spelling(of: element)
        return .adapted(
            .iterated(
                try iterator(of: element),
                name.map { "Swift.\($0)<\(spelling)>" } ?? "(any Swift.Sequence<\(spelling)>)",
                name: "\(word(for: element))Sequence",
                isExistential: name == nil
            )
        )
    }
}
