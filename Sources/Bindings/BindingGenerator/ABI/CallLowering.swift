import BindingModel

/// Lowers one call to C functions: one, or three for a call that must be awaited (start, result, wait).
enum CallLowering {
    static func lower(
        _ callee: Callee,
        name: String,
        selfName: String,
        origin: LoweredFunction.Origin,
        notes: DeclarationNotes,
        registry: inout Registry,
        purpose: LoweredFunction.Purpose = .call
    ) throws(LoweringError) -> [LoweredFunction] {
        var lowering = ArgumentLowering(registry: registry, owner: name)
        defer { registry = lowering.registry }
        let documentation = Documentation(notes.documentation)
        let prefix = registry.prefix
        var thunk = ThunkBuilder(prefix: prefix)
        let isThrowing = callee.effects.failure != .never
        thunk.hasError = isThrowing && !callee.effects.mustBeAwaited
        if callee.effects.mustBeAwaited && callee.isMutating {
            throw LoweringError("an asynchronous function that changes its value: the value may be gone when it ends")
        }

        let target = try receive(callee, selfName, &thunk, prefix)
        var arguments: [ThunkArgument] = []
        for parameter in callee.parameters { arguments.append(try lowering.lower(parameter, into: &thunk)) }
        let result: Crossing
        if case .closure(let closure) = callee.result {
            result = try CallbackLowering.callable(
                closure,
                name: "\(name)_function",
                registry: &lowering.registry,
                companions: &lowering.companions
            )
        } else {
            result = try lowering.registry.crossing(callee.result == .never ? .void : callee.result)
        }
        let isBorrowed = callee.result == .bytes(.span) || callee.result == .bytes(.buffer)
        if isBorrowed {
            guard case .handle(let handle) = callee.receiver, handle.holder != .mutableValue, !callee.effects.mustBeAwaited else {
                throw LoweringError("returns borrowed bytes without an owner")
            }
        }
        for argument in arguments {
            // The error names the rejected argument.
            if thunk.hasError, argument.statements.contains(where: { $0.contains("throw .") || $0.contains("try ") }) {
                thunk.setUp.append("argument = \"\(Naming.local(argument.parameter.name))\"")
            }
            thunk.setUp += argument.statements.flatMap(\.lines)
        }

        let invocation = Invocation(
            callee: callee,
            target: target,
            arguments: arguments,
            result: result,
            isBorrowed: isBorrowed,
            prefix: prefix
        )
        for index in thunk.parameters.indices where thunk.parameters[index].documentation.isEmpty {
            guard let parameter = thunk.parameters[index].origin else { continue }
            let texts = documentation.parameters.first { $0.name == parameter.name }?.text ?? []
            thunk.parameters[index].documentation = (texts + remarks(on: thunk.parameters[index].role, parameter)).joined(
                separator: " "
            )
        }
        var functions = lowering.companions
        if callee.effects.mustBeAwaited {
            functions += awaited(invocation, name, thunk, origin, notes, documentation)
        } else {
            functions.append(immediate(invocation, name, thunk, origin, notes, documentation, purpose))
        }
        return functions
    }

    /// Remarks on a parameter that C needs in addition to the Swift documentation.
    private static func remarks(on role: LoweredParameter.Role, _ parameter: Parameter) -> [String] {
        let missing = parameter.defaultValue.map { $0 == "nil" ? "Null: none." : "Null: the default, `\($0)`." }
        switch role {
        case .pointer(_, let isOptional): return isOptional ? [missing ?? "Null: none."] : []
        case .value(_, let isOptional): return isOptional ? [missing ?? "Null: none."] : []
        case .queue: return missing.map { [$0] } ?? []
        case .callback(let isOptional):
            return ["Its arguments are borrowed for the duration of the call."] + (isOptional ? ["May be null."] : [])
        default: return []
        }
    }

    // MARK: The receiver

