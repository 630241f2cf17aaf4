import BindingGenerator
import BindingModel

extension MisuseCalls {
    /// Writes a test for each function, and the table of all tests.
    func emit(_ writer: inout CodeWriter) {
        for start in starters { self.start(start, &writer) }
        wrongOperations(&writer)
        for function in functions {
            writer.gap()
            writer.block("static void test_\(function.name)(void) {") { writer in
                writer.line("begin(\"\(function.name)\");")
                switch function.purpose {
                case .retain, .release: lifetime(function, &writer)
                case .result: result(function, &writer)
                default: call(function, &writer)
                }
                writer.line("end();")
            }
        }
        writer.gap()
        writer.line("static const struct test { const char *name; void (*test)(void); } tests[] = {")
        for function in functions { writer.line("    { \"\(function.name)\", test_\(function.name) },") }
        writer.line("};")
    }

    // MARK: Any call

    private func call(_ function: LoweredFunction, _ writer: inout CodeWriter) {
        let arguments = arguments(of: function, leavesOut: false)
        let receiver = receiverWord(function)
        let isForeign = receiver.map { (instances.recipes[$0] ?? []).contains { $0.isForeign } } ?? false
        let hasCallback = !function.callbacks.isEmpty || isForeign || function.purpose == .implement
        writer.line("int kind;")
        writer.line("for (kind = 0; kind < \(isForeign ? "(is_over ? 1 : 2)" : "1"); kind++) {")
        writer.indented { writer in
            if isForeign, let receiver {
                writer.line("prefers_foreign = kind == 1;")
                writer.line("if (!is_over) refresh(TYPE_\(receiver));")
            }
            writer.line(
                "for (position = -1; position < (is_over ? 0 : \(function.parameters.count)); position++) for (which = 0;; which++) {"
            )
            writer.indented { body(function, arguments, receiver, hasCallback ? "MODES" : "2", &$0) }
            writer.line("}")
            if let receiver, receiver != "queue" { writer.line("if (!is_over) refresh(TYPE_\(receiver));") }
        }
        writer.line("}")
        if isForeign { writer.line("prefers_foreign = false;") }
    }

    private func body(
        _ function: LoweredFunction,
        _ arguments: Arguments,
        _ receiver: String?,
        _ limit: String,
        _ writer: inout CodeWriter
    ) {
        let contexts = function.parameters.indices.filter { isContext(function, $0) }
        writer.line("struct block *last = mark();")
        writer.line("int64_t patience = position < 0 ? 50000000 : 5000000;")
        writer.line("int left = which, expected = NOTHING, status;")
        writer.line("(void)patience;")
        writer.line("__atomic_store_n(&mode, position < 0 && !is_over ? which % MODES : PROPER, __ATOMIC_SEQ_CST);")
        for declaration in arguments.declarations { writer.line(declaration) }
        writer.block("switch (position) {") { writer in
            writer.line("case -1:")
            writer.indented { writer in
                writer.line("if (which < (is_over ? 1 : \(limit))) expected = is_over ? GONE : FINE;")
                let leaving = leavingOut(function)
                if !leaving.isEmpty { writer.line("if (which == 1) { \(leaving.joined(separator: " ")) }") }
                writer.line("break;")
            }
            for (index, parameter) in function.parameters.enumerated() {
                let lines = corruption(function, index, parameter)
                if lines.isEmpty { continue }
                writer.line("case \(index):")
                writer.indented { writer in
                    for line in lines { writer.line(line) }
                    writer.line("break;")
                }
            }
        }
        writer.line("if (expected == NOTHING) {")
        writer.indented { writer in
            for index in contexts { writer.line("release_context(p\(index));") }
            writer.line("forget(last);")
            writer.line("break;")
        }
        writer.line("}")
        completeness(function, &writer)
        let releases = !function.callbacks.isEmpty && receiver != nil
        if releases, let receiver {
            writer.line("if (position < 0 && mode == RELEASING && !is_over) {")
            writer.line("    victims[1].type = TYPE_\(receiver);")
            writer.line("    victims[1].bits = __atomic_exchange_n(&live_bits[TYPE_\(receiver)], 0, __ATOMIC_SEQ_CST);")
            writer.line("}")
        }
        writer.line("status = \(function.name)(\(arguments.expressions.joined(separator: ", ")));")
        writer.line("check(status, expected);")
        if function.purpose == .complete { writer.line("if (status == 0) live_bits[TYPE_completion] = 0;") }
        drop(function, arguments, &writer)
        if releases { writer.line("if (position < 0 && mode == RELEASING && !is_over) { wait_ms(2); release_victims(); }") }
        for line in arguments.always { writer.line(line) }
        writer.line("forget(last);")
    }

