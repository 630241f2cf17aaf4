import BindingModel

/// Lowers one call to C functions: one, or three for a call that must be awaited (start, result, wait).
struct CallLowering {
    private let name: String
    private let prefix: String
    private let origin: Member
    private let notes: DeclarationNotes
    private let documentation: Documentation
    private let call: LoweredCall
    private let parameters: [LoweredParameter]
    private let callbacks: [LoweredCallback]

    /// Lowers a call, with the functions that its callbacks need.
    static func lower(
        _ callee: Callee,
        name: String,
        selfName: String,
        origin: Member,
        notes: DeclarationNotes,
        registry: inout Registry,
        purpose: LoweredFunction.Purpose = .call
    ) throws(LoweringError) -> LoweredCallable {
        if callee.effects.mustBeAwaited && callee.isMutating {
            throw LoweringError("an asynchronous function that changes its value: the value may be gone when it ends")
        }
        var arguments = ArgumentLowering(registry: registry, owner: name)
        defer { registry = arguments.registry }
        let lowering = try CallLowering(callee, name, selfName, origin, notes, &arguments)
        return LoweredCallable(
            companions: arguments.companions,
            form: callee.effects.mustBeAwaited ? .awaited(lowering.awaited()) : .immediate(lowering.immediate(purpose))
        )
    }

    private init(
        _ callee: Callee,
        _ name: String,
        _ selfName: String,
        _ origin: Member,
        _ notes: DeclarationNotes,
        _ lowering: inout ArgumentLowering
    ) throws(LoweringError) {
        if callee.effects.mustBeAwaited, callee.parameters.contains(where: \.isLent) {
            throw LoweringError(
                "an asynchronous function that changes its parameter, or keeps a pointer: both may be gone when it ends"
            )
        }
        let receiverName = try lowering.receiver(callee, selfName)
        var arguments: [LoweredArgument] = []
        for index in callee.parameters.indices {
            arguments.append(try lowering.lower(Self.parameter(index, of: callee, lowering.registry)))
        }
        if callee.isVariadic { try Self.checkVariadic(callee, arguments) }
        let isBorrowed = callee.result == .bytes(.span) || callee.result == .bytes(.buffer)
        call = LoweredCall(
            callee: callee,
            receiverName: receiverName,
            changedReceiver: lowering.changedReceiver,
            arguments: arguments,
            result: try Self.result(callee, name, &lowering),
            isBorrowed: isBorrowed,
            prefix: lowering.registry.prefix
        )
        if isBorrowed, !call.hasLastingOwner { throw LoweringError("returns borrowed bytes without an owner") }
        (self.name, self.origin, self.notes) = (name, origin, notes)
        prefix = lowering.registry.prefix
        documentation = Documentation(notes.documentation)
        parameters = Self.documented(lowering.parameters, documentation, lowering.registry)
        callbacks = lowering.callbacks
    }

    /// A parameter of a function. One without a label before others without one has no default value unless a thunk can write it:
    /// if it were omitted, the next argument would take its place. Nor has one of a function with any number of values, which is
    /// called by its full name.
    private static func parameter(_ index: Int, of callee: Callee, _ registry: Registry) -> Parameter {
        var parameter = callee.parameters[index]
        guard let value = parameter.defaultValue,
            callee.isVariadic || parameter.label == nil && callee.parameters[(index + 1)...].contains(where: { $0.label == nil }),
            case .omitted = DefaultHandling(value, type: parameter.type, registry: registry)
        else { return parameter }
        parameter.defaultValue = nil
        return parameter
    }

