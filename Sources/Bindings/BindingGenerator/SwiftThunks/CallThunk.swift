import BindingModel

/// The body of a thunk that calls the library.
struct CallThunk {
    private let call: LoweredCall
    private let arguments: [ArgumentThunk]

    init(_ call: LoweredCall) {
        self.call = call
        arguments = call.arguments.map { ArgumentThunk($0) }
    }

    // MARK: Parts of all calls

    /// Statements that take over the contexts of callbacks, so that they are released whichever argument is rejected.
    private var contexts: [String] { arguments.reversed().compactMap(\.context) }

    private var isRefusable: Bool { receiverCanBeRefused || arguments.contains(where: \.canRefuse) }

    /// Statements that convert a receiver without a handle.
    private var receiver: [String] {
        if let handle = call.handle, handle.holder == .uniqueValue, !call.callee.effects.mustBeAwaited {
            return ["let held = Unmanaged<\(handle.held)>.fromOpaque(pinned).takeUnretainedValue()"]
                + UniqueAccess.statements("held", isChanged: call.callee.isMutating || call.callee.isConsuming)
        }
        guard case .value(let crossing) = call.callee.receiver else { return [] }
        let name = escaped(call.receiverName)
        let local = "\(call.receiverName)_"
        let value = Conversion.fromC(crossing, isReceiverPointer ? "\(name).pointee" : name)
        let pointers = (isReceiverPointer ? [name] : []) + (call.changedReceiver.map { [escaped($0)] } ?? [])
        let unwrap = pointers.map { "guard let \($0) else { throw .invalidArgument }" }
        return unwrap + ["\(call.callee.isMutating ? "var" : "let") \(local) = \(value)"]
    }

    private var isReceiverPointer: Bool {
        guard case .value(let crossing) = call.callee.receiver else { return false }
        return call.callee.isMutating && call.changedReceiver == nil || crossing.isPassedByPointer
    }

    private var receiverCanBeRefused: Bool {
        if call.handle?.holder == .uniqueValue { return true }
        guard case .value(let crossing) = call.callee.receiver else { return false }
        return isReceiverPointer || call.changedReceiver != nil || crossing.canBeRefused
    }

    /// Statements that convert the receiver and the arguments. With `namesArguments`, they note which one is being converted.
    private func setUp(namesArguments: Bool) -> [String] {
        receiver
            + arguments.flatMap { argument in
                (namesArguments && argument.canRefuse ? ["argument = \"\(argument.parameterName)\""] : []) + argument.statements
            }
    }

    /// The call itself.
    private func expression(_ receiver: String, _ arguments: [SwiftArgument], _ callee: Callee) -> String {
        VariadicCall(call)?.expression(receiver, arguments) ?? callee.call(receiver, arguments)
    }

    /// Statements that set `outcome`, or return the value, without the arguments that the caller omitted.
    private func statements(_ receiver: String, returns: Bool, callee: Callee? = nil) -> [String] {
        let callee = callee ?? call.callee
        let locals = arguments.compactMap(\.optionalLocal)
        let isVoid = call.result.shape == .void
        if locals.isEmpty {
            let all = expression(receiver, arguments.map(\.argument), callee)
            return [returns ? "return \(all)" : isVoid ? all : "\(outcome) = \(all)"]
        }
        let keyword = returns ? "return " : isVoid ? "" : "outcome = "
        let unit = locals.count == 1 ? ", ()" : ""
        var lines = !returns && !isVoid ? ["let outcome: \(call.result.swift)"] : []
        lines.append("switch (\(locals.joined(separator: ", "))\(unit)) {")
        for mask in 0..<(1 << locals.count) {
            let given = locals.indices.map { mask & (1 << $0) != 0 }
            let patterns = zip(locals, given).map { $1 ? ".some(let \($0))" : ".none" }
            let omitted = Set(zip(locals, given).compactMap { $1 ? nil : $0 })
            let passed = arguments.filter { $0.optionalLocal.map { !omitted.contains($0) } ?? true }.map(\.argument)
            lines.append("case (\(patterns.joined(separator: ", "))\(unit)):")
            lines.append("    \(keyword)\(expression(receiver, passed, callee))")
        }
        return lines + ["}"]
    }

    /// The declaration of the constant with the result.
    private var outcome: String { "let outcome" + (call.callee.namesResult ? ": \(call.result.swift)" : "") }

    // MARK: Synchronous calls

    /// The body of a thunk that returns when the call has ended. `out` is the name of the result's parameter.
    func immediate(out: String?) -> [String] {
        var lines = contexts
        if call.handle == nil { lines.append(FunctionThunk.shutDownGuard(hasError: call.isThrowing)) }
        if let out { lines.append("guard let \(out) else { \(refusal(".invalidArgument")) }") }
        if let handle = call.handle {
            let name = escaped(call.receiverName)
            let failure = call.isThrowing ? "return refuse(Handles.failure, error)" : "return Handles.failure.code"
            lines += [
                "guard let pinned = Handles.pin(\(name).bits, Types.\(handle.word), Spans.\(handle.word)) else { \(failure) }",
                "defer { Handles.unpin(\(name).bits) }",
            ]
        }
        return lines + guarded(calling(out) + tail(out))
    }

    private func refusal(_ status: String) -> String {
        call.isThrowing ? "return refuse(\(status), error)" : "return Status\(status).code"
    }

    /// Statements after the call.
    private func tail(_ out: String?) -> [String] {
        var lines = arguments.flatMap(\.tearDown)
        if call.callee.isMutating, case .value(let crossing) = call.callee.receiver {
            let out = call.changedReceiver ?? call.receiverName
            lines.insert("\(escaped(out)).pointee = \(Conversion.toC(crossing, "\(call.receiverName)_"))", at: 0)
        }
        // A borrowed value must not be assigned to a name, because it would depend on that name's lifetime.
        if let out, !call.isBorrowed { lines.append("\(out).pointee = \(Conversion.toC(call.result, "outcome"))") }
        return lines + ["return Status.ok.code"]
    }

