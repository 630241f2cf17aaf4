import BindingGenerator
import BindingModel

/// Writes the invalid calls of each function.
struct MisuseCalls {
    let library: LoweredLibrary
    let instances: MisuseInstances
    let functions: [LoweredFunction]

    /// A call's arguments as C source.
    struct Arguments {
        var declarations: [String] = []
        var expressions: [String] = []
        /// Statements that release the results of a successful call.
        var dropping: [String] = []
        /// Statements that release objects after any call.
        var always: [String] = []
    }

    var prefix: String { library.prefix }

    // MARK: Instances

    /// Writes `obtain`, which makes an object of any type.
    func emitInstances(_ handles: [HandleType], _ writer: inout CodeWriter) {
        writer.gap()
        for start in starters { writer.line("static uint64_t start_\(start.name)(void);") }
        writer.line("static uint64_t obtain_lent(int type);")
        writer.line(MisuseRuntimeText.completion(prefix))
        let lending = MisuseLending(library: library, instances: instances, functions: functions)
        let lent = lending.lent
        for handle in handles {
            let recipes = self.recipes(handle)
            for (index, recipe) in recipes.enumerated() {
                writer.gap()
                writer.block("static uint64_t obtain_\(handle.word)_\(index)(void) {") { self.recipe(recipe, &$0) }
            }
            writer.gap()
            writer.block("static uint64_t obtain_\(handle.word)(void) {") { writer in
                writer.line("uint64_t bits = 0;")
                if !openers(handle).isEmpty, let recipe = recipes.first {
                    // A resource that was opened once may not be opened again.
                    for word in instances.needs(recipe.function).sorted() { writer.line("refresh(TYPE_\(word));") }
                }
                let foreign = recipes.firstIndex { $0.isForeign }
                if let foreign { writer.line("if (prefers_foreign && (bits = obtain_\(handle.word)_\(foreign)())) return bits;") }
                if let follower = instances.followers[handle.word],
                    let index = recipes.firstIndex(where: { $0.function.name == follower.function.name })
                {
                    writer.line("if (in_world && (bits = obtain_\(handle.word)_\(index)())) return bits;")
                }
                for index in recipes.indices { writer.line("if ((bits = obtain_\(handle.word)_\(index)())) return bits;") }
                if lent.contains(handle.word) { writer.line("if ((bits = obtain_lent(TYPE_\(handle.word)))) return bits;") }
                if handle.word == "queue" {
                    writer.line("{ \(prefix)_queue queue; if (\(prefix)_queue_create(&queue) == 0) return queue.bits; }")
                }
                if handle.word == "operation", let start = starters.first {
                    writer.line("if ((bits = start_\(start.name)())) return bits;")
                }
                if handle.word == "completion" { completion(&writer) }
                writer.line("return bits;")
            }
        }
        for handle in handles { open(handle, &writer) }
        lending.emit(self, &writer)
        writer.gap()
        writer.block("static uint64_t obtain(int type) {") { writer in
            writer.line("int was = __atomic_exchange_n(&mode, type == TYPE_completion ? RELEASING : PROPER, __ATOMIC_SEQ_CST);")
            writer.line("uint64_t bits = 0;")
            writer.block("switch (type) {") { writer in
                for handle in handles { writer.line("case TYPE_\(handle.word): bits = obtain_\(handle.word)(); break;") }
            }
            writer.block("switch (bits ? type : TYPES) {") { writer in
                for handle in handles where !openers(handle).isEmpty {
                    writer.line("case TYPE_\(handle.word): open_\(handle.word)(bits); break;")
                }
                writer.line("default: break;")
            }
            writer.line("__atomic_store_n(&mode, was, __ATOMIC_SEQ_CST);")
            writer.line("return bits;")
        }
    }

    /// Writes the code that obtains completions from callbacks: of functions with an asynchronous callback, or of foreign
    /// implementations.
    private func completion(_ writer: inout CodeWriter) {
        let direct = completing.filter { $0.callbacks.contains { $0.closure.isAsync } }
        let starts = direct.isEmpty ? completing : direct
        if starts.isEmpty { return }
        if direct.isEmpty {
            writer.line("struct world world;")
            writer.line("bool enters = !in_world;")
            writer.line("if (enters) enter(&world);")
        }
        for start in starts.prefix(4) { writer.line("if (!bits) bits = catch_completion(start_\(start.name));") }
        if direct.isEmpty { writer.line("if (enters) leave(&world);") }
    }