    /// Adds the receiver's parameter; returns the Swift expression for the receiver.
    private static func receive(
        _ callee: Callee,
        _ selfName: String,
        _ thunk: inout ThunkBuilder,
        _ prefix: String
    ) throws(LoweringError) -> Target {
        switch callee.receiver {
        case .none: return Target(expression: "", handle: nil)
        case .handle(let handle):
            let name = thunk.name(selfName)
            thunk.add(LoweredParameter(name: name, c: handle.c, swift: handle.c, role: .receiver(handle.crossing)))
            return Target(expression: "\(name)_", handle: handle, name: name)
        case .value(let crossing):
            let name = thunk.name(selfName)
            if callee.isMutating {
                guard crossing.isPlain else {
                    throw LoweringError("changes a value that is more than plain numbers: give a changed copy instead")
                }
                thunk.add(
                    LoweredParameter(
                        name: name,
                        c: "\(crossing.c) *",
                        swift: "UnsafeMutablePointer<\(crossing.imported)>?",
                        role: .changedReceiver(crossing)
                    )
                )
                thunk.setUp.append("guard let \(name) else { throw .invalidArgument }")
                thunk.setUp.append("var \(name)_ = \(Conversion.fromC(crossing, "\(name).pointee"))")
                thunk.tearDown.append("\(name).pointee = \(Conversion.toC(crossing, "\(name)_"))")
            } else if crossing.shape == .aggregate && !crossing.isPlain && !crossing.isNullable {
                thunk.add(
                    LoweredParameter(
                        name: name,
                        c: "const \(crossing.c) *",
                        swift: "UnsafePointer<\(crossing.imported)>?",
                        role: .receiver(crossing)
                    )
                )
                thunk.setUp.append("guard let \(name) else { throw .invalidArgument }")
                thunk.setUp.append("let \(name)_ = \(Conversion.fromC(crossing, "\(name).pointee"))")
            } else {
                thunk.add(LoweredParameter(name: name, c: crossing.c, swift: crossing.imported, role: .receiver(crossing)))
                thunk.setUp.append("let \(name)_ = \(Conversion.fromC(crossing, name))")
            }
            return Target(expression: "\(name)_", handle: nil, name: name)
        }
    }

    struct Target {
        var expression: String
        var handle: HandleType?
        var name = ""
    }

    struct Invocation {
        var callee: Callee
        var target: Target
        var arguments: [ThunkArgument]
        var result: Crossing
        var isBorrowed: Bool
        let prefix: String

        /// The Swift expression of the call, with `try` and `await` as needed.
        func call(_ receiver: String, _ arguments: [String]) -> String {
            let effects = callee.effects
            return (effects.failure != .never ? "try " : "") + (effects.mustBeAwaited ? "await " : "")
                + callee.expression(receiver, arguments)
        }

        /// Statements that set `value`, without the arguments that the caller omitted.
        func statements(_ receiver: String, returns: Bool) -> [String] {
            let optional = arguments.filter { $0.optionalLocal != nil }
            let isVoid = result.shape == .void
            let keyword = returns ? "return " : isVoid ? "" : "outcome = "
            if optional.isEmpty {
                let all = call(receiver, arguments.map(\.expression))
                return [returns ? "return \(all)" : isVoid ? all : "let outcome = \(all)"]
            }
            var lines: [String] = []
            if !returns && !isVoid { lines.append("let outcome: \(result.swift)") }
            let locals = optional.map { $0.optionalLocal! }
            lines.append("switch (\(locals.joined(separator: ", "))\(locals.count == 1 ? ", ()" : "")) {")
            for mask in 0..<(1 << optional.count) {
                let patterns = locals.indices.map { mask & (1 << $0) != 0 ? ".some(let \(locals[$0]))" : ".none" }
                let given = Set(locals.indices.filter { mask & (1 << $0) != 0 }.map { locals[$0] })
                let expressions = arguments.filter { $0.optionalLocal.map(given.contains) ?? true }.map(\.expression)
                lines.append("case (\(patterns.joined(separator: ", "))\(locals.count == 1 ? ", ()" : "")):")
                lines.append("    \(keyword)\(call(receiver, expressions))")
            }
            lines.append("}")
            return lines
        }
    }

