import BindingModel

/// The members of sequences that are no collections.
extension LibraryAssembler {
    /// The function that makes an iterator of a sequence, with the USR of its own `makeIterator()` if it declares one; nil for a type
    /// that is no sequence, or a collection.
    mutating func iteration(of identifier: TypeIdentifier) -> Function? {
        guard resolver.conforms(identifier, to: KnownTypes.sequence), !resolver.conforms(identifier, to: KnownTypes.collection),
            let (element, _) = try? resolver.elementAndFailure(of: identifier), let iterator = try? resolver.iterator(of: element)
        else { return nil }
        let own = (table.members[identifier.usr] ?? []).compactMap { symbols[$0] }.first { Self.makesIterator($0) }
        if let own { ledger.generate(own.usr) }
        var function = Function(
            usr: own?.usr ?? "\(identifier.usr)::\(Function.makeIterator)",
            name: "makeIterator",
            receiver: .borrowed,
            result: iterator,
            notes: DeclarationNotes(
                documentation: "Returns an object that returns the elements, from the first one on.",
                location: own?.notes.location ?? symbols[identifier.usr]?.notes.location
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
}
