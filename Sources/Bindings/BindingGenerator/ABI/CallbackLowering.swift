import BindingModel

/// A Swift closure or requirement as a C function pointer.
struct CallbackLowering {
    var callback: LoweredCallback
    var closure: ClosureType
    var parameters: [Crossing]
    var result: Crossing
    /// The Swift types of the closure's parameters.
    var swiftParameters: [String]
    /// The Swift type of the whole closure, without `@escaping`.
    var swiftType: String
    let prefix: String
    /// The expression that the thunk throws or returns when the result of the foreign function is invalid.
    var fallback: String
    var failureType: String?
    var makeFailure: String?
    /// Whether the context is the first parameter of the C function; otherwise it is the last.
    let contextFirst: Bool

    /// Lowers a closure's type.
    ///
    /// Appends to `companions` the completion function of an asynchronous closure, and the functions of closures among its
    /// parameters.
    static func lower(
        _ closure: ClosureType,
        name: String,
        contextFirst: Bool,
        registry: inout Registry,
        companions: inout [LoweredFunction]
    ) throws(LoweringError) -> CallbackLowering {
        let prefix = registry.prefix
        var crossings: [Crossing] = []
        var c: [(c: String, name: String)] = contextFirst ? [("void *", "context")] : []
        var names: Set<String> = ["context", "result", "error", "completion"]
        for (index, parameter) in closure.parameters.enumerated() {
            let crossing: Crossing
            if case .closure(let inner) = parameter.type {
                guard inner.isEscaping else { throw LoweringError("a closure takes a closure that does not outlive the call") }
                let stem = name.hasSuffix("_callback") ? String(name.dropLast("_callback".count)) : name
                crossing = try callable(
                    inner,
                    name: "\(stem)_\(Words.snake(parameter.label ?? "function"))",
                    registry: &registry,
                    companions: &companions
                )
            } else {
                crossing = try registry.crossing(parameter.type)
            }
            crossings.append(crossing)
            var name = parameter.label.map(Naming.local) ?? (closure.parameters.count == 1 ? "value" : "value\(index)")
            while !names.insert(name).inserted { name += "_" }
            let isPointer = crossing.shape == .aggregate && !crossing.isPlain && !crossing.isNullable
            c.append((isPointer ? "const \(crossing.c) *" : crossing.c, name))
        }
        if case .closure = closure.result { throw LoweringError("a closure gives a closure") }
        let result = try registry.crossing(closure.result)
        if case .bytes(.span) = closure.result { throw LoweringError("a closure gives borrowed bytes") }
        var returns = "void"
        var failureType: String?
        var makeFailure: String?
        switch closure.failure {
        case .never: break
        case .untyped:
            failureType = "any Swift.Error"
            makeFailure = "$0"
        case .typed(let identifier):
            guard let made = Fallback.failure(.named(identifier), registry: &registry),
                let declaration = registry.declaration(identifier)
            else { throw LoweringError("a closure throws an error that cannot be made from a foreign one") }
            failureType = declaration.spelling
            makeFailure = made
        }
        var fallback = ""
        var completer: String?
        if closure.isAsync {
            c.append(("\(prefix)_completion", "completion"))
            if closure.failure == .never, result.shape != .void {
                guard let made = Fallback.value(closure.result, registry: &registry) else {
                    throw LoweringError("a closure gives an object and cannot fail")
                }
                fallback = made
            }
            let answer = self.completer(name, result, prefix)
            completer = answer.name
            companions.append(answer)
        } else if closure.failure != .never {
            returns = "\(prefix)_status"
            if result.shape != .void { c.append(("\(result.c) *", "result")) }
            c.append(("\(prefix)_error **", "error"))
        } else if result.shape == .void {
            returns = "void"
        } else {
            guard let made = Fallback.value(closure.result, registry: &registry) else {
                throw LoweringError("a closure gives an object and cannot fail")
            }
            fallback = made
            if result.isPlain && result.shape != .aggregate {
                returns = result.c
            } else {
                c.append(("\(result.c) *", "result"))
            }
        }
        if !contextFirst { c.append(("void *", "context")) }
        let swiftParameters = crossings.map(\.swift)
        let type = try registry.swiftType(of: closure)
        return CallbackLowering(
            callback: LoweredCallback(
                name: name,
                returns: returns,
                parameters: c,
                closure: closure,
                summary: [],
                arguments: crossings,
                result: result,
                completer: completer
            ),
            closure: closure,
            parameters: crossings,
            result: result,
            swiftParameters: swiftParameters,
            swiftType: type,
            prefix: prefix,
            fallback: fallback,
            failureType: failureType,
            makeFailure: makeFailure,
            contextFirst: contextFirst
        )
    }