    /// Functions that prepare an object for its other functions.
    private func openers(_ handle: HandleType) -> [LoweredFunction] {
        functions.filter { function in
            guard case .receiver(let crossing)? = function.parameters.first?.role, crossing.word == handle.word,
                crossing.representation == function.parameters[0].type
            else { return false }
            let stem = function.name.dropFirst(handle.c.count + 1)
            return function.purpose == .wait && ["connect_wait", "open_wait"].contains(String(stem))
        }
    }

    private func open(_ handle: HandleType, _ writer: inout CodeWriter) {
        let openers = openers(handle)
        if openers.isEmpty { return }
        writer.gap()
        writer.block("static void open_\(handle.word)(uint64_t bits) {") { writer in
            for function in openers {
                let arguments = arguments(of: function, leavesOut: true, receiver: "bits")
                writer.block("{") { writer in
                    writer.line("struct block *last = mark();")
                    writer.line("int64_t patience = \(prefix.uppercased())_SECONDS(5);")
                    for declaration in arguments.declarations { writer.line(declaration) }
                    writer.line("if (\(function.name)(\(arguments.expressions.joined(separator: ", "))) == 0) {")
                    for line in arguments.dropping { writer.line("    \(line)") }
                    writer.line("} else if (getenv(\"MISUSE_VERBOSE\")) {")
                    let error = "\(prefix)_error_message(a\(function.parameters.count - 1))"
                    writer.line("    printf(\"\(function.name) fails: %s\\n\", \(error));")
                    writer.line("}")
                    for line in arguments.always { writer.line(line) }
                    writer.line("forget(last);")
                }
            }
        }
    }

    private func recipes(_ handle: HandleType) -> [MisuseInstances.Recipe] {
        let recipes = (instances.recipes[handle.word] ?? []).prefix(6)
        guard let follower = instances.followers[handle.word] else { return Array(recipes) }
        return recipes.contains { $0.function.name == follower.function.name } ? Array(recipes) : recipes + [follower]
    }

    private func recipe(_ recipe: MisuseInstances.Recipe, _ writer: inout CodeWriter) {
        let arguments = arguments(of: recipe.function, leavesOut: true)
        writer.line("struct block *last = mark();")
        writer.line("int64_t patience = \(prefix.uppercased())_SECONDS(5);")
        writer.line("uint64_t bits = 0;")
        writer.line("(void)patience;")
        for declaration in arguments.declarations { writer.line(declaration) }
        writer.line("if (\(recipe.function.name)(\(arguments.expressions.joined(separator: ", "))) == 0) {")
        writer.indented { writer in
            let result = "a\(recipe.result)"
            let path = recipe.path.replacing("value", with: result, maxReplacements: 1)
            let conditions = recipe.conditions.map { $0.replacing("value", with: result, maxReplacements: 1) }
            let type = self.type(of: recipe)
            if recipe.path == "value" {
                writer.line("bits = \(path).bits;")
                for line in arguments.dropping where !line.contains("&\(result))") { writer.line(line) }
            } else {
                writer.line(
                    "if (\((conditions + ["retain_bits(TYPE_\(type), \(path).bits) == 0"]).joined(separator: " && "))) bits = \(path).bits;"
                )
                writer.line("drop_\(recipe.crossing.word)(&\(result));")
            }
        }
        writer.line("}")
        for line in arguments.always { writer.line(line) }
        writer.line("forget(last);")
        writer.line("return bits;")
    }

    private func type(of recipe: MisuseInstances.Recipe) -> String {
        instances.recipes.first {
            $0.value.contains { $0.function.name == recipe.function.name && $0.path == recipe.path && $0.result == recipe.result }
        }?.key ?? ""
    }

    // MARK: Arguments

