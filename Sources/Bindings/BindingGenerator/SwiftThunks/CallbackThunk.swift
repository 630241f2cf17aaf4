import BindingModel

// Swift closures that call a C function.

extension LoweredCallback {
    /// The effects of the closure, with a space before them: ` async throws`.
    var marks: String { (closure.isAsync ? " async" : "") + (failure.map { " \($0.mark)" } ?? "") }

    /// A Swift closure that calls the C function.
    func swiftClosure(function: String, context: String) -> String {
        let names = arguments.indices.map { "value\($0)" }
        let parameters = zip(names, zip(arguments, closure.parameters)).map { name, parameter in
            var escape = ""
            if case .closure(let inner) = parameter.1.type, inner.isEscaping { escape = "@escaping " }
            return "\(name): \(parameter.1.isInout ? "inout " : "")\(escape)\(parameter.0.swift)"
        }.joined(separator: ", ")
        var writer = CodeWriter()
        writer.block("{ (\(parameters))\(marks) -> \(result.swift) in") { writer in
            call(&writer, names, function: function, context: context)
        }
        return String(writer.text.dropLast())
    }

    /// Writes the statements that call the C function and return its result.
    func call(_ writer: inout CodeWriter, _ names: [String], function: String, context: String) {
        if closure.isAsync { return asynchronous(&writer, names, function, context) }
        let lent = closure.parameters.indices.filter { closure.parameters[$0].isLentClosure }
        lending(lent[...], &writer, names) { writer in borrowing(&writer, names, function, context) }
    }

    /// Writes statements that lend closures to the C function, by handles that become invalid when it has returned.
    private func lending(
        _ lent: ArraySlice<Int>,
        _ writer: inout CodeWriter,
        _ names: [String],
        _ body: (inout CodeWriter) -> Void
    ) {
        guard let index = lent.first else { return body(&writer) }
        let (name, crossing) = (names[index], arguments[index])
        let mark = failure.map { "\($0.mark) " } ?? ""
        let attempt = failure == nil ? "" : "try "
        writer.block("return \(attempt)withoutActuallyEscaping(\(name)) { (\(name)_lent) \(mark)-> \(result.swift) in") {
            writer in
            let type = "Types.\(escaped(crossing.word)).number"
            writer.line("let \(name)_box = UniqueBox<\(crossing.swift)>(\(name)_lent)")
            writer.line("let \(name)_c = \(crossing.imported)(bits: Handles.insert(\(name)_box, type: \(type)))")
            writer.line("defer { \(name)_box.withdraw(\(name)_c.bits, \(type)) }")
            lending(lent.dropFirst(), &writer, names, body)
        }
    }

    /// Writes the statements that lend bytes to the C function.
    private func borrowing(_ writer: inout CodeWriter, _ names: [String], _ function: String, _ context: String) {
        guard let (_, name) = zip(arguments, names).first(where: { $0.0.type == .bytes(.span) }) else {
            return synchronous(&writer, names, function, context)
        }
        // The bytes are borrowed for the duration of the call.
        let mark = failure.map { "\($0.mark) " } ?? ""
        let attempt = failure == nil ? "" : "try "
        let bytes = arguments.first { $0.type == .bytes(.span) }!.imported
        writer.block("\(attempt)borrowing(\(name)) { (\(name)_bytes: \(bytes)) \(mark)-> \(result.swift) in") { writer in
            synchronous(&writer, names, function, context)
        }
    }

    /// Writes the statements that convert the arguments; returns the C expressions.
    private func prepare(_ writer: inout CodeWriter, _ names: [String]) -> [String] {
        var expressions: [String] = []
        for (index, (crossing, name)) in zip(arguments, names).enumerated() {
            if closure.parameters.indices.contains(index), closure.parameters[index].isInout {
                expressions.append(Self.change(&writer, crossing, name))
            } else if closure.parameters.indices.contains(index), closure.parameters[index].isLentClosure {
                expressions.append("\(name)_c")
            } else if crossing.type == .bytes(.span) {
                expressions.append("\(name)_bytes")
            } else if crossing.type == .bytes(.buffer) {
                expressions.append("borrowed(\(name))")
            } else if crossing.isPlain && crossing.shape != .aggregate {
                expressions.append(Conversion.toC(crossing, name))
            } else {
                let isPointer = crossing.isPassedByPointer
                writer.line("\(isPointer ? "var" : "let") \(name)_c = \(Conversion.toC(crossing, name))")
                if let statement = Conversion.free(crossing, "\(name)_c") { writer.line("defer { \(statement) }") }
                expressions.append(isPointer ? "&\(name)_c" : "\(name)_c")
            }
        }
        return expressions
    }

