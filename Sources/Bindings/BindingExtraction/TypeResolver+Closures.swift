import BindingModel

/// The types of closures, and of the errors that functions throw.
extension TypeResolver {
    mutating func resolve(
        _ function: FunctionTypeSyntax,
        _ scope: Scope
    ) throws(Unrepresentable) -> ClosureType {
        if function.attributes.contains("convention") { throw Unrepresentable("a C function: take a Swift closure") }
        if function.effects.failure == .rethrown { throw Unrepresentable("rethrows: throw instead") }
        var parameters: [TupleElement] = []
        for parameter in function.parameters {
            if parameter.specifiers.contains("isolated") { throw Unrepresentable("takes a closure with an isolated parameter") }
            var type = try resolve(parameter.type, scope, [.insideClosure, .outcome, .single])
            if case .closure(var closure) = type {
                closure.isEscaping = parameter.specifiers.contains("escaping")
                type = .closure(closure)
            }
            if parameter.isVariadic { type = .array(type) }
            let isInout = parameter.specifiers.contains("inout")
            if isInout, !type.canBeInout {
                throw Unrepresentable("takes a closure with an inout parameter of type `\(parameter.type)`")
            }
            parameters.append(TupleElement(label: parameter.label, type: type, isInout: isInout))
        }
        return ClosureType(
            parameters: parameters,
            result: try resolve(function.result, scope, [.insideClosure, .outcome, .single]),
            isAsync: function.effects.isAsync,
            failure: try failure(function.effects, scope),
            isSendable: function.attributes.contains("Sendable"),
            isMainActor: function.attributes.contains("MainActor")
        )
    }

    mutating func failure(_ effects: EffectsSyntax, _ scope: Scope) throws(Unrepresentable) -> Failure {
        switch effects.failure {
        case .never: return .never
        case .untyped: return .untyped
        case .rethrown: throw Unrepresentable("rethrows what its argument throws: throw instead")
        case .typed(let type): return try failure(type, scope)
        }
    }

    mutating func failure(_ type: TypeSyntax, _ scope: Scope) throws(Unrepresentable) -> Failure {
        if case .existential = type { return .untyped }
        if case .named(let path) = type, let usr = path.last?.usr {
            if usr == KnownTypes.error { return .untyped }
            if symbols[usr] == nil { return KnownTypes.plain[usr] == .never ? .never : .untyped }
        }
        switch try resolve(type, scope, .contained) {
        case .never: return .never
        case .named(let identifier): return .typed(identifier)
        default: return .untyped
        }
    }
}
