import BindingModel

extension ClosureType {
    /// The value of a `Result` that the closure returns, and the errors that it throws then; nil if it returns none.
    var throwing: (value: BindingType, failure: Failure)? {
        guard case .result(let value, let failure) = result else { return nil }
        return (value, self.failure == .never ? failure : .untyped)
    }

    /// The closure with a value and an error, one of which is absent, instead of each `Result` parameter, and with errors instead
    /// of a `Result` as its result; and the original, if the two differ.
    func flattened(_ registry: inout Registry) throws(LoweringError) -> (flat: ClosureType, original: OriginalClosure?) {
        var flat = self
        var results: [(index: Int, hasValue: Bool)] = []
        flat.parameters = []
        for (index, parameter) in parameters.enumerated() {
            guard case .result(let value, _) = parameter.type else {
                flat.parameters.append(parameter)
                continue
            }
            let number = results.isEmpty ? "" : "\(results.count + 1)"
            if value != .void {
                flat.parameters.append(TupleElement(label: parameter.label ?? "value\(number)", type: .optional(value)))
            }
            flat.parameters.append(TupleElement(label: "failure\(number)", type: .optional(.error)))
            results.append((index, value != .void))
        }
        // Each doubles the number of the calls in its thunk.
        if results.count > 4 { throw LoweringError("a closure that receives more than four results") }
        if case .result(let value, let failure) = result {
            guard self.failure == .never, !isAsync else {
                throw LoweringError("a closure gives a `Result`, and throws or is asynchronous too")
            }
            (flat.result, flat.failure) = (value, failure)
        } else if results.isEmpty {
            return (self, nil)
        }
        return (flat, OriginalClosure(swiftType: try registry.swiftType(of: self), results: results, closure: self))
    }

    /// Whether the program can choose the queue on which the closure is called: it returns nothing, and no argument is borrowed for
    /// the call only.
    var suitsQueue: Bool {
        isEscaping && result == .void && !isAsync && failure == .never && !isMainActor
            && !parameters.contains { $0.isInout || $0.type.isBorrowed }
    }
}

extension BindingType {
    /// Whether an argument of the type is valid only during the call: memory, or a closure that does not escape.
    fileprivate var isBorrowed: Bool {
        switch self {
        case .bytes(.span), .bytes(.buffer), .memory: true
        case .closure(let closure): !closure.isEscaping
        case .optional(let type): if case .closure = type { false } else { type.isBorrowed }
        case .tuple(let elements): elements.contains(where: \.type.isBorrowed)
        default: false
        }
    }
}

extension ArgumentLowering {
    /// A `Result` of the program: a value and an error, one of which is absent.
    mutating func outcome(
        _ parameter: Parameter,
        _ value: BindingType,
        _ failure: Failure
    ) throws(LoweringError) -> LoweredArgument {
        guard parameter.defaultValue == nil, !parameter.isInout else {
            throw LoweringError("takes a `Result` with a default value, or changes one")
        }
        var conversion = FailureConversion.none
        if case .typed(let identifier) = failure {
            guard let found = registry.failureConversion(.named(identifier)) else {
                throw LoweringError("takes an error that cannot be made from a foreign one")
            }
            conversion = found
        }
        var outcome = LoweredOutcome(
            conversion: conversion,
            swiftType: try registry.swiftType(ofResult: value, failure)
        )
        if value != .void { outcome.value = try lower(Parameter(label: nil, name: parameter.name, type: .optional(value))) }
        if failure != .never {
            outcome.failure = try lower(
                Parameter(label: nil, name: "failure", type: .optional(.error), defaultValue: .null)
            )
        }
        guard outcome.value != nil || outcome.failure != nil else {
            throw LoweringError("takes a `Result` without a value and without an error")
        }
        return LoweredArgument(parameter: parameter, name: outcome.value?.name ?? "failure", form: .outcome(outcome))
    }
}
