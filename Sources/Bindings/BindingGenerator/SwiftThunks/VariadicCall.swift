import BindingModel

/// The call of a function that accepts any number of values, with an array of them.
///
/// Swift has no syntax to pass an array to a variadic parameter. A function value with one has the representation of a function
/// value with an array parameter, and is cast to that.
struct VariadicCall {
    private let call: LoweredCall

    /// Creates the call; nil if the function has no variadic parameter.
    init?(_ call: LoweredCall) {
        guard call.callee.isVariadic else { return nil }
        self.call = call
    }

    /// The Swift expression of the call, with `try` and `await` as needed.
    func expression(_ receiver: String, _ arguments: [SwiftArgument]) -> String {
        let effects = call.callee.effects
        let values = arguments.map(\.value).joined(separator: ", ")
        // SAFETY: variadic parameters are arrays in the calling convention; all other parts of both types are the same.
        return (effects.failure != .never ? "try " : "") + (effects.mustBeAwaited ? "await " : "")
            + "Swift.unsafeBitCast(\(reference(receiver)) as \(type(isVariadic: true)), to: (\(type(isVariadic: false))).self)(\(values))"
    }

    /// The function as a value, by its full name.
    private func reference(_ receiver: String) -> String {
        let labels = call.arguments.map { ($0.parameter.label.map(asLabel) ?? "_") + ":" }.joined()
        return switch call.callee.operation {
        case .initializer(let type): "\(type).init(\(labels))"
        case .global(let module, let name): "\(Callee.qualified(module, name))(\(labels))"
        case .type(let type, let name): "\(type).\(escaped(name))(\(labels))"
        case .member(let name): "\(receiver).\(escaped(name))(\(labels))"
        default: "\(receiver).callAsFunction(\(labels))"
        }
    }

    private func type(isVariadic: Bool) -> String {
        let parameters = call.arguments.map { argument in
            guard argument.parameter.isVariadic else { return argument.functionType }
            return isVariadic ? argument.functionType.dropFirst().dropLast() + "..." : argument.functionType
        }
        let effects = call.callee.effects
        return "(\(parameters.joined(separator: ", "))) "
            + (effects.mustBeAwaited ? "async " : "") + (effects.failure == .never ? "" : "throws ") + "-> \(call.result.swift)"
    }
}

extension LoweredArgument {
    /// The type of the parameter in the type of its function.
    fileprivate var functionType: String {
        switch form {
        case .nullable(let crossing, _), .value(let crossing, _, _): crossing.swift
        case .changed(let crossing), .replaced(_, let crossing, _): "inout \(crossing.swift)"
        // Calls with these are refused, see `CallLowering`.
        case .shared, .fixed, .unique, .stream, .closure, .outcome, .memory: "_"
        }
    }
}
