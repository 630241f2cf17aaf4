import BindingModel

/// Getters and setters.
extension LibraryLowering {
    mutating func lower(_ property: PropertyDeclaration, of owner: Owner?) -> [LoweredMember] {
        var lowered: LoweredProperty
        do {
            lowered = try getter(property, of: owner)
        } catch {
            omit(property.usr, property.name, owner?.spelling ?? "", property.notes, error.reason)
            return []
        }
        // A record's own fields are set directly.
        if property.isSettable {
            do {
                lowered.setter = try setter(property, of: owner)
            } catch {
                omit(property.usr, property.name + " { set }", owner?.spelling ?? "", property.notes, error.reason)
            }
        }
        return [LoweredMember(property.indices.isEmpty ? .property(lowered) : .indexed(lowered))]
    }

    private func place(_ property: PropertyDeclaration, _ owner: Owner?) -> Callee.Place {
        let isOfType = property.receiver == .none
        if isElement(property, owner) { return .position }
        if !property.indices.isEmpty { return .indexed(type: isOfType ? owner?.spelling ?? "" : nil) }
        guard isOfType else { return .member(property.name) }
        guard let owner else { return .global(module: module(of: property.usr), name: property.name) }
        return .type(property.ownerSpelling ?? owner.spelling, name: property.name)
    }

    /// Whether a subscript returns an element of a collection by its position: an invalid one would end the process.
    private func isElement(_ property: PropertyDeclaration, _ owner: Owner?) -> Bool {
        guard let declaration = owner?.declaration, property.receiver != .none, property.effects == Effects(),
            property.indices.map(\.type) == [.integer(.int)], property.indices[0].label == nil
        else { return false }
        return declaration.conformances.contains(.collection(element: property.type, hasIntegerPositions: true))
    }

    /// The effects of the access to a property; that to an element of a collection fails if there is none.
    private func effects(_ property: PropertyDeclaration, _ owner: Owner?) -> Effects {
        isElement(property, owner) ? Effects(failure: .untyped) : property.effects
    }

    private static let questions = [
        "is", "has", "can", "should", "will", "was", "does", "needs", "supports", "allows", "contains",
    ]

    private mutating func getter(_ property: PropertyDeclaration, of owner: Owner?) throws(LoweringError) -> LoweredProperty {
        let word = Words.snake(property.foreignName ?? property.name)
        let isQuestion = property.type == .bool && Self.questions.contains { word.hasPrefix($0 + "_") }
        let shared = property.indices.isEmpty ? word : "at"
        let isBare = property.indices.isEmpty && (isQuestion || property.receiver == .none && owner != nil)
        let verb = isBare ? "" : "get_"
        let stem = verb + shared
        let (name, _) = claimName(
            owner,
            stem,
            property.indices.map(\.label),
            property.indices,
            for: "\(owner?.spelling ?? "").\(property.name)",
            isChosen: property.foreignName != nil
        )
        let callee = Callee(
            receiver: property.receiver == .none ? .none : owner?.receiver ?? .none,
            isMutating: property.receiver == .mutated,
            parameters: property.indices,
            result: property.type,
            effects: effects(property, owner),
            operation: property.isOfType ? .ofType(.get(place(property, owner))) : .get(place(property, owner))
        )
        let getter = try callable(callee, name, shared, owner, .property(property), property.notes, .get)
        let unique = getter.function.uniqueStem
        return LoweredProperty(name: String(unique.dropFirst(verb.count)), getter: getter, declaration: property)
    }

    private mutating func setter(_ property: PropertyDeclaration, of owner: Owner?) throws(LoweringError) -> LoweredCallable {
        let word = Words.snake(property.foreignName ?? property.name)
        let stem = property.indices.isEmpty ? "set_\(word)" : "set_at"
        let (name, _) = claimName(
            owner,
            stem,
            property.indices.map(\.label),
            property.indices,
            for: "\(owner?.spelling ?? "").\(property.name) { set }",
            isChosen: property.foreignName != nil
        )
        let value = Parameter(label: nil, name: property.indices.isEmpty ? property.name : "new_value", type: property.type)
        if property.effects.isolation != .none { throw LoweringError("is set on an actor: add a method that sets it") }
        let callee = Callee(
            receiver: property.receiver == .none ? .none : owner?.receiver ?? .none,
            isMutating: property.setterMutates && property.receiver != .none,
            parameters: property.indices + [value],
            result: .void,
            effects: isElement(property, owner) ? effects(property, owner) : Effects(),
            operation: property.isOfType ? .ofType(.set(place(property, owner))) : .set(place(property, owner))
        )
        return try callable(Self.copying(callee), name, stem, owner, .property(property), property.notes, .set)
    }
}
