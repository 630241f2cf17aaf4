import BindingModel

/// Sequences: asynchronous ones of the library, and those that are no collections, whose elements are read with an iterator.
extension TypeResolver {
    /// Resolves a generic sequence of the library to a sequence.
    mutating func genericSequence(_ identifier: TypeIdentifier, _ place: TypePlace) throws(Unrepresentable) -> BindingType {
        guard place.contains(.sequences) else { throw Unrepresentable("an asynchronous sequence inside another type") }
        let (element, failure) = try elementAndFailure(of: identifier)
        replace(identifier)
        return .sequence(
            SequenceType(element: element, failure: failure, spelling: names.spelling(of: identifier), isConstructible: false)
        )
    }

    /// The element type of a sequence of the library, and its errors.
    mutating func elementAndFailure(of identifier: TypeIdentifier) throws(Unrepresentable) -> (BindingType, Failure) {
        let scope = symbols.scope(of: identifier)
        let aliases = table.facts[identifier.usr]?.aliases ?? [:]
        guard let syntax = aliases["Element"] ?? (scope.generics["Element"] != nil ? .named([NameSyntax(name: "Element")]) : nil)
        else { throw Unrepresentable("its element type is unknown: add `typealias Element`") }
        let element = try resolve(syntax, scope, .contained)
        return (element, try aliases["Failure"].map { alias throws(Unrepresentable) in try failure(alias, scope) } ?? .untyped)
    }

    /// The type of the iterators over elements of a type, which the thunks declare.
    ///
    /// - Throws: if nothing distinguishes an element from the end.
    mutating func iterator(of element: BindingType) throws(Unrepresentable) -> BindingType {
        switch element {
        case .optional, .adapted(.presence): throw Unrepresentable("a sequence of optional values, which may be its end")
        case .void, .never: throw Unrepresentable("a sequence without values")
        default: break
        }
        let spelling = names.spelling(of: element)
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
            path: ["\(names.word(for: element))Iterator"],
            spelling: "ElementIterator<\(spelling)>",
            kind: .object(ObjectType()),
            functions: [next],
            notes: DeclarationNotes(documentation: "The elements of a sequence, one after the other. An object is used once.")
        )
        return declare(ForeignType(type: .named(identifier), declarations: [declaration], module: nil))
    }

    /// A sequence that hides its type, as a result an iterator over its elements; `name` is that of the type in the standard library,
    /// nil for any sequence.
    mutating func erasedSequence(of element: TypeSyntax, _ name: String?, _ scope: Scope) throws(Unrepresentable) -> BindingType {
        let element = try resolve(element, scope, .contained)
        let spelling = names.spelling(of: element)
        return .adapted(
            .iterated(
                try iterator(of: element),
                name.map { "Swift.\($0)<\(spelling)>" } ?? "(any Swift.Sequence<\(spelling)>)",
                name: "\(names.word(for: element))Sequence",
                isExistential: name == nil
            )
        )
    }
}