    // MARK: Synchronous calls

    private static func immediate(
        _ invocation: Invocation,
        _ name: String,
        _ thunk: ThunkBuilder,
        _ origin: LoweredFunction.Origin,
        _ notes: DeclarationNotes,
        _ documentation: Documentation,
        _ purpose: LoweredFunction.Purpose
    ) -> LoweredFunction {
        var thunk = thunk
        let result = invocation.result
        var lines: [String] = []
        if result.shape != .void {
            let out = "result"
            thunk.add(resultParameter(out, result, invocation.isBorrowed, documentation))
        }
        let isThrowing = invocation.callee.effects.failure != .never
        if isThrowing {
            thunk.add(errorParameter(thunk.prefix))
        }
        // Contexts first, so that they are released whichever argument is rejected.
        lines += thunk.setUp.filter { $0.contains("ForeignContext(") }
        thunk.setUp.removeAll { $0.contains("ForeignContext(") }
        if invocation.target.handle == nil { lines.append(shutDownGuard(isThrowing)) }
        let out = thunk.parameters.last { if case .result = $0.role { true } else { false } }?.name
        if let out {
            lines.append(
                "guard let \(out) else { \(isThrowing ? "return refuse(.invalidArgument, error)" : "return Status.invalidArgument.code") }"
            )
        }
        let body = callBody(
            invocation,
            out,
            thunk.setUp.contains { $0.contains("throw") || $0.contains("try ") },
            isThrowing,
            &thunk
        )
        lines += body
        var writer = CodeWriter()
        for line in lines { writer.line(line) }
        return LoweredFunction(
            name: name,
            purpose: purpose,
            origin: origin,
            parameters: thunk.parameters,
            callbacks: thunk.callbacks,
            summary: documentation.body,
            deprecation: notes.deprecation,
            body: writer.text
        )
    }

    /// The first statement of a thunk that looks up no handle: it fails after the shutdown.
    static func shutDownGuard(_ hasError: Bool = false) -> String {
        "if let closed = Handles.closed { \(hasError ? "return refuse(closed, error)" : "return closed.code") }"
    }

