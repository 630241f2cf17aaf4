import BindingModel

/// The parameters of a function, with the statements that pass them to the C function.
extension CSharpFunction {
    mutating func add(_ parameter: LoweredParameter, name: String?) throws(CSharpOmission) {
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
                Parameter(
                    name: own,
                    type: try types.type(crossing),
                    annotated: try types.type(crossing, form: .annotated),
                    modifier: "ref",
                    documentation: Self.remarked(parameter)
                )
            )
            checkPresent(own, parameters.last?.annotated, crossing)
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

    mutating func addOutput(_ parameter: LoweredParameter) throws(CSharpOmission) {
        guard case .result(let crossing) = parameter.role else { return }
        if call.taking == nil {
            before.append("\(types.native(crossing.representation)) result_ = default(\(types.native(crossing.representation)));")
            passed.append("&result_")
        }
        outputs.insert((crossing, "result_", "Result"), at: 0)
    }

    mutating func receiverExpression(_ parameter: LoweredParameter, _ crossing: Crossing) throws(CSharpOmission) -> String {
        switch receiver {
        case .this: return "this"
        case .extended: return "self"
        case .argument:
            let own = unique(parameter.name)
            parameters.append(
                Parameter(
                    name: own,
                    type: try types.type(crossing),
                    annotated: try types.type(crossing, form: .annotated),
                    documentation: parameter.documentation
                )
            )
            return own
        }
    }

    mutating func receive(_ parameter: LoweredParameter, _ crossing: Crossing) throws(CSharpOmission) {
        let source = try receiverExpression(parameter, crossing)
        if source != "this" { checkPresent(source, nil, crossing) }
        if source == "this", crossing.shape == .handle {
            passed.append("Bits")
            kept.append("this")
            isOwnerKept = true
            return
        }
        try lend(parameter, crossing, source, .required, isPointer: parameter.type.isConstantPointer)
    }

    /// Refuses null for a value that is a reference and not optional. Null is refused before the first value is converted.
    mutating func checkPresent(_ name: String, _ annotated: String?, _ crossing: Crossing) {
        if types.isValueType(crossing) || crossing.isOptional || annotated?.hasSuffix(CSharpTypes.mark) == true { return }
        checks.append("if ((object)\(name) == null) { throw new global::System.ArgumentNullException(\"\(Self.plain(name))\"); }")
    }

    /// Passes a C# value.
    mutating func lend(
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

    mutating func value(
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
        var annotated = isWrapped ? type : try types.type(crossing, form: .annotated)
        if preset == "null" || presence == .optional, !types.isValueType(crossing) { annotated = CSharpTypes.marked(annotated) }
        lastValue = parameters.count
        parameters.append(
            Parameter(name: own, type: type, annotated: annotated, preset: preset, documentation: Self.remarked(parameter))
        )
        if presence == .required { checkPresent(own, annotated, crossing) }
        let argument = convert.limited(own, parameter.origin?.name ?? parameter.name, crossing)
        if isPointer {
            try lend(parameter, crossing, own, presence, isPointer: true, noneIsValue: noneIsValue, isWrapped: isWrapped)
            return
        }
        needsArena = needsArena || convert.needsArena(crossing)
        let lent = convert.lend(crossing, argument)
        guard !call.function.callbacks.isEmpty, convert.needsArena(crossing) else { return passed.append(lent) }
        let local = "native_\(Self.plain(own))"
        before.append("\(types.native(crossing.representation)) \(local) = \(lent);")
        passed.append(local)
    }

    mutating func replaced(_ parameter: LoweredParameter, _ crossing: Crossing, _ isReceiver: Bool) throws(CSharpOmission) {
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
    func freeing(_ crossing: Crossing, _ variable: String, _ use: (String) -> String) -> [String] {
        switch types.interface.ownership(crossing) {
        case .none, .borrowed: return [use(convert.take(crossing, variable))]
        case .object: return [use(convert.own(crossing, variable))]
        case .error:
            return [
                "try { \(use(convert.take(crossing, variable))) }",
                "finally { Native_.\(types.library.prefix)_error_free(\(variable)); }",
            ]
        case .freed(let function):
            return ["try { \(use(convert.take(crossing, variable))) }", "finally { Native_.\(function)(&\(variable)); }"]
        }
    }

    mutating func memory(_ parameter: LoweredParameter, _ crossing: Crossing, _ isMutable: Bool) throws(CSharpOmission) {
        let own = unique(parameter.origin?.name ?? parameter.name)
        let element = types.native(crossing.representation)
        if element == "byte", crossing.representation == .number(.bool) { throw CSharpOmission(reason: "memory of truth values") }
        lastValue = parameters.count
        let span = "global::System.\(isMutable ? "Span" : "ReadOnlySpan")<\(element)>"
        parameters.append(
            Parameter(
                name: own,
                type: span,
                annotated: span,
                documentation: parameter.documentation
            )
        )
        let local = "native_\(Self.plain(own))"
        blocks.append(
            "fixed (\(element)* \(local) = &global::System.Runtime.InteropServices.MemoryMarshal.GetReference(\(own)))"
        )
        passed.append(local)
    }

    mutating func callback(_ parameter: LoweredParameter, _ isOptional: Bool, _ name: String?) throws(CSharpOmission) {
        guard let callback = call.function.callback(of: parameter) else {
            throw CSharpOmission(reason: "a function of the runtime")
        }
        if let reason = CSharpCallbacks.refusal(callback, types) { throw CSharpOmission(reason: reason) }
        let own = name ?? unique(parameter.origin?.name ?? parameter.name)
        let annotated = try CSharpCallbacks.delegate(callback, types, form: .annotated)
        parameters.append(
            Parameter(
                name: own,
                type: try CSharpCallbacks.delegate(callback, types),
                annotated: isOptional ? CSharpTypes.marked(annotated) : annotated,
                preset: isOptional && parameter.origin?.defaultValue != nil ? "null" : nil,
                documentation: Self.remarked(parameter)
            )
        )
        let target =
            queue != nil && CSharpCallbacks.suitsContext(callback)
            ? "new Callback_((object)\(own), place_)" : "new Callback_((object)\(own))"
        let zero = "global::System.IntPtr.Zero"
        let context = "context_\(Self.plain(own))"
        let made = isOptional ? "\(own) == null ? \(zero) : \(target).Context()" : "\(target).Context()"
        contexts.append("global::System.IntPtr \(context) = \(made);")
        if isOptional {
            passed.append("\(own) == null ? \(zero) : Callbacks_.\(callback.name)_pointer")
        } else {
            checks.append("if (\(own) == null) { throw new global::System.ArgumentNullException(\"\(Self.plain(own))\"); }")
            passed.append("Callbacks_.\(callback.name)_pointer")
        }
        passed += [context, "Callback_.Release"]
    }

    mutating func queue(_ parameter: LoweredParameter) throws(CSharpOmission) {
        needsArena = true
        switch queue {
        case .ofContext: return passed.append("0")
        case .chosen(let queue): return passed.append("arena_.Object(\(queue))")
        case nil: break
        }
        let own = unique(parameter.origin?.name ?? parameter.name)
        parameters.append(
            Parameter(
                name: own,
                type: "Queue",
                annotated: CSharpTypes.marked("Queue"),
                preset: "null",
                documentation: parameter.documentation
            )
        )
        passed.append("arena_.Object(\(own))")
    }
}
