import BindingModel

/// Lowers the parameters of a library's function to C parameters.
struct ArgumentLowering {
    var registry: Registry
    /// The function to which the parameters belong, for the names of callback types: `weather_station_observe`.
    let owner: String
    /// The lowered parameters.
    private(set) var parameters: [LoweredParameter] = []
    /// The types of the callbacks among them.
    private(set) var callbacks: [LoweredCallback] = []
    /// The members of closures, and the completions of asynchronous callbacks.
    var companions: [LoweredMember] = []
    /// The name of the parameter for the changed receiver, if it is not changed in place.
    private(set) var changedReceiver: String?
    /// Names of C parameters that are in use, initially by the implementation itself.
    private var names: Set<String> = [
        "error", "result", "operation", "wait_ns", "held", "pinned", "box", "outcome", "thrown", "refused", "status", "argument",
    ]

    /// Names of the Swift constants with the converted arguments.
    private var constants: Set<String> = []

    init(registry: Registry, owner: String) {
        self.registry = registry
        self.owner = owner
    }

    private var prefix: String { registry.prefix }

    /// A name that no other parameter has.
    private mutating func name(_ wanted: String) -> String {
        var name = wanted
        while names.contains(name) || constants.contains(name) { name += "_" }
        names.insert(name)
        constants.insert(name + "_")
        return name
    }

    /// Lowers the receiver of a call; returns the name of its parameter.
    mutating func receiver(_ callee: Callee, _ wanted: String) throws(LoweringError) -> String {
        switch callee.receiver {
        case .none: return ""
        case .handle(let handle):
            let name = name(wanted)
            var receiver = LoweredParameter.receiver(name, handle.crossing)
            receiver.isConsumed = callee.isConsuming
            parameters.append(receiver)
            return name
        case .value(let crossing):
            let name = name(wanted)
            if callee.isMutating, crossing.isPlain {
                parameters.append(
                    LoweredParameter(name: name, type: .pointer(crossing.representation), role: .changedReceiver(crossing))
                )
            } else if callee.isMutating {
                parameters.append(.receiver(name, crossing))
                changedReceiver = addReplaced(name, crossing, isReceiver: true)
            } else {
                parameters.append(.receiver(name, crossing))
            }
            return name
        }
    }

    /// Lowers one parameter.
    mutating func lower(_ parameter: Parameter) throws(LoweringError) -> LoweredArgument {
        if let fixed = parameter.fixedValue {
            return LoweredArgument(parameter: parameter, name: name(Naming.local(parameter.name)), form: .fixed(fixed))
        }
        switch parameter.type {
        // As `init(nilLiteral: ())`: there is one value only.
        case .void where !parameter.isInout:
            return LoweredArgument(parameter: parameter, name: name(Naming.local(parameter.name)), form: .fixed("()"))
        case .closure(let closure): return try self.closure(parameter, closure, isOptional: false)
        case .optional(.closure(let closure)): return try self.closure(parameter, closure, isOptional: true)
        case .sequence(let sequence): return try stream(parameter, sequence)
        case .result(let value, let failure): return try outcome(parameter, value, failure)
        case .memory(let memory): return try self.memory(parameter, memory)
        default: break
        }
        let crossing = try registry.crossing(parameter.type)
        let name = name(Naming.local(parameter.name, parameter.type))
        if crossing.isUnique, let handle = registry.handle(crossing.c) { return unique(parameter, crossing, handle, name) }
        if parameter.isInout { return try changed(parameter, crossing, name) }
        return try value(parameter, crossing, name)
    }