    private static func callBody(
        _ invocation: Invocation,
        _ out: String?,
        _ canRefuse: Bool,
        _ isThrowing: Bool,
        _ thunk: inout ThunkBuilder
    ) -> [String] {
        let target = invocation.target
        let fail = isThrowing ? "return refuse(Handles.failure, error)" : "return Handles.failure.code"
        var prelude: [String] = []
        var receiver = target.expression
        var callLines: [String]
        let give = out.map { "\($0).pointee = \(Conversion.toC(invocation.result, "outcome"))" }
        // A borrowed value must not be assigned to a name, because it would depend on that name's lifetime.
        let giving = invocation.isBorrowed ? [] : give.map { [$0] } ?? []
        if let handle = target.handle {
            prelude.append(
                "guard let pinned = Handles.pin(\(target.name).bits, Types.\(handle.word), Spans.\(handle.word)) else { \(fail) }"
            )
            prelude.append("defer { Handles.unpin(\(target.name).bits) }")
            let held = "Unmanaged<\(handle.held)>.fromOpaque(pinned)"
            let simple = !isThrowing && invocation.arguments.allSatisfy { $0.optionalLocal == nil } && !invocation.isBorrowed
            switch handle.holder {
            case .object, .runtime, .elementStream, .source: receiver = simple ? "$0" : "held"
            case .value, .existential: receiver = simple ? "$0.value" : "held.value"
            case .mutableValue: receiver = "$0"
            case .stream: receiver = simple ? "$0.base" : "held.base"
            }
            if handle.holder == .mutableValue {
                callLines = ["let held = \(held).takeUnretainedValue()"]
                let inner = invocation.statements("box", returns: true)
                if invocation.callee.parameters.contains(where: \.type.isClosure) {
                    // The function may access the same object again, so it works on a copy, not under the lock.
                    callLines.append("\(invocation.callee.isMutating ? "var" : "let") box = held.with { $0 }")
                    callLines += invocation.statements("box", returns: false)
                    if invocation.callee.isMutating { callLines.append("held.with { $0 = box }") }
                } else {
                    let kind = isThrowing ? "try " : ""
                    let result = invocation.result.shape == .void ? "" : "let outcome = "
                    callLines.append(
                        "\(result)\(kind)held.with { (box: inout \(handle.swift))\(isThrowing ? " throws" : "") -> \(invocation.result.swift) in"
                    )
                    callLines += inner.map { "    " + $0 }
                    callLines.append("}")
                }
            } else if simple {
                let call = invocation.call(receiver, invocation.arguments.map(\.expression))
                callLines = [
                    "\(invocation.result.shape == .void ? "" : "let outcome = ")\(held)._withUnsafeGuaranteedRef { \(call) }"
                ]
            } else {
                callLines = ["let held = \(held).takeUnretainedValue()"] + invocation.statements(receiver, returns: false)
            }
        } else {
            callLines = invocation.statements(receiver, returns: false)
        }
        if invocation.isBorrowed, let out {
            // The value is stored in a local, because bytes that depend on a property would not outlive the access.
            let isInside = receiver.hasSuffix(".value") || receiver.hasSuffix(".base")
            let call = invocation.call(isInside ? "owner" : "held", invocation.arguments.map(\.expression))
            callLines =
                ["let held = Unmanaged<\(target.handle!.held)>.fromOpaque(pinned).takeUnretainedValue()"]
                + (isInside ? ["let owner = \(receiver)"] : []) + ["\(out).pointee = borrowed(\(call))"]
        }
        let tail = thunk.tearDown + giving + ["return Status.ok.code"]
        let setUp = thunk.setUp
        var lines = prelude
        let refusable = setUp.contains { $0.contains("throw .") || $0.contains("try ") }
        if refusable {
            let isNamed = setUp.contains { $0.hasPrefix("argument = ") }
            if isNamed { lines.append("var argument: StaticString = \"\"") }
            lines.append("do throws(Status) {")
            lines += setUp.map { "    " + $0 }
            if isThrowing {
                lines.append("    do {")
                lines += callLines.map { "        " + $0 }
                lines += tail.map { "        " + $0 }
                lines.append("    } catch let thrown {")
                lines.append("        return Errors.store(thrown, error).code")
                lines.append("    }")
            } else {
                lines += (callLines + tail).map { "    " + $0 }
            }
            lines.append("} catch let refused {")
            lines.append(
                isThrowing ? "    return refuse(refused, error\(isNamed ? ", argument" : ""))" : "    return refused.code"
            )
            lines.append("}")
        } else if isThrowing {
            lines += setUp
            lines.append("do {")
            lines += (callLines + tail).map { "    " + $0 }
            lines.append("} catch let thrown {")
            lines.append("    return Errors.store(thrown, error).code")
            lines.append("}")
        } else {
            lines += setUp + callLines + tail
        }
        return lines
    }

    static func resultParameter(
        _ name: String,
        _ result: Crossing,
        _ isBorrowed: Bool,
        _ documentation: Documentation
    ) -> LoweredParameter {
        var text = documentation.returns.joined(separator: " ")
        if isBorrowed { text += (text.isEmpty ? "" : " ") + "Borrowed: valid until the handle is released." }
        return LoweredParameter(
            name: name,
            c: "\(result.c) *".replacing("* *", with: "**"),
            swift: "UnsafeMutablePointer<\(result.imported)>?",
            role: .result(result),
            documentation: text
        )
    }

    static func errorParameter(_ prefix: String) -> LoweredParameter {
        LoweredParameter(
            name: "error",
            c: "\(prefix)_error **",
            swift: "UnsafeMutablePointer<OpaquePointer?>?",
            role: .error,
            documentation: "receives the error if the function fails, freed by the caller; may be null"
        )
    }
}
