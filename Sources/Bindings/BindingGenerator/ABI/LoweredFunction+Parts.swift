import BindingModel

/// The parts of a function, as other languages have them.
extension LoweredFunction {
    /// The parameter with the receiver; nil if there is none.
    package var receiver: LoweredParameter? {
        parameters.first {
            switch $0.role {
            case .receiver, .changedReceiver: true
            default: false
            }
        }
    }

    /// The parameters for which the caller passes arguments; a function of the program is one, with its context.
    package var arguments: [LoweredParameter] {
        parameters.filter { parameter in
            switch parameter.role {
            case .value, .pointer, .changed, .callback, .memory, .queue: true
            case .receiver, .changedReceiver, .context, .release, .result, .error, .operation, .timeout, .functions, .replaced,
                .count:
                false
            }
        }
    }

    /// The conversion of the result; nil if there is none.
    package var result: Crossing? {
        for parameter in parameters { if case .result(let crossing) = parameter.role { return crossing } }
        return nil
    }

    /// Whether the function returns a value, and has no parameters.
    package var isGetter: Bool {
        switch origin {
        case .property(let property)?: purpose != .set && property.indices.isEmpty
        case .function(let function)?: function.parameters.isEmpty && function.result != .void
        case nil:
            parameters.allSatisfy { parameter in
                switch parameter.role {
                case .receiver, .result: true
                default: false
                }
            }
        }
    }

    /// Whether a call changes a value. A value behind a handle is changed for all copies of the handle.
    package var changesReceiver: Bool {
        switch origin {
        case .function(let origin)?: origin.receiver == .mutated
        case .property(let origin)?: origin.receiver == .mutated || purpose == .set && origin.setterMutates
        case nil: false
        }
    }

    /// The callback whose type a parameter has; nil for other parameters, and for function pointers of the runtime.
    package func callback(of parameter: LoweredParameter) -> LoweredCallback? {
        callbacks.first { $0.name == parameter.type.name }
    }
}

extension LoweredCallback {
    /// The C parameters without the context.
    package var ownParameters: [(type: CType, name: String)] {
        contextFirst ? Array(parameters.dropFirst()) : parameters.dropLast()
    }

    /// Whether the function changes its argument with this index through a pointer.
    package func changesInPlace(_ index: Int) -> Bool {
        closure.parameters.indices.contains(index) && closure.parameters[index].isInout && arguments[index].isPlain
    }
}
