import BindingModel

/// Lowers a Swift closure or a requirement to a C function pointer.
struct CallbackLowering {
    private let closure: ClosureType
    /// The beginning of the names of the callback's type and of its companions.
    private let base: String
    private let prefix: String
    private let contextFirst: Bool
    /// The C parameters, without the context.
    private var parameters: [(type: CType, name: String)] = []
    private var arguments: [Crossing] = []
    private var result = Crossing.void
    private var returns = CType.void
    private var fallback: Fallback?
    private var completer: String?

    private var name: String { base + "_callback" }

    /// Lowers a closure's type, to a callback type called `base` with `_callback`.
    ///
    /// Appends to `companions` the completion function of an asynchronous closure, and the functions of closures among its
    /// parameters. With `mayHaveFallback`, the result may be of a type without a value that can replace an invalid one: the caller
    /// then sets the fallback.
    static func lower(
        _ closure: ClosureType,
        base: String,
        contextFirst: Bool = false,
        mayHaveFallback: Bool = false,
        registry: inout Registry,
        companions: inout [LoweredMember]
    ) throws(LoweringError) -> LoweredCallback {
        var lowering = CallbackLowering(closure: closure, base: base, prefix: registry.prefix, contextFirst: contextFirst)
        try lowering.addParameters(&registry, &companions)
        lowering.result = try registry.crossing(closure.result)
        if case .bytes(.span) = closure.result { throw LoweringError("a closure gives borrowed bytes") }
        let failure = try lowering.failure(registry)
        try lowering.addResult(registry, &companions, mayHaveFallback)
        return LoweredCallback(
            name: lowering.name,
            returns: lowering.returns,
            parameters: lowering.withContext,
            closure: closure,
            arguments: lowering.arguments,
            result: lowering.result,
            fallback: lowering.fallback,
            failure: failure,
            contextFirst: contextFirst,
            swiftType: try registry.swiftType(of: closure),
            completer: lowering.completer
        )
    }

    private init(closure: ClosureType, base: String, prefix: String, contextFirst: Bool) {
        (self.closure, self.base, self.prefix, self.contextFirst) = (closure, base, prefix, contextFirst)
    }

    private var withContext: [(type: CType, name: String)] {
        let context: (type: CType, name: String) = (.pointer(.void), "context")
        return contextFirst ? [context] + parameters : parameters + [context]
    }

    private mutating func addParameters(
        _ registry: inout Registry,
        _ companions: inout [LoweredMember]
    ) throws(LoweringError) {
        var names: Set<String> = ["context", "result", "error", "completion"]
        for (index, parameter) in closure.parameters.enumerated() {
            if parameter.isLentClosure, closure.isAsync {
                throw LoweringError("an asynchronous closure takes a closure that does not outlive the call")
            }
            let crossing = try Self.part(
                parameter.type,
                name: "\(base)_\(functionWord(at: index))",
                registry: &registry,
                companions: &companions
            )
            arguments.append(crossing)
            if parameter.isInout { try Self.checkChangeable(crossing, closure, registry) }
            var name = parameter.label.map { Naming.local($0) } ?? (closure.parameters.count == 1 ? "value" : "value\(index)")
            while !names.insert(name).inserted { name += "_" }
            let type: CType = parameter.isInout && crossing.isPlain ? .pointer(crossing.representation) : crossing.argument
            parameters.append((type, name))
        }
    }

    /// The word for a parameter that is a closure: its label, or a number if it is not the first without one.
    private func functionWord(at index: Int) -> String {
        if let label = closure.parameters[index].label { return Words.snake(label) }
        let before = closure.parameters[..<index].count { $0.type.isClosure && $0.label == nil }
        return before == 0 ? "function" : "function_\(before + 1)"
    }

    /// Throws unless the function can change such an argument: a plain value, or one that changes behind a handle.
    private static func checkChangeable(
        _ crossing: Crossing,
        _ closure: ClosureType,
        _ registry: Registry
    ) throws(LoweringError) {
        if closure.isAsync { throw LoweringError("an asynchronous closure changes its parameter") }
        if crossing.isPlain || crossing.isMutable(registry) { return }
        throw LoweringError("a closure changes its parameter, a value that owns memory: give it an object")
    }

    private func failure(_ registry: Registry) throws(LoweringError) -> FailureConversion? {
        switch closure.failure {
        case .never: return nil
        case .untyped: return FailureConversion.none
        case .typed(let identifier):
            guard let conversion = registry.failureConversion(.named(identifier)) else {
                throw LoweringError("a closure throws an error that cannot be made from a foreign one")
            }
            return conversion
        }
    }

