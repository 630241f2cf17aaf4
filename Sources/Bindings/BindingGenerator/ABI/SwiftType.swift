package import BindingModel

/// A Swift type as data. `SwiftThunks` writes it as source.
package indirect enum SwiftType: Hashable, Sendable {
    /// A type by its full name, or as the library's declarations write it: `Weather.Station`.
    case named(String)
    /// `any P`.
    case existential(String)
    /// A generic type by its full name, with its arguments: `Swift.Optional<Swift.Int>`.
    case generic(String, [SwiftType])
    case array(SwiftType)
    case tuple([TupleElement])
    case function(FunctionType)

    /// An element of a tuple.
    package struct TupleElement: Hashable, Sendable {
        package var label: String?
        package var type: SwiftType
    }

    /// The type of a closure.
    package struct FunctionType: Hashable, Sendable {
        package struct Parameter: Hashable, Sendable {
            package var type: SwiftType
            package var isInout: Bool
            package var isEscaping: Bool
        }

        package var parameters: [Parameter]
        package var result: SwiftType
        package var isSendable: Bool
        package var isMainActor: Bool
        package var isAsync: Bool
        package var isThrowing: Bool
        /// The type of the errors; nil for errors of any type.
        package var failure: SwiftType?
    }

    /// The type of values of the runtime's own functions, which have no thunks.
    package static let absent = named("")
    package static let void = named("Swift.Void")
    /// `any Error`.
    package static let error = existential("Swift.Error")

    package static func optional(_ wrapped: SwiftType) -> SwiftType { .generic("Swift.Optional", [wrapped]) }

    /// The type of a declaration of the library.
    package init(_ declaration: TypeDeclaration) { self = .named(declaration.spelling) }
}

extension Registry {
    /// The type of a closure.
    package mutating func swiftType(of closure: ClosureType) throws(LoweringError) -> SwiftType {
        var parameters: [SwiftType.FunctionType.Parameter] = []
        for parameter in closure.parameters {
            var isEscaping = false
            if case .closure(let inner) = parameter.type { isEscaping = inner.isEscaping }
            let type = try swiftType(ofPart: parameter.type)
            parameters.append(.init(type: type, isInout: parameter.isInout, isEscaping: isEscaping))
        }
        let result = try swiftType(ofPart: closure.result)
        return .function(
            SwiftType.FunctionType(
                parameters: parameters,
                result: result,
                isSendable: closure.isSendable,
                isMainActor: closure.isMainActor,
                isAsync: closure.isAsync,
                isThrowing: closure.failure != .never,
                failure: try swiftType(of: closure.failure)
            )
        )
    }

    /// The type of a parameter or of the result of a closure.
    private mutating func swiftType(ofPart type: BindingType) throws(LoweringError) -> SwiftType {
        switch type {
        case .closure(let closure): try swiftType(of: closure)
        case .optional(.closure(let closure)): .optional(try swiftType(of: closure))
        case .result(let value, let failure): try swiftType(ofResult: value, failure)
        default: try crossing(type).swiftType
        }
    }

    /// The type of a `Result`.
    mutating func swiftType(ofResult value: BindingType, _ failure: Failure) throws(LoweringError) -> SwiftType {
        let error = failure == .never ? .named("Swift.Never") : try swiftType(of: failure) ?? .error
        return .generic("Swift.Result", [try crossing(value).swiftType, error])
    }

    /// The type of errors; nil for none, and for errors of any type.
    private func swiftType(of failure: Failure) throws(LoweringError) -> SwiftType? {
        guard case .typed(let identifier) = failure else { return nil }
        guard let declaration = declarations[identifier] else { throw LoweringError("throws an error that is not generated") }
        return SwiftType(declaration)
    }
}
