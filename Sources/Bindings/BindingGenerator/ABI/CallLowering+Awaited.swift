import BindingModel

// Calls that a program starts, and whose result is available later.

extension CallLowering {
    static func awaited(
        _ invocation: Invocation,
        _ name: String,
        _ thunk: ThunkBuilder,
        _ origin: LoweredFunction.Origin,
        _ notes: DeclarationNotes,
        _ documentation: Documentation
    ) -> [LoweredFunction] {
        let prefix = invocation.prefix
        let value = invocation.result.swift
        // Start.
        var start = thunk
        let contexts = start.setUp.filter { $0.contains("ForeignContext(") }
        var lines = start.setUp.filter { !$0.contains("ForeignContext(") }
        var receiver = invocation.target.expression
        if let handle = invocation.target.handle {
            let held = "held_\(handle.word)(\(invocation.target.name))"
            lines.insert("let held = try \(held)", at: 0)
            switch handle.holder {
            case .object, .runtime, .elementStream, .source: receiver = "held"
            case .value, .existential: receiver = "held.value"
            case .mutableValue: receiver = "held.with { $0 }"
            case .stream: receiver = "held.base"
            }
        }
        let isMain = invocation.callee.effects.isolation == .mainActor && !invocation.callee.effects.isAsync
        lines.append("return start(operation, BindingOperation<\(value)>.\(isMain ? "startOnMainActor" : "start") {")
        var call = invocation
        if isMain { call.callee.effects.isolation = .none }
        lines += call.statements(receiver, returns: true).map { "    " + $0 }
        lines.append("})")
        start.add(
            LoweredParameter(
                name: "operation",
                c: "\(prefix)_operation *",
                swift: "UnsafeMutablePointer<\(prefix)_operation>?",
                role: .operation,
                documentation: "the operation, released by the caller"
            )
        )
        start.setUp = lines
        var writer = CodeWriter()
        for context in contexts { writer.line(context) }
        if invocation.target.handle == nil { writer.line(shutDownGuard()) }
        writer.line("guard let operation else { return Status.invalidArgument.code }")
        let body = start.body([])
        writer.line(body.hasSuffix("\n") ? String(body.dropLast()) : body)
        let begin = LoweredFunction(
            name: name,
            purpose: .start,
            origin: origin,
            parameters: start.parameters,
            callbacks: start.callbacks,
            summary: documentation.body + ["", "Returns immediately; see ``\(name)_result`` and ``\(name)_wait``."],
            deprecation: notes.deprecation,
            body: writer.text
        )
        // Return the result.
        var taking = ThunkBuilder(prefix: prefix)
        taking.add(
            LoweredParameter(
                name: "operation",
                c: "\(prefix)_operation",
                swift: "\(prefix)_operation",
                role: .operation,
                documentation: "what `\(name)` gave"
            )
        )
        let hasValue = invocation.result.shape != .void
        if hasValue { taking.add(resultParameter("result", invocation.result, false, documentation)) }
        taking.add(errorParameter(prefix))
        let give = hasValue ? "{ result.pointee = \(Conversion.toC(invocation.result, "$0")) }" : "{ _ in }"
        var takingLines: [String] = []
        if hasValue { takingLines.append("guard let result else { return refuse(.invalidArgument, error) }") }
        // `any P.self` would be a member of the protocol.
        let metatype = value.hasPrefix("any ") ? "(\(value)).self" : "\(value).self"
        takingLines.append("return finish(operation, \(metatype), error) \(give)")
        let take = LoweredFunction(
            name: "\(name)_result",
            purpose: .result,
            origin: origin,
            parameters: taking.parameters,
            summary: ["Returns the result of `\(name)`, or `\(prefix.uppercased())_PENDING` while the call is under way."],
            deprecation: notes.deprecation,
            body: takingLines.joined(separator: "\n") + "\n"
        )
        // Wait.
        var waiting = thunk
        waiting.add(
            LoweredParameter(
                name: "wait_ns",
                c: "int64_t",
                swift: "Int64",
                role: .timeout,
                documentation: waitDocumentation(thunk.parameters, prefix)
            )
        )
        if hasValue { waiting.add(resultParameter("result", invocation.result, false, documentation)) }
        waiting.add(errorParameter(prefix))
        let startArguments = thunk.parameters.map { escaped($0.name) } + ["&operation"]
        var waitingLines: [String] = []
        if hasValue {
            waitingLines.append(
                "guard result != nil else { \(thunk.parameters.contains { $0.role == .context } ? "release_contexts(\(thunk.parameters.enumerated().filter { $0.element.role == .context }.map { "(\(thunk.parameters[$0.offset].name), \(thunk.parameters[$0.offset + 1].name))" }.joined(separator: ", "))); " : "")return refuse(.invalidArgument, error) }"
            )
        }
        waitingLines.append("var operation = \(prefix)_operation()")
        waitingLines.append("let status = Status(code: \(name)(\(startArguments.joined(separator: ", "))))")
        waitingLines.append("guard status == .ok else { return refuse(status, error) }")
        waitingLines.append("defer { free_handle(operation.bits) }")
        waitingLines.append(
            "return wait(operation, wait_ns, error) { \(name)_result(operation, \(hasValue ? "result, " : "")error) }"
        )
        let wait = LoweredFunction(
            name: "\(name)_wait",
            purpose: .wait,
            origin: origin,
            parameters: waiting.parameters,
            summary: documentation.body + ["", "Waits for the result on the calling thread."],
            deprecation: notes.deprecation,
            body: waitingLines.joined(separator: "\n") + "\n"
        )
        return [begin, take, wait]
    }

    /// The documentation of `wait_ns`; a call with its own time limit needs no second one.
    private static func waitDocumentation(_ parameters: [LoweredParameter], _ prefix: String) -> String {
        let text = "limit of the wait, in nanoseconds, after which the call is cancelled; negative: none."
        let own = parameters.first { $0.name == "timeout_ns" || $0.name.hasSuffix("_timeout_ns") }
        guard let own else { return text }
        return text + " `\(own.name)` already limits the call: pass `\(prefix.uppercased())_FOREVER`."
    }
}