    private mutating func value(
        _ parameter: Parameter,
        _ crossing: Crossing,
        _ name: String
    ) throws(LoweringError) -> LoweredArgument {
        let initial = parameter.defaultValue.map { DefaultHandling($0, type: parameter.type, registry: registry) }
        if case .optional(let wrappedType) = parameter.type, !crossing.isNullable, initial.map({ $0 == .none }) ?? true {
            // `const T *`, null for nil.
            let wrapped = try registry.crossing(wrappedType)
            parameters.append(pointer(name, wrapped, parameter, wrapped.isOptional ? .optionalOrDefaulted : .optional))
            return LoweredArgument(parameter: parameter, name: name, form: .nullable(crossing, wrapped: wrapped))
        }
        // Whether "none" represents an omitted argument.
        let saysNone = crossing.isNullable && !(crossing.isOptional && initial.map({ $0 != .none }) ?? false)
        let mayBeLeftOut = initial != nil || (crossing.isOptional && !crossing.isNullable)
        let isPointer = !saysNone && (mayBeLeftOut || (crossing.shape == .aggregate && !crossing.isPlain))
        if isPointer {
            let presence: LoweredParameter.Presence =
                initial == nil ? .required : crossing.isOptional ? .optionalOrDefaulted : .defaulted
            parameters.append(pointer(name, crossing, parameter, presence))
        } else {
            let presence: LoweredParameter.Presence =
                crossing.isOptional ? .optional : initial == nil ? .required : .defaulted
            let role: LoweredParameter.Role = crossing.type == .queue ? .queue : .value(crossing, presence)
            parameters.append(LoweredParameter(name: name, type: crossing.representation, role: role, origin: parameter))
        }
        // "None" is passed on as nil.
        let isDefaultNone = crossing.isNullable && initial == DefaultHandling.none
        return LoweredArgument(
            parameter: parameter,
            name: name,
            form: .value(crossing, isPointer: isPointer, isDefaultNone ? nil : initial)
        )
    }

    /// A value that cannot be copied.
    private mutating func unique(
        _ parameter: Parameter,
        _ crossing: Crossing,
        _ handle: HandleType,
        _ name: String
    ) -> LoweredArgument {
        var lowered = LoweredParameter.argument(name, crossing)
        lowered.origin = parameter
        lowered.isConsumed = parameter.isConsumed
        parameters.append(lowered)
        return LoweredArgument(parameter: parameter, name: name, form: .unique(handle))
    }

    /// A stream of the library, as a Swift stream.
    private mutating func stream(_ parameter: Parameter, _ sequence: SequenceType) throws(LoweringError) -> LoweredArgument {
        guard sequence.isConstructible, parameter.defaultValue == nil else {
            throw LoweringError("takes a sequence: take an AsyncStream, an array, or a closure that gives the elements")
        }
        let crossing = try registry.crossing(parameter.type)
        registry.needsSource(crossing.c)
        let name = name(Naming.local(parameter.name))
        parameters.append(
            LoweredParameter(
                name: name,
                type: crossing.representation,
                role: .value(crossing, .required),
                origin: parameter
            )
        )
        return LoweredArgument(parameter: parameter, name: name, form: .stream(crossing, sequence))
    }

    private func pointer(
        _ name: String,
        _ crossing: Crossing,
        _ parameter: Parameter,
        _ presence: LoweredParameter.Presence
    ) -> LoweredParameter {
        LoweredParameter(
            name: name,
            type: .constant(crossing.representation),
            role: .pointer(crossing, presence),
            origin: parameter
        )
    }

    /// Numbers of the program: a pointer and a count.
    private mutating func memory(_ parameter: Parameter, _ memory: MemoryType) throws(LoweringError) -> LoweredArgument {
        let element = try registry.crossing(memory.element)
        let name = name(Naming.local(parameter.name))
        let count = self.name("\(name)_count")
        parameters.append(
            LoweredParameter(
                name: name,
                type: .pointer(element.representation, isConstant: !memory.isMutable),
                role: .memory(element, isMutable: memory.isMutable),
                origin: parameter
            )
        )
        parameters.append(
            LoweredParameter(name: count, type: .number(.size), role: .count, documentation: "number of elements of `\(name)`")
        )
        return LoweredArgument(parameter: parameter, name: name, form: .memory(memory, element: element, count: count))
    }

    /// Adds the parameter through which a function returns the changed value of another parameter; returns its name.
    private mutating func addReplaced(_ changed: String, _ crossing: Crossing, isReceiver: Bool) -> String {
        let name = name("changed_\(changed)")
        parameters.append(
            LoweredParameter(
                name: name,
                type: .pointer(crossing.representation),
                role: .replaced(crossing, isReceiver: isReceiver),
                documentation: "receives the changed `\(changed)`, owned by the caller"
            )
        )
        return name
    }