    /// A Swift closure that C code can call: an object with a `call` function.
    static func callable(
        _ closure: ClosureType,
        name: String,
        registry: inout Registry,
        companions: inout [LoweredFunction]
    ) throws(LoweringError) -> Crossing {
        let handle = registry.closureHandle(name, swift: try registry.swiftType(of: closure))
        var crossing = handle.crossing
        crossing.type = .closure(closure)
        let callee = Callee(
            receiver: .handle(handle),
            isMutating: false,
            parameters: closure.parameters.enumerated().map { index, parameter in
                Parameter(
                    label: nil,
                    name: parameter.label ?? (closure.parameters.count == 1 ? "value" : "value\(index)"),
                    type: parameter.type
                )
            },
            result: closure.result,
            effects: Effects(isAsync: closure.isAsync, failure: closure.failure),
            expression: { target, arguments in "\(target)(\(arguments.joined(separator: ", ")))" }
        )
        var members = try CallLowering.lower(
            callee,
            name: "\(name)_call",
            selfName: "function",
            origin: .function(Function(usr: "", kind: .call, name: "call")),
            notes: DeclarationNotes(documentation: "Calls it."),
            registry: &registry
        )
        for index in members.indices { (members[index].stem, members[index].uniqueStem) = ("call", "call") }
        members += registry.lifetime(handle)
        for index in members.indices where members[index].owner == nil { members[index].owner = handle.c }
        companions += members
        return crossing
    }

    /// The C function that completes an asynchronous function.
    private static func completer(_ name: String, _ result: Crossing, _ prefix: String) -> LoweredFunction {
        let stem = name.hasSuffix("_callback") ? String(name.dropLast("_callback".count)) : name
        var parameters = [
            LoweredParameter(
                name: "completion",
                c: "\(prefix)_completion",
                swift: "\(prefix)_completion",
                role: .value(
                    .handle(.void, c: "\(prefix)_completion", word: "completion", swift: "AnyCompletion"),
                    isOptional: false
                ),
                documentation: "used up, if this succeeds"
            )
        ]
        var lines: [String] = []
        var value = "()"
        if result.shape != .void {
            if result.isPlain || result.isNullable {
                parameters.append(
                    LoweredParameter(
                        name: "value",
                        c: result.c,
                        swift: result.imported,
                        role: .value(result, isOptional: result.isOptional),
                        documentation: "the answer"
                    )
                )
                lines.append("let value_ = \(Conversion.fromC(result, "value"))")
            } else {
                parameters.append(
                    LoweredParameter(
                        name: "value",
                        c: "const \(result.c) *",
                        swift: "UnsafePointer<\(result.imported)>?",
                        role: .pointer(result, isOptional: false),
                        documentation: "the answer"
                    )
                )
                lines.append("guard let value else { throw .invalidArgument }")
                lines.append("let value_ = \(Conversion.fromC(result, "value.pointee"))")
            }
            value = "value_"
        }
        lines.append("return try complete(completion, with: \(value) as \(result.swift))")
        var thunk = ThunkBuilder(prefix: prefix)
        thunk.setUp = lines
        return LoweredFunction(
            name: "\(stem)_complete",
            purpose: .complete,
            origin: nil,
            parameters: parameters,
            summary: ["Completes the asynchronous function `\(name)`."],
            body: thunk.body([])
        )
    }

    /// The Swift closure that calls the C function.
    func swiftClosure(function: String, context: String) -> String {
        let names = parameters.indices.map { "value\($0)" }
        var writer = CodeWriter()
        let typed = closure.failure != .never && failureType != nil
        let throwing = typed ? (closure.failure == .untyped ? " throws" : " throws(\(failureType!))") : ""
        let head =
            "{ (\(zip(names, swiftParameters).map { "\($0): \($1)" }.joined(separator: ", ")))\(closure.isAsync ? " async" : "")\(throwing) -> \(result.swift) in"
        writer.block(head) { writer in body(&writer, names, function: function, context: context) }
        return String(writer.text.dropLast())
    }

    /// Writes the statements that call the C function and return its result.
    func body(_ writer: inout CodeWriter, _ names: [String], function: String, context: String) {
        if closure.isAsync { return asynchronous(&writer, names, function: function, context: context) }
        let spans = zip(parameters, names).filter { $0.0.type == .bytes(.span) }
        if let (_, name) = spans.first {
            // The bytes are borrowed for the duration of the call.
            let type = closure.failure == .untyped ? "throws " : failureType.map { "throws(\($0)) " } ?? ""
            writer.block(
                "\(closure.failure == .never ? "" : "try ")borrowing(\(name)) { (\(name)_bytes: \(prefix)_bytes) \(type)-> \(result.swift) in"
            ) { writer in
                synchronous(&writer, names, function: function, context: context)
            }
            return
        }
        synchronous(&writer, names, function: function, context: context)
    }