    /// Throws for a function with any number of values that Swift cannot pass as an array.
    private static func checkVariadic(_ callee: Callee, _ arguments: [LoweredArgument]) throws(LoweringError) {
        let name = callee.parameters.first(where: \.isVariadic)?.name ?? ""
        func refusal(_ reason: String) -> LoweringError {
            LoweringError("takes any number of values (`\(name)...`) and \(reason): add an overload with an array")
        }
        if callee.isMutating { throw refusal("changes its value") }
        if callee.effects.isolation != .none { throw refusal("runs on an actor") }
        switch callee.operation {
        case .initializer, .global, .type, .member, .receiver: break
        default: throw refusal("is no plain function")
        }
        for argument in arguments {
            switch argument.form {
            case .nullable, .value, .changed, .replaced: continue
            case .shared, .fixed, .stream, .closure, .outcome, .memory, .unique: throw refusal("`\(argument.parameter.name)`")
            }
        }
    }

    private static func result(
        _ callee: Callee,
        _ name: String,
        _ lowering: inout ArgumentLowering
    ) throws(LoweringError) -> Crossing {
        if case .argument = callee.operation { return try lowering.registry.crossing(callee.result) }
        return try CallbackLowering.part(
            callee.result == .never ? .void : callee.result,
            name: "\(name)_function",
            registry: &lowering.registry,
            companions: &lowering.companions
        )
    }

    // MARK: Documentation

    /// Adds the documentation of the library's parameters.
    private static func documented(
        _ parameters: [LoweredParameter],
        _ documentation: Documentation,
        _ registry: Registry
    ) -> [LoweredParameter] {
        parameters.map { parameter in
            guard parameter.documentation.isEmpty else { return parameter }
            var documented = parameter
            if let origin = parameter.origin {
                let texts = documentation.parameters.first { $0.name == origin.name }?.text ?? []
                documented.documentation = texts.joined(separator: " ")
                documented.remarks = remarks(on: parameter, origin, registry)
            } else if parameter.isConsumed {
                documented.remarks = [.consumed]
            }
            return documented
        }
    }

    /// Remarks on a parameter in addition to the library's documentation.
    private static func remarks(
        on lowered: LoweredParameter,
        _ parameter: Parameter,
        _ registry: Registry
    ) -> [LoweredParameter.Remark] {
        if lowered.isConsumed { return [.consumed] }
        let missing = parameter.defaultValue.map { Self.missing($0.constant, parameter.type, registry) }
        switch lowered.role {
        case .pointer(_, let presence), .value(_, let presence): return presence == .required ? [] : [missing ?? .nullIsNone]
        case .queue: return missing.map { [$0] } ?? []
        case .callback(let isOptional): return [.argumentsAreBorrowed] + (isOptional ? [.mayBeNull] : [])
        default: return []
        }
    }

    /// What null means for a parameter with a default value. A value that only Swift can express is not named.
    private static func missing(
        _ constant: DefaultValue.Constant?,
        _ type: BindingType,
        _ registry: Registry
    ) -> LoweredParameter.Remark {
        switch constant {
        case .null: return .nullIsNone
        case .emptyArray, .emptyDictionary: return .nullIsDefault("none")
        case .boolean(let value): return .nullIsDefault("`\(value)`")
        case .integer(let magnitude, let isNegative): return .nullIsDefault("`\(isNegative ? "-" : "")\(magnitude)`")
        case .decimal(let text), .calculation(let text): return .nullIsDefault("`\(text)`")
        case .text(let text): return .nullIsDefault("`\"\(text)\"`")
        case .duration(let count, let unit): return .nullIsDefault("\(count) \(unit.rawValue)")
        case .member(let name): return member(name, type, registry)
        case .call(let name): return member(name + "()", type, registry)
        case .instance, nil: return .nullIsDefault(nil)
        }
    }

    private static func member(_ name: String, _ type: BindingType, _ registry: Registry) -> LoweredParameter.Remark {
        guard case .named(let identifier) = type, let declaration = registry.declaration(identifier) else {
            return .nullIsDefault(nil)
        }
        return .nullIsDefault("``\((declaration.path + [name]).joined(separator: "/"))``")
    }

