import BindingModel

/// The signature of a function in C#, and the statements that call the C function.
struct CSharpFunction {
    struct Parameter {
        var name: String
        var type: String
        /// `ref`; empty for none.
        var modifier = ""
        /// The default value; nil for none.
        var preset: String?
        var documentation: String

        var text: String {
            "\(modifier.isEmpty ? "" : "\(modifier) ")\(type)\(name.isEmpty ? "" : " \(name)")\(preset.map { " = \($0)" } ?? "")"
        }
        /// The type for the comparison of overloads.
        var key: String { modifier.isEmpty ? type : "ref \(type)" }
    }

    /// The kind of the C function's receiver.
    enum Receiver {
        /// An argument.
        case argument
        /// The object of a method.
        case this
        /// The first parameter of an extension method.
        case extended(String)
    }

    private let types: CSharpTypes
    private let convert: CSharpConversions
    private let call: LoweredCallable
    private let receiver: Receiver
    private(set) var parameters: [Parameter] = []
    private(set) var returns = "void"
    /// The arguments of the C function.
    private var passed: [String] = []
    /// The statements before the call, after it, and the objects that must stay alive.
    private var before: [String] = []
    private var after: [String] = []
    private var kept: [String] = []
    private var blocks: [String] = []
    private var needsArena = false
    private var hasError = false
    private var outputs: [(crossing: Crossing, variable: String, label: String)] = []
    private var names: Set<String> = []
    private var queue: String?
    private var isOwnerKept = false
    /// The name of the parameter of the last value, for the changed one that follows.
    private var lastValue: Int?

    /// Creates the signature; `value` is the name of the argument of a setter.
    init(_ call: LoweredCallable, types: CSharpTypes, receiver: Receiver, value: String? = nil) throws(CSharpOmission) {
        (self.types, self.call, self.receiver) = (types, call, receiver)
        convert = CSharpConversions(types: types)
        let function = call.function
        for parameter in function.parameters where parameter.role == .queue {
            if function.callbacks.isEmpty { continue }
            queue = unique(parameter.name)
        }
        let last = function.arguments.last?.name
        for parameter in function.parameters {
            try add(parameter, name: value != nil && parameter.name == last ? value : nil)
        }
        if let taking = call.taking {
            for parameter in taking.parameters { try addOutput(parameter) }
        }
        if let queue {
            before.insert(
                "global::System.Threading.SynchronizationContext place_ = \(queue) == null ? global::System.Threading.SynchronizationContext.Current : null;",
                at: 0
            )
            parameters.append(
                Parameter(
                    name: queue,
                    type: "Queue",
                    preset: "null",
                    documentation:
                        "queue on which the function is called; null: the present synchronisation context, or a thread of the library"
                )
            )
        }
        try results()
        // Optional parameters come last.
        parameters = parameters.filter { $0.preset == nil } + parameters.filter { $0.preset != nil }
        if call.isAwaited {
            parameters.append(
                Parameter(
                    name: "cancellationToken",
                    type: "global::System.Threading.CancellationToken",
                    preset: "default(global::System.Threading.CancellationToken)",
                    documentation: "cancels the call"
                )
            )
        }
    }

    var isAwaited: Bool { call.isAwaited }

    /// The name with the case of an argument.
    private static func plain(_ name: String) -> String {
        let local = CSharpNames.local(name)
        return local.hasPrefix("@") ? String(local.dropFirst()) : local
    }

    private mutating func unique(_ wanted: String) -> String {
        var name = CSharpNames.local(wanted)
        while !names.insert(name).inserted || ["cancellationToken", "self"].contains(name) { name += "Value" }
        return name
    }

    // MARK: Parameters

