import BindingModel

extension ClosureType {
    /// The closure with a value and an error, either of which is absent, instead of a `Result`; and the original, if it has one.
    func flattened(_ registry: inout Registry) throws(LoweringError) -> (flat: ClosureType, original: OriginalClosure?) {
        let results = parameters.indices.filter { if case .result = parameters[$0].type { true } else { false } }
        guard let index = results.first, case .result(let value, _) = parameters[index].type else { return (self, nil) }
        guard results.count == 1 else { throw LoweringError("a closure takes several results") }
        var flat = self
        var parts = [TupleElement(label: "failure", type: .optional(.error))]
        if value != .void { parts.insert(TupleElement(label: parameters[index].label ?? "value", type: .optional(value)), at: 0) }
        flat.parameters.replaceSubrange(index...index, with: parts)
        let swiftType = try registry.swiftType(of: self)
        return (flat, OriginalClosure(swiftType: swiftType, index: index, hasValue: value != .void, closure: self))
    }
}

extension Registry {
    /// A `Result` as Swift source.
    mutating func swiftType(ofResult value: BindingType, _ failure: Failure) throws(LoweringError) -> String {
        let error: String
        switch failure {
        case .never: error = "Swift.Never"
        case .untyped: error = "any Swift.Error"
        case .typed(let identifier):
            guard let declaration = declarations[identifier] else { throw LoweringError("has an error that is not generated") }
            error = declaration.spelling
        }
        return "Swift.Result<\(try crossing(value).swift), \(error)>"
    }
}