    /// The documentation of `wait_ns`; a call with its own time limit needs no second one.
    private var waitDocumentation: String {
        let text = "limit of the wait, in nanoseconds, after which the call is cancelled; negative: none."
        let own = parameters.first { $0.origin?.isTimeLimit ?? false }
        guard let own else { return text }
        return text + " `\(own.name)` already limits the call: pass `\(prefix.uppercased())_FOREVER`."
    }

    // MARK: Functions

    /// The parameter for the result; none for a call without one.
    private var resultParameter: [LoweredParameter] {
        guard call.result.shape != .void else { return [] }
        var text = documentation.returns.joined(separator: " ")
        if call.isBorrowed { text += (text.isEmpty ? "" : " ") + "Borrowed: valid until the handle is released." }
        var parameter = LoweredParameter.result("result", call.result, documentation: text)
        if case .property = origin { parameter.remark = documentation.body.prefix { !$0.isEmpty }.joined(separator: " ") }
        return [parameter]
    }

    /// A call that returns when it has ended.
    private func immediate(_ purpose: LoweredFunction.Purpose) -> LoweredFunction {
        LoweredFunction(
            name: name,
            purpose: purpose,
            origin: origin,
            parameters: parameters + resultParameter + (call.isThrowing ? [.failure(prefix)] : []),
            callbacks: callbacks,
            summary: documentation.body,
            errors: documentation.throws,
            deprecation: notes.deprecation,
            implementation: .call(call)
        )
    }

    /// A call that a program starts, and whose result is available later.
    private func awaited() -> AwaitedCall {
        let operation = CType.structure("\(prefix)_operation")
        let begin = LoweredFunction(
            name: name,
            purpose: .start,
            origin: origin,
            parameters: parameters + [
                LoweredParameter(
                    name: "operation",
                    type: .pointer(operation),
                    role: .operation,
                    documentation: "the operation, released by the caller"
                )
            ],
            callbacks: callbacks,
            summary: documentation.body,
            errors: documentation.throws,
            deprecation: notes.deprecation,
            implementation: .start(call)
        )
        let taking = taking(operation)
        return AwaitedCall(start: begin, result: taking, wait: waiting(taking))
    }

    /// The function that returns the result of an operation.
    private func taking(_ operation: CType) -> LoweredFunction {
        LoweredFunction(
            name: "\(name)_result",
            purpose: .result,
            origin: origin,
            parameters: [
                LoweredParameter(
                    name: "operation",
                    type: operation,
                    role: .operation,
                    documentation: "the operation that `\(name)` started"
                )
            ] + resultParameter + [.failure(prefix)],
            summary: ["Returns the result of `\(name)`, or `\(prefix.uppercased())_PENDING` while the call is under way."],
            deprecation: notes.deprecation,
            implementation: .result(call.result)
        )
    }

    /// The parameters without their documentation, which is that of the function that starts the call.
    private var undocumented: [LoweredParameter] {
        parameters.map { parameter in
            var bare = parameter
            (bare.documentation, bare.remarks) = ("", [])
            return bare
        }
    }

    /// The function that starts the call and waits for its result.
    private func waiting(_ taking: LoweredFunction) -> LoweredFunction {
        LoweredFunction(
            name: "\(name)_wait",
            purpose: .wait,
            origin: origin,
            parameters: undocumented + [.timeout("wait_ns", documentation: waitDocumentation)] + resultParameter + [
                .failure(prefix)
            ],
            summary: ["Starts `\(name)` and waits for the result on the calling thread."],
            deprecation: notes.deprecation,
            implementation: .wait(start: name, taking: taking.name, result: call.result)
        )
    }
}

extension Parameter {
    /// Whether the argument is used during the call only, and not a copy of it.
    fileprivate var isLent: Bool {
        if case .memory = type { return true }
        return isInout && fixedValue == nil
    }
}

extension Parameter {
    /// Whether it limits the time of its call: a duration whose name ends in `timeout`.
    fileprivate var isTimeLimit: Bool {
        switch type {
        case .duration, .optional(.duration): Words.snake(name).split(separator: "_").last == "timeout"
        default: false
        }
    }
}