    private mutating func add(_ parameter: LoweredParameter, name: String?) throws(CSharpOmission) {
        switch parameter.role {
        case .receiver(let crossing): try receive(parameter, crossing)
        case .changedReceiver(let crossing):
            let source = try receiverExpression(parameter, crossing)
            before.append("\(types.native(crossing.representation)) receiver_ = \(convert.lend(crossing, source));")
            passed.append("&receiver_")
            outputs.append((crossing, "receiver_", "Changed"))
        case .value(let crossing, let presence): try value(parameter, crossing, presence, name, isPointer: false)
        case .pointer(let crossing, let presence): try value(parameter, crossing, presence, name, isPointer: true)
        case .changed(let crossing):
            let own = unique(parameter.origin?.name ?? parameter.name)
            parameters.append(
                Parameter(name: own, type: try types.type(crossing), modifier: "ref", documentation: Self.remarked(parameter))
            )
            let local = "native_\(Self.plain(own))"
            before.append("\(types.native(crossing.representation)) \(local) = \(convert.lend(crossing, own));")
            passed.append("&\(local)")
            after.append("\(own) = \(convert.take(crossing, local));")
        case .replaced(let crossing, let isReceiver): try replaced(parameter, crossing, isReceiver)
        case .callback(let isOptional): try callback(parameter, isOptional, name)
        case .context, .release: break
        case .queue: try queue(parameter)
        case .memory(let crossing, let isMutable): try memory(parameter, crossing, isMutable)
        case .count: passed.append("(ulong)\(parameters[lastValue ?? 0].name).Length")
        case .operation:
            before.append("ulong operation_ = 0;")
            passed.append("&operation_")
        case .error:
            hasError = true
            before.append("void* error_ = null;")
            passed.append("&error_")
        case .result: try addOutput(parameter)
        case .timeout, .functions: throw CSharpOmission(reason: "a parameter of a kind that C# does not have")
        }
    }

    private mutating func addOutput(_ parameter: LoweredParameter) throws(CSharpOmission) {
        guard case .result(let crossing) = parameter.role else { return }
        if call.taking == nil {
            before.append("\(types.native(crossing.representation)) result_ = default(\(types.native(crossing.representation)));")
            passed.append("&result_")
        }
        outputs.insert((crossing, "result_", "Result"), at: 0)
    }

    private mutating func receiverExpression(_ parameter: LoweredParameter, _ crossing: Crossing) throws(CSharpOmission) -> String
    {
        switch receiver {
        case .this: return "this"
        case .extended: return "self"
        case .argument:
            let own = unique(parameter.name)
            parameters.append(Parameter(name: own, type: try types.type(crossing), documentation: parameter.documentation))
            return own
        }
    }

    private mutating func receive(_ parameter: LoweredParameter, _ crossing: Crossing) throws(CSharpOmission) {
        let source = try receiverExpression(parameter, crossing)
        if source == "this", crossing.shape == .handle {
            passed.append("Bits")
            kept.append("this")
            isOwnerKept = true
            return
        }
        try lend(parameter, crossing, source, .required, isPointer: parameter.type.isConstantPointer)
    }

    /// Passes a C# value.
    private mutating func lend(
        _ parameter: LoweredParameter,
        _ crossing: Crossing,
        _ source: String,
        _ presence: LoweredParameter.Presence,
        isPointer: Bool,
        noneIsValue: Bool = false,
        isWrapped: Bool = false
    ) throws(CSharpOmission) {
        needsArena = needsArena || convert.needsArena(crossing)
        let native = types.native(crossing.representation)
        let local = "native_\(Self.plain(source == "this" ? "receiver" : source))"
        guard isPointer else {
            passed.append(convert.lend(crossing, source))
            return
        }
        if presence == .required || noneIsValue {
            before.append("\(native) \(local) = \(convert.lend(crossing, source));")
            passed.append("&\(local)")
            return
        }
        before.append("\(native) \(local) = default(\(native));")
        before.append("if (\(source) != null) { \(local) = \(convert.lend(crossing, isWrapped ? "\(source).Value" : source)); }")
        passed.append("\(source) == null ? null : &\(local)")
    }

    private mutating func value(
        _ parameter: LoweredParameter,
        _ crossing: Crossing,
        _ presence: LoweredParameter.Presence,
        _ name: String?,
        isPointer: Bool
    ) throws(CSharpOmission) {
        let own = name ?? unique(parameter.origin?.name ?? parameter.name)
        if name != nil { names.insert(own) }
        var type = try types.type(crossing)
        let wanted = parameter.origin?.defaultValue
        var preset: String?
        var isWrapped = false
        var noneIsValue = false
        switch presence {
        case .required: break
        case .optional:
            if !crossing.isOptional, types.isValueType(crossing), !type.hasSuffix("?") {
                type += "?"
                isWrapped = true
            }
            preset = wanted == nil ? nil : "null"
        case .defaulted:
            preset = wanted.flatMap { types.literal($0, crossing) }
            if preset != nil {
                noneIsValue = true
            } else {
                preset = "null"
                if types.isValueType(crossing), !type.hasSuffix("?") {
                    type += "?"
                    isWrapped = true
                }
            }
        case .optionalOrDefaulted:
            if wanted?.constant == .null || wanted == nil {
                preset = wanted == nil ? nil : "null"
            } else if let wrapped = types.interface.wrapped(crossing),
                let literal = wanted.flatMap({ types.literal($0, wrapped) })
            {
                preset = literal
                noneIsValue = true
            } else {
                preset = "null"
            }
        }
        lastValue = parameters.count
        parameters.append(Parameter(name: own, type: type, preset: preset, documentation: Self.remarked(parameter)))
        if isPointer {
            try lend(parameter, crossing, own, presence, isPointer: true, noneIsValue: noneIsValue, isWrapped: isWrapped)
            return
        }
        needsArena = needsArena || convert.needsArena(crossing)
        passed.append(convert.lend(crossing, own))
    }