    /// Returns the arguments of a call, without the optional ones if `leavesOut` is true.
    ///
    /// `receiver` is C source for the receiver's handle; nil for the shared one.
    func arguments(of function: LoweredFunction, leavesOut: Bool, receiver: String? = nil) -> Arguments {
        var made = Arguments()
        for (index, parameter) in function.parameters.enumerated() {
            let a = "a\(index)"
            let p = "p\(index)"
            func variable(_ crossing: Crossing, _ value: String) -> String {
                "\(crossing.representation.declaring(a)) = \(value);"
            }
            switch parameter.role {
            case .receiver(let crossing):
                made.declarations.append(variable(crossing, receiver.map { "{ \($0) }" } ?? "valid_\(crossing.word)(false)"))
                if parameter.type.isConstantPointer {
                    made.declarations.append("const \(crossing.c) *\(p) = &\(a);")
                    made.expressions.append(p)
                } else {
                    made.expressions.append(a)
                }
            case .changedReceiver(let crossing), .changed(let crossing):
                made.declarations += [variable(crossing, "valid_\(crossing.word)(false)"), "\(crossing.c) *\(p) = &\(a);"]
                made.expressions.append(p)
            case .value(let crossing, let presence):
                if presence != .required && leavesOut {
                    made.declarations += [crossing.representation.declaring(a) + ";", "memset(&\(a), 0, sizeof \(a));"]
                } else {
                    made.declarations.append(variable(crossing, "valid_\(crossing.word)(false)"))
                }
                made.expressions.append(a)
            case .pointer(let crossing, let presence):
                let isOptional = presence != .required
                made.declarations.append(variable(crossing, "valid_\(crossing.word)(false)"))
                made.declarations.append("const \(crossing.c) *\(p) = \(isOptional && leavesOut ? "NULL" : "&\(a)");")
                made.expressions.append(p)
            case .callback(let isOptional):
                made.declarations.append(
                    "\(parameter.type.declaring(p)) = \(isOptional && leavesOut ? "NULL" : "answer_\(parameter.type.text)");"
                )
                made.expressions.append(p)
            case .context:
                made.declarations.append("void *\(p) = new_context();")
                made.expressions.append(p)
            case .functions:
                let table = parameter.type.pointee?.text ?? ""
                let c = String(table.dropLast("_functions".count))
                made.declarations += ["\(table) \(a) = table_of_\(c)();", "const \(table) *\(p) = &\(a);"]
                made.expressions.append(p)
            case .release:
                made.declarations.append("\(prefix)_release \(p) = release_context;")
                made.expressions.append(p)
            case .queue:
                made.declarations += ["\(prefix)_queue \(a);"]
                made.declarations.append("\(a).bits = \(isOptionalQueue(parameter) ? "0" : "live(TYPE_queue)");")
                made.expressions.append(a)
            case .memory(let crossing, let isMutable):
                made.declarations.append("\(crossing.c) \(a)[4] = { 0 };")
                made.declarations.append("\(isMutable ? "" : "const ")\(crossing.c) *\(p) = \(a);")
                made.expressions.append(p)
            case .count:
                made.declarations.append("size_t \(a) = 4;")
                made.expressions.append(a)
            case .result(let crossing), .replaced(let crossing, _):
                made.declarations += [
                    crossing.representation.declaring(a) + ";", "\(parameter.type.declaring(p)) = &\(a);",
                    "memset(&\(a), 0, sizeof \(a));",
                ]
                made.expressions.append(p)
                if crossing.type != .bytes(.span) && crossing.type != .bytes(.buffer) {
                    made.dropping.append("drop_\(crossing.word)(&\(a));")
                }
            case .error:
                made.declarations += ["\(prefix)_error *\(a) = NULL;", "\(prefix)_error **\(p) = &\(a);"]
                made.expressions.append(p)
                made.always.append("\(prefix)_error_free(\(a));")
            case .operation:
                if function.purpose == .start {
                    made.declarations += ["\(prefix)_operation \(a) = { 0 };", "\(prefix)_operation *\(p) = &\(a);"]
                    made.expressions.append(p)
                } else {
                    made.declarations.append("\(prefix)_operation \(a);")
                    made.declarations.append("\(a).bits = operation;")
                    made.expressions.append(a)
                }
            case .timeout:
                made.declarations.append("int64_t \(a) = patience;")
                made.expressions.append(a)
            }
        }
        return made
    }

    func isOptionalQueue(_ parameter: LoweredParameter) -> Bool {
        parameter.origin == nil || parameter.origin?.defaultValue != nil
    }

    /// The functions that start an asynchronous call, and those of them that have an asynchronous callback.
    var starters: [LoweredFunction] { functions.filter { $0.purpose == .start } }
    var completing: [LoweredFunction] {
        starters.filter { $0.callbacks.contains { $0.closure.isAsync } }
            + starters.filter { start in
                if case .receiver(let crossing)? = start.parameters.first?.role {
                    return (instances.recipes[crossing.word] ?? []).contains { $0.isForeign }
                }
                return false
            }
    }
}