    /// Adds the parameters through which the function returns its result and its error.
    private mutating func addResult(
        _ registry: Registry,
        _ companions: inout [LoweredMember],
        _ mayHaveFallback: Bool
    ) throws(LoweringError) {
        if closure.failure == .never, result.shape != .void {
            fallback = registry.fallback(closure.result)
            guard fallback != nil || mayHaveFallback else { throw LoweringError("a closure gives an object and cannot fail") }
        }
        if closure.isAsync {
            parameters.append((.structure("\(prefix)_completion"), "completion"))
            let function = completionFunction()
            completer = function.name
            companions.append(LoweredMember(.completion(function)))
        } else if closure.failure != .never {
            returns = .enumeration("\(prefix)_status")
            if result.shape != .void { parameters.append((.pointer(result.representation), "result")) }
            parameters.append((.pointer(.pointer(.opaque("\(prefix)_error"))), "error"))
        } else if result.shape != .void {
            if result.isPlain && result.shape != .aggregate {
                returns = result.representation
            } else {
                parameters.append((.pointer(result.representation), "result"))
            }
        }
    }

    /// The C function that completes an asynchronous function.
    private func completionFunction() -> LoweredFunction {
        let completion = "\(prefix)_completion"
        var parameters = [
            LoweredParameter(
                name: "completion",
                type: .structure(completion),
                role: .value(.handle(.void, c: completion, word: "completion", .named("AnyCompletion")), .required),
                documentation: "the running call; invalid if this succeeds"
            )
        ]
        if result.shape != .void { parameters.append(.argument("value", result, documentation: "the result of the call")) }
        return LoweredFunction(
            name: "\(base)_complete",
            purpose: .complete,
            origin: nil,
            parameters: parameters,
            summary: ["Completes the asynchronous function `\(name)`."],
            implementation: .complete(result)
        )
    }

    /// The conversion of a value that C code receives, which may be a closure or an optional one.
    static func part(
        _ type: BindingType,
        name: String,
        registry: inout Registry,
        companions: inout [LoweredMember]
    ) throws(LoweringError) -> Crossing {
        switch type {
        case .closure(let closure):
            return try callable(closure, name: name, registry: &registry, companions: &companions)
        case .optional(.closure(let closure)):
            let wrapped = try callable(closure, name: name, registry: &registry, companions: &companions)
            return try registry.optionalClosure(wrapped)
        default: return try registry.crossing(type)
        }
    }

    /// Throws for a closure that C code could still be calling when its lender returns.
    private static func checkLent(_ closure: ClosureType) throws(LoweringError) {
        if !closure.isEscaping, closure.isAsync || closure.isMainActor {
            throw LoweringError("a closure takes an asynchronous closure that does not outlive the call")
        }
    }

    /// Lowers a Swift closure that C code can call: an object with a `call` function.
    static func callable(
        _ closure: ClosureType,
        name: String,
        registry: inout Registry,
        companions: inout [LoweredMember]
    ) throws(LoweringError) -> Crossing {
        try checkLent(closure)
        let handle = try registry.closureHandle(name, try registry.swiftType(of: closure), isLent: !closure.isEscaping)
        var crossing = handle.crossing
        crossing.type = .closure(closure)
        let throwing = closure.throwing
        let callee = Callee(
            receiver: .handle(handle),
            isMutating: false,
            parameters: closure.parameters.enumerated().map { index, parameter in
                Parameter(
                    label: nil,
                    name: parameter.label ?? (closure.parameters.count == 1 ? "value" : "value\(index)"),
                    type: parameter.type,
                    isInout: parameter.isInout
                )
            },
            result: throwing?.value ?? closure.result,
            effects: Effects(
                isAsync: closure.isAsync,
                failure: throwing?.failure ?? closure.failure,
                isolation: closure.isMainActor ? .mainActor : .none
            ),
            operation: throwing == nil ? .receiver : .unwrapping(.receiver)
        )
        let call = try CallLowering.lower(
            callee,
            name: "\(name)_call",
            selfName: "function",
            origin: .function(Function(usr: "", kind: .call, name: "call")),
            notes: DeclarationNotes(documentation: "Calls it."),
            registry: &registry
        ).mapping { function in
            var function = function
            (function.stem, function.uniqueStem) = ("call", "call")
            return function
        }
        companions += [LoweredMember(.call(call)), registry.lifetime(handle)].map { $0.owned(by: handle.name) }
        return crossing
    }
}

extension TupleElement {
    /// Whether it is a closure that must not be called after the call that receives it.
    var isLentClosure: Bool { if case .closure(let closure) = type { !closure.isEscaping } else { false } }
}

extension Crossing {
    /// Whether it is a value behind a handle whose members change it.
    func isMutable(_ registry: Registry) -> Bool { shape == .handle && registry.handle(c)?.holder == .mutableValue }
}