    /// Writes the release of the call's results, or lets a callback release them.
    private func drop(_ function: LoweredFunction, _ arguments: Arguments, _ writer: inout CodeWriter) {
        if function.purpose == .start, let index = function.parameters.firstIndex(where: { $0.role == .operation }) {
            writer.line("if (status == 0) settle(a\(index));")
            return
        }
        if arguments.dropping.isEmpty { return }
        writer.line("if (status == 0) {")
        writer.indented { writer in
            for (index, parameter) in function.parameters.enumerated() where !function.callbacks.isEmpty {
                guard case .result(let crossing) = parameter.role, crossing.shape == .handle else { continue }
                writer.line("if (position < 0 && mode == RELEASING) {")
                writer.line("    victims[0].type = TYPE_\(crossing.word);")
                writer.line("    __atomic_store_n(&victims[0].bits, a\(index).bits, __ATOMIC_SEQ_CST);")
                writer.line("    wait_ms(5);")
                writer.line("    release_victims();")
                writer.line("} else")
            }
            for line in arguments.dropping { writer.line(line) }
        }
        writer.line("}")
    }

    private func isContext(_ function: LoweredFunction, _ index: Int) -> Bool {
        function.parameters[index].role == .context && function.parameters[index].name != "functions"
    }

    private func receiverWord(_ function: LoweredFunction) -> String? {
        if case .receiver(let crossing)? = function.parameters.first?.role, crossing.shape == .handle { return crossing.word }
        return nil
    }

    /// Writes the check whether a valid call has all objects that it needs.
    private func completeness(_ function: LoweredFunction, _ writer: inout CodeWriter) {
        var conditions: [String] = []
        for (index, parameter) in function.parameters.enumerated() {
            switch parameter.role {
            case .receiver(let crossing) where crossing.shape == .handle: conditions.append("a\(index).bits")
            case .value(let crossing, .required) where crossing.shape == .handle: conditions.append("a\(index).bits")
            default: break
            }
        }
        if conditions.isEmpty {
            writer.line("complete_instances = true;")
        } else if function.purpose == .complete {
            writer.line("complete_instances = false;")
        } else {
            writer.line("if (position < 0) complete_instances = \(conditions.joined(separator: " && "));")
            writer.line("if (position < 0 && which == 0 && !complete_instances) now->lacks = true;")
        }
    }

    /// Statements that omit all optional arguments.
    private func leavingOut(_ function: LoweredFunction) -> [String] {
        var lines: [String] = []
        for (index, parameter) in function.parameters.enumerated() {
            switch parameter.role {
            case .value(_, let presence) where presence != .required: lines.append("memset(&a\(index), 0, sizeof a\(index));")
            case .pointer(_, let presence) where presence != .required: lines.append("p\(index) = NULL;")
            case .callback(true): lines.append("p\(index) = NULL;")
            default: break
            }
        }
        return lines
    }

