import BindingModel

/// The part of a thunk that converts one argument of a call.
struct ArgumentThunk {
    /// Statements that declare the Swift value, from the C parameters.
    private(set) var statements: [String] = []
    /// The Swift value as an expression of the C parameters, without `try`, if one expression suffices.
    private(set) var expression: String?
    /// Whether it is a number, which the caller passes.
    private(set) var isNumber = false
    /// Whether the statements throw a `Status`.
    private(set) var canRefuse = false
    /// The argument, if the caller passed a value.
    private(set) var argument: SwiftArgument
    /// The local that is nil if the caller omitted the argument and Swift's default applies.
    private(set) var optionalLocal: String?
    /// Statements after the call, before results are written.
    private(set) var tearDown: [String] = []
    /// The statement that takes over a callback's context, before any argument can be rejected.
    private(set) var context: String?
    /// The name of the parameter, for an error that names the rejected argument.
    let parameterName: String

    private let name: String
    private var local: String
    private let type: BindingType

    init(_ argument: LoweredArgument) {
        name = escaped(argument.name)
        local = argument.name + "_"
        type = argument.parameter.type
        parameterName = Naming.local(argument.parameter.name)
        self.argument = SwiftArgument(label: argument.parameter.label, value: local)
        switch argument.form {
        case .nullable(let crossing, let wrapped):
            statements = [
                "let \(local): \(crossing.swift)",
                "if let \(name) { \(local) = \(Conversion.fromC(wrapped, "\(name).pointee")) } else { \(local) = nil }",
            ]
            canRefuse = wrapped.canBeRefused
            expression = "Calls.optional(\(name), \(Conversion.taker(wrapped)))"
        case .value(let crossing, let isPointer, nil): required(crossing, isPointer)
        case .value(let crossing, let isPointer, let initial?): defaulted(crossing, isPointer, initial)
        case .changed(let crossing): changed(crossing)
        case .fixed(let source): fixed(source, isInout: argument.parameter.isInout)
        case .stream(let crossing, let sequence):
            let convert = sequence.failure == .never ? "asyncStream" : "asyncThrowingStream"
            statements = ["let \(local) = try \(HandleType.held(crossing.word, by: name)).\(convert)()"]
            canRefuse = true
        case .closure(let closure): self.closure(closure, argument.name, hasDefault: argument.parameter.defaultValue != nil)
        case .outcome(let outcome): self.outcome(outcome)
        case .replaced(let given, let crossing, let out): replaced(given, crossing, escaped(out))
        case .memory(let memory, let element, let count): self.memory(memory, element, escaped(count))
        case .unique(let handle): unique(handle, argument.parameter)
        case .shared(let handle): shared(handle)
        }
    }

    /// A value that cannot be copied, during an access that ends after the call.
    private mutating func unique(_ handle: HandleType, _ parameter: Parameter) {
        canRefuse = true
        let isChanged = parameter.isInout || parameter.isConsumed
        statements = ["let \(local) = try \(handle.held(by: name))"] + UniqueAccess.statements(local, isChanged: isChanged)
        argument.value =
            parameter.isConsumed
            ? UniqueAccess.consumed(local, handle, name) : (parameter.isInout ? "&" : "") + handle.value(of: local)
    }

    /// A value behind a handle, which is stored again after the call, also if that throws.
    private mutating func shared(_ handle: HandleType) {
        canRefuse = true
        argument.value = "&\(local)"
        statements = [
            "let \(local)held = try \(handle.held(by: name))", "var \(local) = \(local)held.with { $0 }",
            "defer { \(local)held.with { $0 = \(local) } }",
        ]
    }

    /// A value of which the changed copy is returned.
    private mutating func replaced(_ given: LoweredArgument, _ crossing: Crossing, _ out: String) {
        let thunk = ArgumentThunk(given)
        canRefuse = true
        argument.value = "&\(local)changed"
        statements = ["guard let \(out) else { throw .invalidArgument }"] + thunk.statements + ["var \(local)changed = \(local)"]
        tearDown = ["\(out).pointee = \(Conversion.toC(crossing, "\(local)changed"))"]
    }