    private mutating func replaced(_ parameter: LoweredParameter, _ crossing: Crossing, _ isReceiver: Bool) throws(CSharpOmission)
    {
        let native = types.native(crossing.representation)
        let local = "native_\(Self.plain(parameter.name))"
        before.append("\(native) \(local) = default(\(native));")
        passed.append("&\(local)")
        if isReceiver { return outputs.append((crossing, local, "Changed")) }
        guard let index = lastValue else { throw CSharpOmission(reason: "a changed value without an argument") }
        parameters[index].modifier = "ref"
        parameters[index].preset = nil
        after += freeing(crossing, local, { "\(parameters[index].name) = \($0);" })
    }

    /// Statements that convert a result, which is then freed.
    private func freeing(_ crossing: Crossing, _ variable: String, _ use: (String) -> String) -> [String] {
        switch types.interface.ownership(crossing) {
        case .none, .borrowed: return [use(convert.take(crossing, variable))]
        case .object: return [use(convert.own(crossing, variable))]
        case .error:
            return [
                "try { \(use(convert.take(crossing, variable))) }",
                "finally { Native.\(types.library.prefix)_error_free(\(variable)); }",
            ]
        case .freed(let function):
            return ["try { \(use(convert.take(crossing, variable))) }", "finally { Native.\(function)(&\(variable)); }"]
        }
    }

    private mutating func memory(_ parameter: LoweredParameter, _ crossing: Crossing, _ isMutable: Bool) throws(CSharpOmission) {
        let own = unique(parameter.origin?.name ?? parameter.name)
        let element = types.native(crossing.representation)
        if element == "byte", crossing.representation == .number(.bool) { throw CSharpOmission(reason: "memory of truth values") }
        lastValue = parameters.count
        parameters.append(
            Parameter(
                name: own,
                type: "global::System.\(isMutable ? "Span" : "ReadOnlySpan")<\(element)>",
                documentation: parameter.documentation
            )
        )
        let local = "native_\(Self.plain(own))"
        blocks.append(
            "fixed (\(element)* \(local) = &global::System.Runtime.InteropServices.MemoryMarshal.GetReference(\(own)))"
        )
        passed.append(local)
    }

    private mutating func callback(_ parameter: LoweredParameter, _ isOptional: Bool, _ name: String?) throws(CSharpOmission) {
        guard let callback = call.function.callback(of: parameter) else {
            throw CSharpOmission(reason: "a function of the runtime")
        }
        if let reason = CSharpCallbacks.refusal(callback, types) { throw CSharpOmission(reason: reason) }
        let own = name ?? unique(parameter.origin?.name ?? parameter.name)
        parameters.append(
            Parameter(
                name: own,
                type: try CSharpCallbacks.delegate(callback, types),
                preset: isOptional ? "null" : nil,
                documentation: Self.remarked(parameter)
            )
        )
        let target =
            queue != nil && CSharpCallbacks.suitsContext(callback)
            ? "new Callback((object)\(own), place_)" : "new Callback((object)\(own))"
        let zero = "global::System.IntPtr.Zero"
        if isOptional {
            passed.append("\(own) == null ? \(zero) : Callbacks.\(callback.name)_pointer")
            passed.append("\(own) == null ? \(zero) : \(target).Context()")
        } else {
            before.append("if (\(own) == null) { throw new global::System.ArgumentNullException(\"\(own)\"); }")
            passed.append("Callbacks.\(callback.name)_pointer")
            passed.append("\(target).Context()")
        }
        passed.append("Callback.Release")
    }

    private mutating func queue(_ parameter: LoweredParameter) throws(CSharpOmission) {
        needsArena = true
        if let queue { return passed.append("arena_.Object(\(queue))") }
        let own = unique(parameter.origin?.name ?? parameter.name)
        parameters.append(Parameter(name: own, type: "Queue", preset: "null", documentation: parameter.documentation))
        passed.append("arena_.Object(\(own))")
    }

    // MARK: Results