    /// Writes the statements that lend an argument to the C function and store what that makes of it; returns the C expression.
    private static func change(_ writer: inout CodeWriter, _ crossing: Crossing, _ name: String) -> String {
        guard crossing.isPlain else {
            writer.line("let \(name)_box = MutableBox(\(name))")
            writer.line(
                "let \(name)_c = \(crossing.imported)(bits: Handles.insert(\(name)_box, type: Types.\(escaped(crossing.word)).number))"
            )
            writer.line("defer { \(name) = \(name)_box.with { $0 } }")
            writer.line("defer { free_handle(\(name)_c.bits) }")
            return "\(name)_c"
        }
        writer.line("var \(name)_c = \(Conversion.toC(crossing, name))")
        let value = "\(name) = \(Conversion.fromC(crossing, "\(name)_c"))"
        // A value that the type does not have changes nothing.
        writer.line("defer { \(crossing.canBeRefused ? "do throws(Status) { \(value) } catch {}" : value) }")
        return "&\(name)_c"
    }

    /// The expression of the C call.
    private func invocation(_ function: String, _ arguments: [String], _ context: String) -> String {
        "\(function)(\((contextFirst ? [context] + arguments : arguments + [context]).joined(separator: ", ")))"
    }

    private func synchronous(_ writer: inout CodeWriter, _ names: [String], _ function: String, _ context: String) {
        let arguments = prepare(&writer, names)
        if let failure {
            throwing(&writer, arguments, failure, function, context)
        } else if result.shape == .void {
            writer.line(invocation(function, arguments, context))
        } else {
            returning(&writer, arguments, function, context)
        }
    }

    /// A call that can fail.
    private func throwing(
        _ writer: inout CodeWriter,
        _ arguments: [String],
        _ failure: FailureConversion,
        _ function: String,
        _ context: String
    ) {
        let hasResult = result.shape != .void
        writer.line("var error_c: OpaquePointer?")
        if hasResult { writer.line("var result_c = \(result.initialValue)") }
        let call = invocation(function, arguments + (hasResult ? ["&result_c"] : []) + ["&error_c"], context)
        writer.line("let status = Status(code: \(call))")
        writer.line("guard status == .ok else { throw \(failure.convert("foreign_error(status, error_c)")) }")
        guard hasResult else { return }
        if let statement = Conversion.free(result, "result_c") { writer.line("defer { \(statement) }") }
        guard result.canBeRefused else { return writer.line("return \(Conversion.fromC(result, "result_c"))") }
        let unusable = "ForeignError(error, \"the result of a foreign function cannot be used: \\(error.text)\")"
        writer.line("do throws(Status) {")
        writer.line("    return \(Conversion.fromC(result, "result_c"))")
        writer.line("} catch {")
        writer.line("    throw \(failure.convert(unusable))")
        writer.line("}")
    }

    /// A call that returns a value and cannot fail.
    private func returning(_ writer: inout CodeWriter, _ arguments: [String], _ function: String, _ context: String) {
        if returnsResult {
            writer.line("let result_c = \(invocation(function, arguments, context))")
        } else {
            writer.line("var result_c = \(result.initialValue)")
            writer.line(invocation(function, arguments + ["&result_c"], context))
            if let statement = Conversion.free(result, "result_c") { writer.line("defer { \(statement) }") }
        }
        let value = Conversion.fromC(result, "result_c")
        writer.line(
            result.canBeRefused
                ? "do throws(Status) { return \(value) } catch { return \(fallback?.source ?? "") }" : "return \(value)"
        )
    }

    private func asynchronous(_ writer: inout CodeWriter, _ names: [String], _ function: String, _ context: String) {
        if case FailureConversion.none? = failure { return waiting(&writer, names, function, context) }
        writer.line("do {")
        writer.indented { waiting(&$0, names, function, context) }
        writer.line("} catch {")
        if let failure {
            writer.line("    throw \(failure.convert("error"))")
        } else {
            writer.line("    return \(result.shape == .void ? "()" : fallback?.source ?? "")")
        }
        writer.line("}")
    }

    private func waiting(_ writer: inout CodeWriter, _ names: [String], _ function: String, _ context: String) {
        writer.block("return try await ForeignCompletion<\(result.swift)>.wait { completion in") { writer in
            let arguments = prepare(&writer, names)
            writer.line(invocation(function, arguments + ["give_completion(completion)"], context))
        }
    }
}