    /// Numbers of the program.
    private mutating func memory(_ memory: MemoryType, _ element: Crossing, _ count: String) {
        canRefuse = true
        let bound = ".assumingMemoryBound(to: \(element.swift).self)"
        let raw = memory.isMutable ? "UnsafeMutableRawPointer" : "UnsafeRawPointer"
        let pointer = "\(local)pointer"
        statements = [
            "guard \(name) != nil || \(count) == 0\(memory.isBuffer ? "" : ", let \(name)") else { throw .invalidArgument }",
            "guard Memory.isPlausible(count: \(count), stride: Swift.MemoryLayout<\(element.swift)>.stride) else { throw .tooLarge }",
        ]
        if memory.isBuffer {
            statements.append("let \(pointer) = \(name).map { \(raw)($0)\(memory.isRaw ? "" : bound) }")
            statements.append("let \(local) = \(memory.spelling)(start: \(pointer), count: \(count))")
        } else {
            statements.append("let \(local) = \(raw)(\(name))\(memory.isRaw ? "" : bound)")
            argument.value = "\(local), " + SwiftArgument(label: memory.countLabel, value: count).text
        }
    }

    /// A `Result`, from an optional value and an optional error.
    private mutating func outcome(_ outcome: LoweredOutcome) {
        canRefuse = true
        local = "\(name)_outcome"
        argument.value = local
        statements = [outcome.value, outcome.failure].compactMap { $0 }.flatMap { ArgumentThunk($0).statements }
        var choices: [String] = []
        if let failure = outcome.failure {
            choices.append(
                "if let failure = \(failure.name)_ { \(local) = .failure(\(outcome.conversion.convert("failure"))) }"
            )
        }
        if let value = outcome.value {
            choices += ["if let value = \(value.name)_ { \(local) = .success(value) }", "{ throw .invalidArgument }"]
        } else {
            choices.append("{ \(local) = .success(()) }")
        }
        statements += ["let \(local): \(outcome.swiftType.source)", choices.joined(separator: " else ")]
    }

    private mutating func required(_ crossing: Crossing, _ isPointer: Bool) {
        canRefuse = isPointer || crossing.canBeRefused
        isNumber = crossing.shape == .scalar
        if isPointer {
            statements = [
                "guard let \(name) else { throw .invalidArgument }",
                "let \(local) = \(Conversion.fromC(crossing, "\(name).pointee"))",
            ]
            expression = Conversion.valueFromC(crossing, "Calls.required(\(name))")
        } else if type == .bytes(.span) || type == .bytes(.buffer) {
            statements = ["let \(local) = try take_buffer(\(name))"]
            if type == .bytes(.span) { argument.value = "\(local).bytes" }
        } else {
            statements = ["let \(local) = \(Conversion.fromC(crossing, name))"]
            expression = Conversion.valueFromC(crossing, name)
        }
    }

    /// An argument that the caller may omit.
    private mutating func defaulted(_ crossing: Crossing, _ isPointer: Bool, _ initial: DefaultHandling) {
        let isMissing = isPointer ? "\(name) == nil" : Conversion.isNull(crossing, name)
        let attempt = crossing.canBeRefused ? "try " : ""
        let given = Conversion.valueFromC(crossing, isPointer ? "\(name)!.pointee" : name)
        canRefuse = crossing.canBeRefused
        if case .passed(let value) = initial {
            statements = ["let \(local): \(crossing.swift) = \(attempt)\(isMissing) ? \(value.source) : \(given)"]
        } else {
            statements = ["let \(local): Swift.Optional<\(crossing.swift)> = \(attempt)\(isMissing) ? .none : .some(\(given))"]
            optionalLocal = local
        }
    }

    private mutating func fixed(_ source: String, isInout: Bool) {
        if isInout {
            statements = ["var \(local) = \(source)"]
            argument.value = "&\(local)"
        } else {
            argument.value = source
            expression = source
        }
    }

    private mutating func changed(_ crossing: Crossing) {
        argument.value = "&\(local)"
        canRefuse = true
        statements = [
            "guard let \(name) else { throw .invalidArgument }",
            "var \(local) = \(Conversion.fromC(crossing, "\(name).pointee"))",
        ]
        tearDown = ["\(name).pointee = \(Conversion.toC(crossing, local))"]
    }

    // MARK: Closures

    private mutating func closure(_ closure: LoweredClosure, _ stem: String, hasDefault: Bool) {
        context = "let \(closure.context)_ = ForeignContext(\(closure.context), release: \(closure.release))"
        let type = closure.source
        if closure.isOptional {
            argument.value = local + "optional"
            optionalClosure(closure, stem, given: local, to: local + "optional")
        } else if hasDefault {
            optionalLocal = local
            optionalClosure(closure, stem, given: local + "given", to: local)
        } else {
            statements = ["guard let \(stem)Function = \(name) else { throw .invalidArgument }"]
            statements += function(closure, stem, type, local)
            if !closure.callback.closure.isEscaping { tearDown = ["withExtendedLifetime(\(closure.context)_) {}"] }
        }
        canRefuse = closure.queue != nil || closure.fallback != nil || !(closure.isOptional || hasDefault)
    }

