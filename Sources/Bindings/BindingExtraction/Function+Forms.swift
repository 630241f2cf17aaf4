import BindingModel

// Forms of functions that others replace: those that return a `Result`, rethrow, change an operand, take any number of values.

extension Function {
    /// Whether another function differs only in taking arrays instead of any number of values.
    func differsByVariadics(from other: Function) -> Bool {
        kind == other.kind && name == other.name && receiver == other.receiver && result == other.result
            && effects == other.effects
            && parameters.map(\.label) == other.parameters.map(\.label) && parameters.map(\.type) == other.parameters.map(\.type)
    }

    /// A function that returns a `Result`, as one that throws.
    var unwrapped: Function {
        guard case .result(let value, let failure) = result else { return self }
        var function = self
        function.result = value
        function.effects.failure = effects.failure == .never ? failure : .untyped
        function.returnsResult = true
        return function
    }

    /// A function that returns a task, as one that is asynchronous.
    func awaited(failure: Failure) -> Function {
        var function = self
        function.effects.isAsync = true
        function.effects.failure = effects.failure == .never ? failure : .untyped
        function.returnsTask = true
        return function
    }

    /// An operator that changes its left operand, as one with a receiver.
    func withChangedOperand(of type: BindingType?) -> Function {
        guard kind == .operation, let type, parameters.count == 2, parameters[0].isInout, parameters[0].type == type else {
            return self
        }
        var function = self
        function.receiver = .mutated
        function.parameters.removeFirst()
        return function
    }
}

extension EffectsSyntax {
    /// Replaces `rethrows` by `throws` if a closure among the parameters throws.
    mutating func settleRethrowing(_ parameters: [Parameter]) {
        guard failure == .rethrown else { return }
        let isThrowing = parameters.contains { parameter in
            switch parameter.type {
            case .closure(let closure), .optional(.closure(let closure)): closure.failure != .never
            default: false
            }
        }
        failure = isThrowing ? .untyped : .never
    }
}

extension TypeSyntax {
    /// The types of a task's value and errors; nil for all other types.
    var task: (value: TypeSyntax, failure: TypeSyntax)? {
        guard case .named(let names) = self, let name = names.last, name.usr == KnownTypes.task, name.arguments.count == 2 else {
            return nil
        }
        return (name.arguments[0], name.arguments[1])
    }
}

extension ElementSyntax {
    /// The type of the value: for an autoclosure, that of its result.
    var valueType: TypeSyntax {
        if case .function(let function) = type, function.attributes.contains("autoclosure") { function.result } else { type }
    }
}
