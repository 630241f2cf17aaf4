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
            return (call.isThrowing ? ["let held = Unmanaged<\(handle.held)>.fromOpaque(pinned).takeUnretainedValue()"] : [])
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
            let call = expression(receiver, passed, callee)
            lines.append("case (\(patterns.joined(separator: ", "))\(unit)): \(keyword)\(call)")
        }
        return lines + ["}"]
    }

    /// The declaration of the constant with the result.
    private var outcome: String { "let outcome" + (call.callee.namesResult ? ": \(call.result.swift)" : "") }

    // MARK: Synchronous calls

    /// The body of a thunk that returns when the call has ended. `out` is the name of the result's parameter.
    func immediate(out: String?) -> [String] {
        if call.isThrowing { return throwing(out) }
        let function = Self.use(
            call.handle == nil ? "Calls.library" : "Calls.object",
            [call.handle?.place(escaped(call.receiverName)), out]
        )
        let head = contexts.isEmpty ? "" : "return "
        if let closure { return contexts + ["\(head)\(function) \(closure)"] }
        let body = setUp(namesArguments: false) + calling { $0.map { ["return \($0)"] } ?? [] }
        return contexts + ["\(head)\(function) { \(call.handle == nil ? "()" : "(held)") throws(Status) in"]
            + body.map { "    " + $0 } + ["}"]
    }

    /// The use of a function of the runtime, without its last argument.
    private static func use(_ function: String, _ arguments: [String?]) -> String {
        let arguments = arguments.compactMap { $0 }
        return function + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    }

    /// The closure that makes the call, if it is one expression.
    private var closure: String? {
        let hasReceiver = call.handle != nil || call.receiverName.isEmpty || receiverExpression != nil
        guard isDirect, hasReceiver, !isVariable, call.handle?.holder != .uniqueValue, call.changedReceiver == nil,
            arguments.allSatisfy({ $0.expression != nil && !(isOperator && $0.isNumber) })
        else { return nil }
        // The conversions would be in another closure, which cannot throw.
        if case .copying = call.callee.operation, isRefusable { return nil }
        if call.isBorrowed { return call.handle?.holder == .object ? "{ borrowed(\(call.callee.call("$0", passed))) }" : nil }
        if call.handle?.holder == .mutableValue {
            return isRefusable || isClosureCall ? nil : "{ $0.with \(closure(named: "box", passed) { $0 }) }"
        }
        if !isRefusable { return closure(named: "held", passed) { call.handle?.value(of: $0) ?? receiverExpression ?? "" } }
        let receiver = call.handle?.value(of: "held") ?? receiverExpression ?? ""
        return "{ \(call.handle == nil ? "()" : "(held)") throws(Status) in try \(result(of: receiver, passed)) }"
    }

    /// A closure that makes the call on a receiver of its parameter, which has a name if the expression contains closures.
    private func closure(named name: String, _ arguments: [SwiftArgument], _ receiver: (String) -> String) -> String {
        let value = result(of: receiver("$0"), arguments)
        guard value.contains("{"), call.handle != nil else { return "{ \(value) }" }
        return "{ (\(name)) in \(result(of: receiver(name), arguments)) }"
    }

    /// The C value of the call as an expression.
    private func result(of receiver: String, _ arguments: [SwiftArgument]) -> String {
        let value = expression(receiver, arguments, call.callee)
        return call.result.shape == .void ? value : Conversion.toC(call.result, value)
    }

    /// The arguments as expressions.
    private var passed: [SwiftArgument] {
        arguments.map { SwiftArgument(label: $0.argument.label, value: $0.expression ?? $0.argument.value) }
    }

    /// The receiver without a handle as an expression, if it is only read, once.
    private var receiverExpression: String? {
        guard case .value(let crossing) = call.callee.receiver, !call.callee.isMutating else { return nil }
        if case .get(.position) = call.callee.operation { return nil }
        let name = escaped(call.receiverName)
        return Conversion.valueFromC(crossing, isReceiverPointer ? "Calls.required(\(name))" : name)
    }

    /// Whether the result can be converted in the expression of the call.
    private var isDirect: Bool {
        guard !call.callee.namesResult, isOperator else { return !call.callee.namesResult }
        return call.result.shape != .scalar || Conversion.toC(call.result, "value") == "value"
    }

    /// Whether an operator is called. The compiler takes long to find the types of numbers on both sides of one, if each is converted.
    private var isOperator: Bool {
        switch call.callee.operation {
        case .operator_, .compare, .assignment: true
        default: false
        }
    }

    /// Whether the function calls a function of the program, which may access the same object.
    private var isClosureCall: Bool { call.callee.parameters.contains(where: \.type.isClosure) }

    /// Whether a mutating member that a class has of a protocol is called, on a variable.
    private var isVariable: Bool { call.handle?.holder == .object && call.callee.isMutating }

    /// The statements of the call itself. `end` makes the last ones, of the C value of the result.
    private func calling(_ end: (String?) -> [String]) -> [String] {
        guard let handle = call.handle else { return outcome(call.receiverName.isEmpty ? "" : "\(call.receiverName)_", end) }
        if handle.holder == .mutableValue { return changing(handle, end) }
        if call.isBorrowed { return borrowing(handle, end) }
        if isVariable { return ["var ownHeld = held"] + outcome("ownHeld", end) }
        let isConsumed = handle.holder == .uniqueValue && call.callee.isConsuming
        return outcome(
            isConsumed ? UniqueAccess.consumed("held", handle, escaped(call.receiverName)) : handle.value(of: "held"),
            end
        )
    }

    /// The statements of a call, and after it.
    private func outcome(_ receiver: String, _ end: (String?) -> [String]) -> [String] {
        let isVoid = call.result.shape == .void
        if !isVoid, isDirect, tearDown.isEmpty, arguments.allSatisfy({ $0.optionalLocal == nil }) {
            return end(result(of: receiver, arguments.map(\.argument)))
        }
        return statements(receiver, returns: false) + tearDown + end(isVoid ? nil : Conversion.toC(call.result, "outcome"))
    }

    /// Statements after the call.
    private var tearDown: [String] {
        let lines = arguments.flatMap(\.tearDown)
        guard call.callee.isMutating, case .value(let crossing) = call.callee.receiver else { return lines }
        let out = escaped(call.changedReceiver ?? call.receiverName)
        return ["\(out).pointee = \(Conversion.toC(crossing, "\(call.receiverName)_"))"] + lines
    }

    /// A call on a value with mutating members, under its lock.
    private func changing(_ handle: HandleType, _ end: (String?) -> [String]) -> [String] {
        let isMutating = call.callee.isMutating
        let value = call.result.shape == .void ? nil : Conversion.toC(call.result, "outcome")
        if isClosureCall {
            // The function may access the same object again, so it works on a copy, not under the lock.
            return ["\(isMutating ? "var" : "let") box = held.with { $0 }"] + statements("box", returns: false)
                + (isMutating ? ["held.with { $0 = box }"] : []) + tearDown + end(value)
        }
        let attempt = call.isThrowing ? "try " : ""
        if isDirect, tearDown.isEmpty, arguments.allSatisfy({ $0.optionalLocal == nil }) {
            let use = "\(attempt)held.with \(closure(named: "box", arguments.map(\.argument)) { $0 })"
            return value == nil ? [use] + end(nil) : end(use)
        }
        let effects = call.isThrowing ? " throws" : ""
        let closure = "{ (box: inout \(handle.swift))\(effects) -> \(call.result.swift) in"
        return ["\(value == nil ? "" : "let outcome = ")\(attempt)held.with \(closure)"]
            + statements("box", returns: true).map { "    " + $0 } + ["}"] + tearDown + end(value)
    }

    /// A call that lends bytes of the receiver. The value is stored in a local, because bytes that depend on a property would not
    /// outlive the access.
    private func borrowing(_ handle: HandleType, _ end: (String?) -> [String]) -> [String] {
        let value = handle.value(of: "held")
        // A borrowed value must not be assigned to a name, because it would depend on that name's lifetime.
        return (value == "held" ? [] : ["let owner = \(value)"])
            + end("borrowed(\(call.callee.call(value == "held" ? value : "owner", arguments.map(\.argument))))")
    }

    // MARK: Synchronous calls that throw

    private func throwing(_ out: String?) -> [String] {
        var lines = contexts
        if call.handle == nil { lines.append(FunctionThunk.shutDownGuard(hasError: true)) }
        if let out { lines.append("guard let \(out) else { return refuse(.invalidArgument, error) }") }
        if let handle = call.handle {
            let name = escaped(call.receiverName)
            lines += [
                "guard let pinned = Calls.pin(\(handle.place(name))) else { return refuse(Handles.failure, error) }",
                "defer { Handles.unpin(\(name).bits) }",
            ]
            if handle.holder != .uniqueValue {
                lines.append("let held = Unmanaged<\(handle.held)>.fromOpaque(pinned).takeUnretainedValue()")
            }
        }
        let calling = calling { value in
            (value.map { ["\(out ?? "").pointee = \($0)"] } ?? []) + ["return Status.ok.code"]
        }
        return lines + refusable(calling)
    }

    /// The conversion of the arguments and the call, with its errors handled.
    private func refusable(_ calling: [String]) -> [String] {
        guard isRefusable else { return setUp(namesArguments: false) + Self.catching(calling) }
        let isNamed = arguments.contains(where: \.canRefuse)
        return (isNamed ? ["var argument: StaticString = \"\""] : []) + ["do throws(Status) {"]
            + (setUp(namesArguments: isNamed) + Self.catching(calling)).map { "    " + $0 }
            + ["} catch let refused {", "    return refuse(refused, error\(isNamed ? ", argument" : ""))", "}"]
    }

    private static func catching(_ lines: [String]) -> [String] {
        ["do {"] + lines.map { "    " + $0 } + ["} catch let thrown {", "    return Errors.store(thrown, error).code", "}"]
    }

    // MARK: Asynchronous calls

    /// The body of a thunk that starts the call.
    func start() -> [String] {
        let effects = call.callee.effects
        let isMain = effects.isolation == .mainActor && !effects.isAsync
        var callee = call.callee
        if isMain { callee.effects.isolation = .none }
        let receiver = call.handle.map { $0.value(of: "held") } ?? (call.receiverName.isEmpty ? "" : "\(call.receiverName)_")
        let isUnique = call.handle?.holder == .uniqueValue
        let setUp = setUp(namesArguments: false) + (isUnique ? ["try held.borrow()"] : [])
        let calls = (isUnique ? ["defer { held.endBorrow() }"] : []) + statements(receiver, returns: true, callee: callee)
        let function = Self.use("startCall", ["operation", call.handle?.place(escaped(call.receiverName))])
        let head = contexts.isEmpty ? "" : "return "
        let start = "BindingOperation<\(call.result.swift)>.\(isMain ? "startOnMainActor" : "start") {"
        let body =
            calls.count == 1
            ? ["\(start) \(calls[0].dropFirst("return ".count)) }"] : [start] + calls.map { "    " + $0 } + ["}"]
        let parameters = call.handle == nil ? "()" : "(held)"
        if setUp.isEmpty, body.count == 1 {
            return contexts + ["\(head)\(function) { \(call.handle == nil ? "" : "(held) in ")\(body[0]) }"]
        }
        return contexts + ["\(head)\(function) { \(parameters) throws(Status) in"]
            + (setUp + ["return \(body[0])"] + body.dropFirst()).map { "    " + $0 } + ["}"]
    }
}

extension HandleType {
    /// The arguments by which a function of the runtime finds the object of a handle.
    func place(_ name: String) -> String { "\(name).bits, Types.\(word)" }

    /// The object of a handle as an expression that throws.
    func held(by name: String) -> String { Self.held(word, by: name) }

    static func held(_ word: String, by name: String) -> String { "heldObject(\(name).bits, Types.\(word))" }

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
