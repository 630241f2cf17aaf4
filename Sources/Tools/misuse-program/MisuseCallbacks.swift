import BindingGenerator
import BindingModel

/// Writes the callbacks of a misuse program: they behave correctly, do not complete, return invalid values, fail, or release
/// the object for which they are called.
struct MisuseCallbacks {
    let library: LoweredLibrary
    let functions: [LoweredFunction]

    private var prefix: String { library.prefix }

    func emit(_ writer: inout CodeWriter) {
        completions(&writer)
        for function in functions {
            for callback in function.callbacks { self.callback(callback, "answer_\(callback.name)", &writer) }
        }
        for interface in library.interfaces {
            for member in interface.callbacks { callback(member, "answer_\(interface.c)_\(member.name)", &writer) }
            writer.block("static \(interface.table) table_of_\(interface.c)(void) {") { writer in
                writer.line("\(interface.table) table;")
                writer.line("memset(&table, 0, sizeof table);")
                writer.line("table.size = sizeof table;")
                for member in interface.callbacks { writer.line("table.\(member.name) = answer_\(interface.c)_\(member.name);") }
                writer.line("return table;")
            }
        }
    }

    /// The completion functions, with their result types.
    private var answering: [(function: LoweredFunction, value: Crossing?)] {
        functions.filter { $0.purpose == .complete }.map { function in
            switch function.parameters.dropFirst().first?.role {
            case .value(let crossing, _)?, .pointer(let crossing, _)?: (function, crossing)
            default: (function, nil)
            }
        }
    }

    /// Writes the code of a callback that handles a completion: first all invalid calls, then the behaviour of its mode.
    private func completions(_ writer: inout CodeWriter) {
        let kinds = self.kinds
        writer.gap()
        writer.block("static void answer_completion(\(prefix)_completion completion, int kind) {") { writer in
            writer.line("struct block *last = mark();")
            writer.line("bool flag;")
            writer.block("switch (__atomic_load_n(&mode, __ATOMIC_RELAXED)) {") { writer in
                writer.line("case SILENT: \(prefix)_completion_release(completion); return;")
                writer.line(
                    "case FAILING: \(prefix)_completion_fail(completion, \(prefix)_error_create(-1, \(prefix)_text(\"no\"))); return;"
                )
                writer.line(
                    "case RELEASING: release_bits(TYPE_completion, __atomic_exchange_n(&stash, completion.bits, __ATOMIC_SEQ_CST)); return;"
                )
                writer.line(
                    "case NONSENSE: \(prefix)_completion_fail(completion, NULL); \(prefix)_completion_fail(completion, NULL); return;"
                )
                writer.line("default: break;")
            }
            writer.line("\(prefix)_completion_is_cancelled(completion, &flag);")
            for pass in 0..<2 {
                for (function, value) in answering {
                    let kind = kinds.firstIndex(of: value?.swiftType ?? .absent)!
                    var statements: [String] = []
                    var argument = ""
                    if let value {
                        let isPointer = value.isPassedByPointer
                        statements.append("\(value.representation.declaring("value")) = valid_\(value.word)(false);")
                        argument = isPointer ? ", &value" : ", value"
                    }
                    let call = "\(function.name)(completion\(argument))"
                    writer.block("if (kind \(pass == 0 ? "!=" : "==") \(kind)) {") { writer in
                        for statement in statements { writer.line(statement) }
                        if pass == 0 {
                            writer.line("int status = \(call);")
                            writer.line(
                                "if (status >= 0) surprise(\"\(function.name) took another function's completion\", status);"
                            )
                        } else {
                            writer.line("if (\(call) == 0) { forget(last); return; }")
                        }
                    }
                }
            }
            writer.line("\(prefix)_completion_release(completion);")
            writer.line("forget(last);")
        }
    }

    /// The types of the results of asynchronous callbacks, each once.
    private var kinds: [SwiftType] {
        var kinds: [SwiftType] = []
        for type in answering.map({ $0.1?.swiftType ?? .absent }) where !kinds.contains(type) { kinds.append(type) }
        return kinds
    }

    private func kind(_ closure: ClosureType, _ name: String) -> Int {
        var registry = library.registry
        let swiftType = closure.result == .void ? .absent : (try? registry.crossing(closure.result).swiftType) ?? .absent
        return kinds.firstIndex(of: swiftType) ?? -1
    }

    private func callback(_ callback: LoweredCallback, _ name: String, _ writer: inout CodeWriter) {
        let parameters = callback.parameters.map { $0.type.declaring($0.name) }.joined(separator: ", ")
        writer.block("static \(callback.returns.text) \(name)(\(parameters.isEmpty ? "void" : parameters)) {") { writer in
            for parameter in callback.parameters { writer.line("(void)\(parameter.name);") }
            writer.line("use_context(context);")
            writer.line("if (__atomic_load_n(&mode, __ATOMIC_RELAXED) == RELEASING) release_victims();")
            released(callback, &writer)
            if callback.closure.isAsync {
                writer.line("answer_completion(completion, \(kind(callback.closure, name)));")
                return
            }
            results(callback, &writer)
        }
    }

    /// Writes code that keeps borrowed handles if the program waits for one, or releases them although the callback does not
    /// own them.
    private func released(_ callback: LoweredCallback, _ writer: inout CodeWriter) {
        let types = Dictionary(library.handles.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
        for parameter in callback.parameters where parameter.name != "completion" {
            guard let type = parameter.type.name.flatMap({ types[$0] }) else { continue }
            let word = type.word
            // A closure or a value that is lent ends with the call.
            if type.holder != .uniqueValue { writer.line("lend(TYPE_\(word), \(parameter.name).bits);") }
            writer.line(
                "if (__atomic_load_n(&mode, __ATOMIC_RELAXED) == RELEASING) release_bits(TYPE_\(word), \(parameter.name).bits);"
            )
        }
    }

    private func results(_ callback: LoweredCallback, _ writer: inout CodeWriter) {
        var registry = library.registry
        let closure = callback.closure
        let crossing = closure.result == .void ? nil : try? registry.crossing(closure.result)
        let hasPointer = callback.parameters.contains { $0.name == "result" } && crossing != nil
        if closure.failure != .never {
            writer.block("switch (__atomic_load_n(&mode, __ATOMIC_RELAXED)) {") { writer in
                writer.line("case SILENT: return 12345;")
                writer.line(
                    "case FAILING: *error = \(prefix)_error_create(-1, \(prefix)_text(\"no\")); return \(prefix.uppercased())_ERROR_FAILED;"
                )
                writer.line("case RELEASING: return \(prefix.uppercased())_ERROR_CANCELLED;")
                writer.line("default: break;")
            }
        }
        if let crossing, hasPointer {
            writer.line("if (__atomic_load_n(&mode, __ATOMIC_RELAXED) != SILENT) *result = valid_\(crossing.word)(true);")
        }
        if callback.returns == .void { return }
        if callback.returns == .enumeration("\(prefix)_status") {
            writer.line("return 0;")
        } else if let crossing {
            writer.line(
                "return __atomic_load_n(&mode, __ATOMIC_RELAXED) == PROPER ? valid_\(crossing.word)(true) : extreme_\(crossing.word)();"
            )
        }
    }
}