    /// Statements that make one argument invalid, and set the expected status.
    private func corruption(_ function: LoweredFunction, _ index: Int, _ parameter: LoweredParameter) -> [String] {
        let a = "a\(index)"
        let p = "p\(index)"
        func pointer(_ crossing: Crossing, isOptional: Bool) -> [String] {
            [
                "if (left-- == 0) { \(p) = NULL; expected = \(isOptional ? "FINE" : "REFUSED"); }",
                "else expected = spoil_\(crossing.word)(&\(a), &left, false);",
            ]
        }
        switch parameter.role {
        case .receiver(let crossing):
            if parameter.type.isConstantPointer { return pointer(crossing, isOptional: false) }
            return ["expected = spoil_\(crossing.word)(&\(a), &left, false);"]
        case .changedReceiver(let crossing), .changed(let crossing): return pointer(crossing, isOptional: false)
        case .value(let crossing, let presence):
            return ["expected = spoil_\(crossing.word)(&\(a), &left, \(presence != .required));"]
        case .pointer(let crossing, let presence): return pointer(crossing, isOptional: presence != .required)
        case .callback(let isOptional): return ["if (left == 0) { \(p) = NULL; expected = \(isOptional ? "FINE" : "REFUSED"); }"]
        case .context: return []
        case .functions: return table(function, a, p)
        case .release:
            let context = function.parameters[..<index].lastIndex { $0.role == .context } ?? 0
            return ["if (left == 0) { \(p) = NULL; release_context(p\(context)); p\(context) = NULL; expected = FINE; }"]
        case .queue:
            return [
                "if ((expected = spoil_queue(&\(a), &left, \(isOptionalQueue(parameter)))) == NOTHING && left-- == 0) {",
                "    \(a).bits = live(TYPE_queue);",
                "    expected = FINE;",
                "}",
            ]
        case .count: return ["if (left == 0) { \(a) = SIZE_MAX; expected = REFUSED; }"]
        case .result, .replaced, .memory, .operation: return ["if (left == 0) { \(p) = NULL; expected = REFUSED; }"]
        case .error: return ["if (left == 0) { \(p) = NULL; expected = \(function.purpose == .toError ? "REFUSED" : "FINE"); }"]
        case .timeout: return ["if (left < 2) { \(a) = left; expected = FINE; }"]
        }
    }

    /// Tests of a table of functions: null, too small, too large, and with each member omitted.
    private func table(_ function: LoweredFunction, _ a: String, _ p: String) -> [String] {
        guard let interface = library.interfaces.first(where: { $0.functions.contains { $0.name == function.name } }) else {
            return []
        }
        let least = interface.required.isEmpty ? "FINE" : "REFUSED"
        var lines = [
            "if (left-- == 0) { \(p) = NULL; expected = REFUSED; }",
            "else if (left-- == 0) { \(a).size = 0; expected = \(least); }",
            "else if (left-- == 0) { \(a).size = SIZE_MAX; expected = FINE; }",
            "else if (left-- == 0) { \(a).size = SIZE_MAX / 2 + 1; expected = FINE; }",
            "else if (left-- == 0) { memset(&\(a), 0, sizeof \(a)); \(a).size = sizeof \(a); expected = \(least); }",
        ]
        for member in interface.callbacks {
            lines.append(
                "else if (left-- == 0) { \(a).\(member.name) = NULL; expected = \(interface.required.contains(member.name) ? "REFUSED" : "FINE"); }"
            )
        }
        return lines
    }

    // MARK: Lifetimes

    private func lifetime(_ function: LoweredFunction, _ writer: inout CodeWriter) {
        guard let word = receiverWord(function), let c = function.parameters.first?.type.name else { return }
        let isRelease = function.purpose == .release
        writer.line("\(c) handle;")
        writer.line("handle.bits = 0;")
        writer.line("which = 0;")
        if isRelease {
            writer.line("check(\(function.name)(handle), FINE);")
            writer.line("if (is_over) return;")
        } else {
            writer.line("if (is_over) { handle.bits = live_bits[TYPE_\(word)]; check(\(function.name)(handle), GONE); return; }")
        }
        writer.line("for (which = \(isRelease ? 1 : 0); which < 9; which++) {")
        writer.line("    int left = which;")
        writer.line("    if (spoil_\(word)(&handle, &left, false)) check(\(function.name)(handle), REFUSED);")
        writer.line("}")
        writer.line("handle.bits = obtain(TYPE_\(word));")
        writer.line("if (!handle.bits) { now->lacks = true; return; }")
        if !isRelease { writer.line("check(\(function.name)(handle), FINE);") }
        writer.line("if (release_bits(TYPE_\(word), handle.bits) != 0) surprise(\"it cannot be released\", 0);")
        if !isRelease { writer.line("if (release_bits(TYPE_\(word), handle.bits) != 0) surprise(\"it cannot be released\", 0);") }
        writer.line("check(\(function.name)(handle), REFUSED);")
        writer.line("check(\(function.name)(handle), REFUSED);")
    }

