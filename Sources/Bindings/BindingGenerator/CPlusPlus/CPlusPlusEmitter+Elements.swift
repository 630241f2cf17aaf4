import BindingModel
import BindingTexts

/// Iteration over the elements of a collection.
extension CPlusPlusEmitter {
    /// The type of the elements, if a type is a collection whose class has no `begin` or `end` of its own.
    private func elementType(_ type: LoweredType) -> String? {
        guard let function = type.function(of: .elements),
            let scope = scopes[type.c], !scope.functions.contains(where: { $0.name == "begin" || $0.name == "end" })
        else { return nil }
        guard let crossing = function.result else { return nil }
        if crossing.shape == .bytes { return "std::uint8_t" }
        if case .array(let element)? = types.interface.content(crossing) { return types.value(element) }
        return nil
    }

    /// The name of the member that returns all elements.
    private func all(_ type: LoweredType) -> String {
        scopes[type.c]?.function(of: .elements)?.name ?? "elements"
    }

    /// The type of iterators over a sequence that is no collection, and the expression of the object that returns its elements.
    private func sequence(_ type: LoweredType) -> (iterator: String, source: String)? {
        guard let scope = scopes[type.c], !scope.functions.contains(where: { $0.name == "begin" || $0.name == "end" }) else {
            return nil
        }
        func function(_ scope: CPlusPlusScope?, _ iteration: LoweredMember.Iteration) -> CPlusPlusFunction? {
            scope?.functions.first { $0.member.iteration == iteration }
        }
        var source = "*this"
        var own = type.crossing
        if let make = function(scope, .begin) {
            source = "\(make.name)()"
            own = make.lowered.result
        }
        guard let own, let next = function(scopes[own.c], .next),
            let element = next.lowered.result.flatMap(types.interface.wrapped)
        else { return nil }
        return ("detail::sequence_iterator<\(types.value(own)), \(types.value(element))>", source)
    }

    /// Writes the declarations of `begin` and `end`.
    func declareIteration(_ type: LoweredType, _ writer: inout CodeWriter) {
        if let (iterator, source) = sequence(type) {
            writer.gap()
            writer.line("/// Iterates over the elements\(source == "*this" ? " that are left" : "").")
            writer.line("\(iterator) begin() const;")
            writer.line("\(iterator) end() const;")
        }
        guard let element = elementType(type) else { return }
        writer.gap()
        writer.line("/// Iterates over a copy of the elements.")
        writer.line("detail::element_iterator<\(element)> begin() const;")
        writer.line("detail::element_iterator<\(element)> end() const;")
    }

    /// Writes the definitions of `begin` and `end`.
    mutating func defineIteration(_ type: LoweredType, _ name: String) {
        if let (iterator, source) = sequence(type) {
            writer.line("\(names.inline) \(iterator) \(name)::begin() const { return \(iterator)(\(source)); }")
            writer.gap()
            writer.line("\(names.inline) \(iterator) \(name)::end() const { return {}; }")
            writer.gap()
        }
        guard let element = elementType(type) else { return }
        let iterator = "detail::element_iterator<\(element)>"
        writer.line("\(names.inline) \(iterator) \(name)::begin() const { return \(iterator)(\(all(type))()); }")
        writer.gap()
        writer.line("\(names.inline) \(iterator) \(name)::end() const { return {}; }")
        writer.gap()
    }

    /// Writes the iterator over a copy of a collection's elements, if the library has a collection.
    mutating func declareElementIterator() {
        if library.types.contains(where: { $0.has(.elements) }) { writer.line(RuntimeText.cPlusPlusElements.template) }
        if library.registry.usesIterators { writer.line(RuntimeText.cPlusPlusSequences.template) }
    }
}