    private mutating func results() throws(CSharpOmission) {
        var texts: [(String, String)] = []
        for output in outputs {
            let isBorrowed = types.interface.ownership(output.crossing) == .borrowed
            if isBorrowed, !isOwnerKept || call.isAwaited {
                throw CSharpOmission(reason: "borrowed bytes without an owner in C#")
            }
            texts.append((isBorrowed ? "NativeBytes" : try types.type(output.crossing), output.label))
        }
        switch texts.count {
        case 0: returns = "void"
        case 1: returns = texts[0].0
        default: returns = "(\(texts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")))"
        }
        if call.isAwaited { returns = CSharpTypes.task(returns) }
    }

    /// The type of the result of an asynchronous call in the function that takes it.
    private var taken: String {
        guard let output = outputs.first else { return "bool" }
        return (try? types.type(output.crossing)) ?? "object"
    }

    private func result(_ output: (crossing: Crossing, variable: String, label: String)) -> String? {
        if case .borrowed = types.interface.ownership(output.crossing) {
            return "new NativeBytes(Retained(), \(output.variable))"
        }
        return nil
    }

    private func returning() -> [String] {
        if outputs.count == 1 {
            let output = outputs[0]
            if let borrowed = result(output) { return ["return \(borrowed);"] }
            return freeing(output.crossing, output.variable) { "return \($0);" }
        }
        if outputs.isEmpty { return [] }
        var lines: [String] = []
        for (index, output) in outputs.enumerated() {
            let type = (try? types.type(output.crossing)) ?? "object"
            if case .none = types.interface.ownership(output.crossing) {
                lines.append("\(type) output\(index) = \(convert.take(output.crossing, output.variable));")
            } else {
                lines.append("\(type) output\(index);")
                lines += freeing(output.crossing, output.variable) { "output\(index) = \($0);" }
            }
        }
        lines.append("return (\(outputs.indices.map { "output\($0)" }.joined(separator: ", ")));")
        return lines
    }

    /// The statements of the function: `taker` is the function that takes the result of an asynchronous call, and `made` makes the
    /// last statement of a constructor.
    func body(taker: String = "", made: ((String) -> String)? = nil) -> [String] {
        var lines: [String] = []
        func indent(_ text: [String]) -> [String] { text.map { $0.isEmpty ? "" : "    \($0)" } }
        let native = "Native.\(call.function.name)(\(passed.joined(separator: ", ")))"
        var core = ["int status_ = \(native);"]
        core += keptObjects.map { "global::System.GC.KeepAlive(\($0));" }
        core.append(hasError ? "Failure.Check(status_, error_);" : "Failure.Check(status_);")
        core += after
        if call.isAwaited {
            core.append("return Operations.Run<\(taken)>(operation_, \(taker), cancellationToken);")
        } else if let made, let output = outputs.first {
            core.append(made(output.variable))
        } else {
            core += returning()
        }
        for block in blocks.reversed() { core = [block, "{"] + indent(core) + ["}"] }
        lines = before + core
        if needsArena { lines = ["using (Arena arena_ = new Arena())", "{"] + indent(lines) + ["}"] }
        return lines
    }

    private var keptObjects: [String] { kept }

    /// The statements that return the result of an asynchronous call, and the type of the result.
    func taking() -> (type: String, lines: [String])? {
        guard let function = call.taking else { return nil }
        var arguments: [String] = []
        var lines = ["void* error_ = null;"]
        for parameter in function.parameters {
            switch parameter.role {
            case .operation: arguments.append("operation")
            case .result(let crossing):
                let native = types.native(crossing.representation)
                lines.append("\(native) result_ = default(\(native));")
                arguments.append("&result_")
            case .error: arguments.append("&error_")
            default: break
            }
        }
        lines.append("int status_ = Native.\(function.name)(\(arguments.joined(separator: ", ")));")
        lines.append("Failure.Check(status_, error_);")
        lines += outputs.isEmpty ? ["return true;"] : returning()
        return (taken, lines)
    }

    // MARK: Documentation

    /// The documentation of a parameter.
    static func remarked(_ parameter: LoweredParameter) -> String {
        let remarks = parameter.remarks.compactMap { remark -> String? in
            switch remark {
            case .consumed: "Consumed: the object is invalid after the call, also if that fails with an error."
            case .nullIsDefault(let value?): "The default is \(value)."
            case .nullIsNone: "Null for none."
            case .nullIsDefault(nil), .argumentsAreBorrowed, .mayBeNull: nil
            }
        }
        return ([parameter.documentation] + remarks).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