    private mutating func optionalClosure(_ closure: LoweredClosure, _ stem: String, given: String, to optional: String) {
        statements = ["let \(optional): (\(closure.source))?", "if let \(stem)Function = \(name) {"]
        statements += function(closure, stem, closure.source, given).map { "    " + $0 }
        statements += ["    \(optional) = \(given)", "} else {", "    \(optional) = nil", "}"]
    }

    /// Statements that declare a Swift closure which calls the C function, on a queue if the caller chose one.
    private func function(_ closure: LoweredClosure, _ stem: String, _ type: String, _ local: String) -> [String] {
        let fallback = closure.fallback.map { ArgumentThunk($0).statements } ?? []
        guard let original = closure.original else { return fallback + direct(closure, stem, type, local) }
        return fallback + direct(closure, stem, closure.callback.swiftType.source, local + "flat")
            + original.lines(local, calling: local + "flat", closure.callback)
    }

    private func direct(_ closure: LoweredClosure, _ stem: String, _ type: String, _ local: String) -> [String] {
        let callback = closure.callback
        let body = callback.swiftClosure(function: "\(stem)Function", context: "\(closure.context)_.pointer").lines
        guard let queue = closure.queue else { return Self.declare("let \(local): \(type) = ", body) }
        let types = callback.arguments.map(\.swift)
        let parts = types.indices.map { "part\($0)" }.joined(separator: ", ")
        let element = types.count == 1 ? types[0] : types.isEmpty ? "()" : "(\(types.joined(separator: ", ")))"
        let elements = types.count == 1 ? "element" : types.indices.map { "element.\($0)" }.joined(separator: ", ")
        return Self.declare("let \(stem)Direct: \(type) = ", body) + [
            "let \(stem)Queue = try take_optional_queue(\(queue))",
            "let \(stem)Delivery = \(stem)Queue.map { queue in ForeignDelivery<\(element)>(queue: queue) { element in \(stem)Direct(\(elements)) } }",
            "let \(local): \(type) = { (\(parts)) in",
            "    if let \(stem)Delivery { \(stem)Delivery.send((\(parts))) } else { \(stem)Direct(\(parts)) }",
            "}",
        ]
    }

    private static func declare(_ head: String, _ body: [String]) -> [String] { [head + body[0]] + body.dropFirst() }
}

extension LoweredClosure {
    /// The type of the Swift closure as source, without `@escaping`.
    fileprivate var source: String { (original?.swiftType ?? callback.swiftType).source }
}

extension OriginalClosure {
    /// Statements that declare a closure which passes the parts of its `Result` parameters to another one, and makes a `Result` of
    /// what that returns or throws.
    fileprivate func lines(_ local: String, calling flat: String, _ callback: LoweredCallback) -> [String] {
        let flat =
            closure.throwing == nil
            ? flat : "{ () \(callback.marks) -> \(callback.result.swift) in \(callback.failure == nil ? "" : "try ")\(flat)"
        let names = closure.parameters.indices.map { "value\($0)" }
        return ["let \(local): \(swiftType.source) = { (\(names.joined(separator: ", "))) in"]
            + choices(results[...], names.map { [$0] }, flat).map { "    " + $0 } + ["}"]
    }

    /// Statements for each combination of a value and an error of the remaining results.
    private func choices(_ remaining: ArraySlice<(index: Int, hasValue: Bool)>, _ arguments: [[String]], _ flat: String)
        -> [String]
    {
        guard let (index, hasValue) = remaining.first else { return [call(flat, arguments.flatMap { $0 })] }
        let number = remaining.startIndex == 0 ? "" : "\(remaining.startIndex + 1)"
        func branch(_ parts: [String]) -> [String] {
            var passed = arguments
            passed[index] = parts
            return choices(remaining.dropFirst(), passed, flat)
        }
        func written(_ head: String, _ lines: [String]) -> [String] {
            lines.count == 1 ? ["\(head) \(lines[0])"] : [head] + lines.map { "    " + $0 }
        }
        let part = "part\(number)"
        return ["switch value\(index) {"]
            + written("case .success\(hasValue ? "(let \(part))" : ""):", branch(hasValue ? [part, "nil"] : ["nil"]))
            + written("case .failure(let \(part)):", branch(hasValue ? ["nil", part] : [part]))
            + ["}"]
    }

    private func call(_ flat: String, _ arguments: [String]) -> String {
        let call = "\(flat)(\(arguments.joined(separator: ", ")))"
        if closure.throwing != nil { return "return .init(catching: \(call) })" }
        return "return \(closure.failure == .never ? "" : "try ")\(closure.isAsync ? "await " : "")\(call)"
    }
}