    /// The conversion of the arguments and the call, with its errors handled.
    private func guarded(_ calling: [String]) -> [String] {
        if isRefusable { return refusable(calling) }
        let setUp = setUp(namesArguments: false)
        return call.isThrowing ? setUp + catching(calling) : setUp + calling
    }

    private func refusable(_ calling: [String]) -> [String] {
        let isNamed = call.isThrowing && arguments.contains(where: \.canRefuse)
        var lines = isNamed ? ["var argument: StaticString = \"\""] : []
        lines.append("do throws(Status) {")
        lines += (setUp(namesArguments: isNamed) + (call.isThrowing ? catching(calling) : calling)).map { "    " + $0 }
        lines.append("} catch let refused {")
        lines.append(
            call.isThrowing ? "    return refuse(refused, error\(isNamed ? ", argument" : ""))" : "    return refused.code"
        )
        return lines + ["}"]
    }

    private func catching(_ lines: [String]) -> [String] {
        ["do {"] + lines.map { "    " + $0 } + ["} catch let thrown {", "    return Errors.store(thrown, error).code", "}"]
    }

    /// The statements of the call itself.
    private func calling(_ out: String?) -> [String] {
        guard let handle = call.handle else {
            return statements(call.receiverName.isEmpty ? "" : "\(call.receiverName)_", returns: false)
        }
        if handle.holder == .uniqueValue {
            let value =
                call.callee.isConsuming
                ? UniqueAccess.consumed("held", handle, escaped(call.receiverName)) : handle.value(of: "held")
            return statements(value, returns: false)
        }
        let held = "Unmanaged<\(handle.held)>.fromOpaque(pinned)"
        // A mutating member that a class has of a protocol is called on a variable.
        let isVariable = handle.holder == .object && call.callee.isMutating
        let holding = "\(isVariable ? "var" : "let") held = \(held).takeUnretainedValue()"
        if handle.holder == .mutableValue { return [holding] + changing(handle) }
        if call.isBorrowed, let out { return [holding] + borrowing(handle, out) }
        guard !call.isThrowing, !isVariable, !call.result.isUnique, arguments.allSatisfy({ $0.optionalLocal == nil }) else {
            return [holding] + statements(handle.value(of: "held"), returns: false)
        }
        let expression = expression(handle.value(of: "$0"), arguments.map(\.argument), call.callee)
        return ["\(call.result.shape == .void ? "" : "\(outcome) = ")\(held)._withUnsafeGuaranteedRef { \(expression) }"]
    }

    /// A call on a value with mutating members, under its lock.
    private func changing(_ handle: HandleType) -> [String] {
        let isMutating = call.callee.isMutating
        if call.callee.parameters.contains(where: \.type.isClosure) {
            // The function may access the same object again, so it works on a copy, not under the lock.
            return ["\(isMutating ? "var" : "let") box = held.with { $0 }"] + statements("box", returns: false)
                + (isMutating ? ["held.with { $0 = box }"] : [])
        }
        let result = call.result.shape == .void ? "" : "let outcome = "
        let effects = call.isThrowing ? " throws" : ""
        let head = "held.with { (box: inout \(handle.swift))\(effects) -> \(call.result.swift) in"
        return ["\(result)\(call.isThrowing ? "try " : "")\(head)"]
            + statements("box", returns: true).map { "    " + $0 } + ["}"]
    }

    /// A call that lends bytes of the receiver. The value is stored in a local, because bytes that depend on a property would not
    /// outlive the access.
    private func borrowing(_ handle: HandleType, _ out: String) -> [String] {
        let value = handle.value(of: "held")
        let expression = call.callee.call(value == "held" ? value : "owner", arguments.map(\.argument))
        return (value == "held" ? [] : ["let owner = \(value)"]) + ["\(out).pointee = borrowed(\(expression))"]
    }

    // MARK: Asynchronous calls

    /// The body of a thunk that starts the call.
    func start() -> [String] {
        let effects = call.callee.effects
        let isMain = effects.isolation == .mainActor && !effects.isAsync
        var callee = call.callee
        if isMain { callee.effects.isolation = .none }
        let receiver = call.handle.map { $0.value(of: "held") } ?? (call.receiverName.isEmpty ? "" : "\(call.receiverName)_")
        var lines = call.handle.map { ["let held = try held_\($0.word)(\(escaped(call.receiverName)))"] } ?? []
        lines += setUp(namesArguments: false)
        let isUnique = call.handle?.holder == .uniqueValue
        if isUnique { lines.append("try held.borrow()") }
        lines.append("return start(operation, BindingOperation<\(call.result.swift)>.\(isMain ? "startOnMainActor" : "start") {")
        if isUnique { lines.append("    defer { held.endBorrow() }") }
        lines += statements(receiver, returns: true, callee: callee).map { "    " + $0 }
        lines.append("})")
        if call.handle != nil || isRefusable { lines = FunctionThunk.refusing(lines) }
        return contexts + (call.handle == nil ? [FunctionThunk.shutDownGuard()] : [])
            + ["guard let operation else { return Status.invalidArgument.code }"] + lines
    }
}

extension HandleType {
    /// The value behind a handle, as an expression of the object that the handle table holds.
    func value(of held: String) -> String {
        switch holder {
        case .object, .runtime, .elementStream, .source: held
        case .value, .existential: "\(held).value"
        case .mutableValue: "\(held).with { $0 }"
        case .uniqueValue: "\(held).value.pointee"
        case .stream: "\(held).base"
        }
    }
}
