import BindingModel

/// The functions that a collection, a value behind a handle, and an enum with a raw value have in addition to their members.
extension LibraryLowering {
    /// The functions that return the number of the elements of a collection, one element, and all.
    mutating func collection(_ declaration: TypeDeclaration, _ owner: Owner) -> [LoweredMember] {
        var elements: [BindingType] = []
        for case .collection(let element, _) in declaration.conformances { elements.append(element) }
        guard let element = elements.first, (try? registry.crossing(element)) != nil else { return [] }
        var members: [LoweredMember] = []
        if !declaration.properties.contains(where: { $0.name == "count" }) {
            members += derived("count", .count, "Number of elements.", .integer(.int), owner, .count)
        }
        let callee = Callee(
            receiver: owner.receiver,
            isMutating: false,
            parameters: [Parameter(label: nil, name: "position", type: .integer(.int))],
            result: element,
            effects: Effects(failure: .untyped),
            operation: .elementAt
        )
        let summary = "Returns the element at a position, counted from 0; fails if there is none."
        members += trait(.elementAt, "element_at", summary, callee, owner)
        let array: BindingType = element == .integer(.uint8) ? .bytes(.array) : .array(element)
        return members + derived("elements", .elements, "Returns all elements.", array, owner, .elements)
    }

    /// The function that copies a value which can be changed behind its handle.
    mutating func clone(_ declaration: TypeDeclaration, _ crossing: Crossing, _ owner: Owner) -> [LoweredMember] {
        guard case .handle(let handle) = owner.receiver, handle.holder == .mutableValue else { return [] }
        return derived("clone", .clone, "Returns a copy, which changes independently.", crossing.type, owner, .itself)
    }

    /// The function that returns the raw value of an enum.
    mutating func rawValue(_ declaration: TypeDeclaration, _ owner: Owner) -> [LoweredMember] {
        guard !declaration.properties.contains(where: { $0.name == "rawValue" }) else { return [] }
        switch declaration.kind {
        case .enumeration, .variant: break
        case .object, .record, .value, .interface: return []
        }
        for case .rawRepresentable(let type) in declaration.conformances where (try? registry.crossing(type)) != nil {
            let notes = DeclarationNotes(documentation: "Raw value.")
            return lower(PropertyDeclaration(usr: "", name: "rawValue", receiver: .borrowed, type: type, notes: notes), of: owner)
        }
        return []
    }
}