    /// An `inout` parameter: plain values are changed in place, of all others the function returns the changed copy.
    private mutating func changed(
        _ parameter: Parameter,
        _ crossing: Crossing,
        _ name: String
    ) throws(LoweringError) -> LoweredArgument {
        // A function of the program to which the value is lent has only this handle to change it. One of a protocol is often made
        // for the call.
        if case .named = crossing.type, crossing.isMutable(registry), let handle = registry.handle(crossing.c) {
            var lowered = LoweredParameter.argument(name, crossing)
            lowered.origin = parameter
            parameters.append(lowered)
            return LoweredArgument(parameter: parameter, name: name, form: .shared(handle))
        }
        guard crossing.isPlain else {
            let given = try value(parameter, crossing, name)
            let out = addReplaced(name, crossing, isReceiver: false)
            return LoweredArgument(parameter: parameter, name: name, form: .replaced(given, crossing, out: out))
        }
        parameters.append(
            LoweredParameter(
                name: name,
                type: .pointer(crossing.representation),
                role: .changed(crossing),
                origin: parameter
            )
        )
        return LoweredArgument(parameter: parameter, name: name, form: .changed(crossing))
    }

    // MARK: Closures

    private mutating func closure(
        _ parameter: Parameter,
        _ closure: ClosureType,
        isOptional: Bool
    ) throws(LoweringError) -> LoweredArgument {
        let word = callbacks.isEmpty ? "" : "_" + Words.snake(parameter.name)
        let (flat, original) = try closure.flattened(&registry)
        var callback = try CallbackLowering.lower(
            flat,
            base: "\(owner)\(word)",
            mayHaveFallback: true,
            registry: &registry,
            companions: &companions
        )
        callbacks.append(callback)
        let queue = closure.suitsQueue && !parameters.contains { $0.role == .queue } ? addQueue() : nil
        let name = name(Naming.local(parameter.name))
        let mayBeLeftOut = isOptional || parameter.defaultValue != nil
        parameters.append(.callback(name, type: callback.name, isOptional: mayBeLeftOut, origin: parameter))
        let (context, release) = context(of: name)
        let fallback = try fallback(of: name, &callback)
        return LoweredArgument(
            parameter: parameter,
            name: name,
            form: .closure(
                LoweredClosure(
                    callback: callback,
                    original: original,
                    context: context,
                    release: release,
                    queue: queue,
                    isOptional: isOptional,
                    fallback: fallback
                )
            )
        )
    }

    /// Adds the parameter for the value that replaces an invalid result of a function, if the function needs one.
    private mutating func fallback(
        of function: String,
        _ callback: inout LoweredCallback
    ) throws(LoweringError) -> LoweredArgument? {
        guard callback.failure == nil, callback.result.shape != .void, callback.fallback == nil else { return nil }
        let parameter = Parameter(
            label: nil,
            name: callbacks.count == 1 ? "fallback" : "\(function)_fallback",
            type: callback.closure.result
        )
        let argument = try value(parameter, callback.result, name(parameter.name))
        parameters[parameters.count - 1].documentation = "replaces an invalid result of `\(function)`"
        callback.fallback = .argument("\(argument.name)_")
        return argument
    }

    /// Adds the parameter for the queue of a function; returns its name.
    private mutating func addQueue() -> String {
        let name = name(names.contains("queue") ? "callback_queue" : "queue")
        let text = "queue on which the function is called; null: the calling thread of the library"
        parameters.append(.queue(prefix, name: name, documentation: text))
        return name
    }

    /// Adds the parameters for a function's context; returns their names.
    private mutating func context(of function: String) -> (context: String, release: String) {
        let suffix = callbacks.count == 1 ? "" : function + "_"
        let context = name("\(suffix)context")
        parameters.append(.context(context, documentation: "handed to `\(function)`"))
        let release = name("\(suffix)release")
        parameters.append(
            .release(
                prefix,
                name: release,
                documentation:
                    "called once with `\(context)` when `\(function)` will not be called again, also if this function fails; may be null"
            )
        )
        return (context, release)
    }
}