    // MARK: Operations

    private func start(_ function: LoweredFunction, _ writer: inout CodeWriter) {
        let arguments = arguments(of: function, leavesOut: true)
        let index = function.parameters.firstIndex { $0.role == .operation } ?? 0
        writer.gap()
        writer.block("static uint64_t start_\(function.name)(void) {") { writer in
            writer.line("struct block *last = mark();")
            writer.line("int64_t patience = 0;")
            writer.line("(void)patience;")
            for declaration in arguments.declarations { writer.line(declaration) }
            writer.line("if (\(function.name)(\(arguments.expressions.joined(separator: ", "))) != 0) a\(index).bits = 0;")
            for line in arguments.always { writer.line(line) }
            writer.line("forget(last);")
            writer.line("return a\(index).bits;")
        }
    }

    /// A number for each result type of asynchronous functions.
    private func kinds() -> [SwiftType: Int] {
        var kinds: [SwiftType: Int] = [:]
        for function in functions where function.purpose == .result {
            let swift = valueType(function)
            if kinds[swift] == nil { kinds[swift] = kinds.count }
        }
        return kinds
    }

    private func valueType(_ result: LoweredFunction) -> SwiftType {
        result.result?.swiftType ?? .void
    }

    private func wrongOperations(_ writer: inout CodeWriter) {
        let kinds = kinds()
        writer.gap()
        writer.line("/* Every asynchronous call, with a number for the type of what it gives. */")
        writer.line("static const struct starter { uint64_t (*start)(void); int kind; } starters[] = {")
        let results = Dictionary(library.awaitedCalls.map { ($0.start.name, $0.result) }, uniquingKeysWith: { first, _ in first })
        for function in starters {
            guard let result = results[function.name] else { continue }
            writer.line("    { start_\(function.name), \(kinds[valueType(result)] ?? 0) },")
        }
        writer.line("    { NULL, 0 }")
        writer.line("};")
        writer.line(MisuseRuntimeText.operations(prefix))
    }

    private func result(_ function: LoweredFunction, _ writer: inout CodeWriter) {
        let kind = kinds()[valueType(function)] ?? 0
        guard let start = library.awaitedCalls.first(where: { $0.result.name == function.name })?.start.name else { return }
        let arguments = arguments(of: function, leavesOut: false)
        let call = "\(function.name)(\(arguments.expressions.joined(separator: ", ")))"
        writer.line("uint64_t operation = is_over ? 1 : start_\(start)();")
        writer.line("position = 0;")
        writer.line("if (!operation) now->lacks = true;")
        writer.line("for (which = 0; which < 16; which++) {")
        writer.indented { writer in
            for declaration in arguments.declarations { writer.line(declaration) }
            writer.line("int status, expected = FINE, left = which;")
            writer.block("switch (which) {") { writer in
                writer.line(
                    "case 10: case 11: a0.bits = wrong_operation(\(kind), which - 10); expected = REFUSED; if (!a0.bits) continue; break;"
                )
                if let index = function.parameters.firstIndex(where: { if case .result = $0.role { true } else { false } }) {
                    writer.line("case 12: p\(index) = NULL; expected = REFUSED; break;")
                }
                if let index = function.parameters.firstIndex(where: { $0.role == .error }) {
                    writer.line("case 13: p\(index) = NULL; break;")
                }
                writer.line(
                    "case 14: { \(prefix)_operation done; done.bits = operation; \(prefix)_operation_wait(done, 50000000); break; }"
                )
                writer.line("case 9: case 15: break;")
                writer.line("default: expected = spoil_operation(&a0, &left, false); if (!expected) continue;")
            }
            writer.line("if (!operation && expected == FINE) continue;")
            writer.line("if (is_over) { expected = GONE; a0.bits = 1; }")
            writer.line("status = \(call);")
            writer.line("check(status, expected);")
            if !arguments.dropping.isEmpty {
                writer.line("if (status == 0) {")
                for line in arguments.dropping { writer.line("    \(line)") }
                writer.line("}")
            }
            for line in arguments.always { writer.line(line) }
            writer.line("if (is_over) return;")
        }
        writer.line("}")
        writer.line("if (operation) release_bits(TYPE_operation, operation);")
    }
}