    private func prepare(_ writer: inout CodeWriter, _ names: [String]) -> [String] {
        var arguments: [String] = []
        for (crossing, name) in zip(parameters, names) {
            if crossing.type == .bytes(.span) {
                arguments.append("\(name)_bytes")
            } else if crossing.isPlain && crossing.shape != .aggregate {
                arguments.append(Conversion.toC(crossing, name))
            } else {
                let isPointer = crossing.shape == .aggregate && !crossing.isPlain && !crossing.isNullable
                writer.line("\(isPointer ? "var" : "let") \(name)_c = \(Conversion.toC(crossing, name))")
                if let statement = Conversion.free(crossing, "\(name)_c") { writer.line("defer { \(statement) }") }
                arguments.append(isPointer ? "&\(name)_c" : "\(name)_c")
            }
        }
        return arguments
    }

    private func synchronous(_ writer: inout CodeWriter, _ names: [String], function: String, context: String) {
        var arguments = prepare(&writer, names)
        if contextFirst { arguments.insert(context, at: 0) }
        if closure.failure != .never {
            writer.line("var error_c: OpaquePointer?")
            if result.shape != .void {
                writer.line("var result_c = \(result.initialValue)")
                arguments.append("&result_c")
            }
            arguments.append("&error_c")
            if !contextFirst { arguments.append(context) }
            writer.line("let status = Status(code: \(function)(\(arguments.joined(separator: ", "))))")
            writer.line("guard status == .ok else { throw \(failing("foreign_error(status, error_c)")) }")
            if result.shape == .void { return }
            if let statement = Conversion.free(result, "result_c") { writer.line("defer { \(statement) }") }
            writer.line("do throws(Status) {")
            writer.line("    return \(Conversion.fromC(result, "result_c"))")
            writer.line("} catch {")
            writer.line(
                "    throw \(failing("ForeignError(error, \"the result of a foreign function cannot be used: \\(error.text)\")"))"
            )
            writer.line("}")
            return
        }
        if result.shape == .void {
            if !contextFirst { arguments.append(context) }
            writer.line("\(function)(\(arguments.joined(separator: ", ")))")
            return
        }
        if callback.returns != "void" {
            if !contextFirst { arguments.append(context) }
            writer.line("let result_c = \(function)(\(arguments.joined(separator: ", ")))")
        } else {
            writer.line("var result_c = \(result.initialValue)")
            arguments.append("&result_c")
            if !contextFirst { arguments.append(context) }
            writer.line("\(function)(\(arguments.joined(separator: ", ")))")
            if let statement = Conversion.free(result, "result_c") { writer.line("defer { \(statement) }") }
        }
        if result.canBeRefused {
            writer.line("do throws(Status) { return \(Conversion.fromC(result, "result_c")) } catch { return \(fallback) }")
        } else {
            writer.line("return \(Conversion.fromC(result, "result_c"))")
        }
    }

    private func failing(_ error: String) -> String {
        makeFailure == "$0" ? error : "(\(makeFailure ?? "$0"))(\(error))"
    }

    private func asynchronous(_ writer: inout CodeWriter, _ names: [String], function: String, context: String) {
        let waiting: (inout CodeWriter) -> Void = { writer in
            writer.block("return try await ForeignCompletion<\(self.result.swift)>.wait { completion in") { writer in
                var arguments = self.prepare(&writer, names)
                if self.contextFirst { arguments.insert(context, at: 0) }
                arguments.append("give_completion(completion)")
                if !self.contextFirst { arguments.append(context) }
                writer.line("\(function)(\(arguments.joined(separator: ", ")))")
            }
        }
        switch closure.failure {
        case .untyped:
            waiting(&writer)
        case .typed, .never:
            writer.line("do {")
            writer.indented { waiting(&$0) }
            writer.line("} catch {")
            if closure.failure == .never {
                writer.line("    return \(result.shape == .void ? "()" : fallback)")
            } else {
                writer.line("    throw \(failing("error"))")
            }
            writer.line("}")
        }
    }
}

extension Crossing {
    /// The initial value of a C variable of this type, before a function sets it.
    var initialValue: String {
        switch shape {
        case .error: "OpaquePointer?.none"
        default: "\(imported)()"
        }
    }
}
