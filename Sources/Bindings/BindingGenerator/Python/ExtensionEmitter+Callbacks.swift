import BindingModel

/// The C functions that the library calls, each of which calls a Python function.
extension ExtensionEmitter {
    mutating func callbacks() {
        for member in library.allMembers {
            if case .completion(let function) = member.kind { completion(function) }
        }
        var written: Set<String> = []
        for member in library.allMembers {
            if case .sequence(let sequence) = member.kind {
                for (index, callback) in sequence.subscribe.callbacks.enumerated()
                where written.insert(callback.name).inserted {
                    if index > 0 {
                        endOfStream(callback)
                    } else {
                        trampoline(callback, name: callback.name, function: "PyTuple_GET_ITEM((PyObject *)context, 0)")
                    }
                }
                continue
            }
            for callback in member.ownFunctions.flatMap(\.callbacks) where written.insert(callback.name).inserted {
                trampoline(callback, name: callback.name, function: "(PyObject *)context")
            }
        }
    }

    /// The C function that completes an asynchronous function with a Python value.
    private mutating func completion(_ function: LoweredFunction) {
        let value = function.parameters.dropFirst().first
        writer.block(
            "UNUSED static \(prefix)_status complete_\(function.name)(\(prefix)_completion completion, PyObject *value) {"
        ) { writer in
            writer.line("\(prefix)_status status = \(macro)_ERROR_INVALID_ARGUMENT;")
            guard let value, let crossing = value.crossing else {
                Self.unlocked("status = \(function.name)(completion);", &writer)
                return writer.line("return status;")
            }
            writer.line("Arena arena = {NULL};")
            writer.line("\(crossing.representation.declaring("converted")) = {0};")
            writer.block("if (!to_\(word(crossing))(value, &converted, &arena)) {") { writer in
                Self.unlocked("status = \(function.name)(completion, \(value.isPointer ? "&" : "")converted);", &writer)
            }
            writer.line("clear(&arena);")
            writer.line("return status;")
        }
        writer.line()
    }

    /// Writes a statement that runs without the interpreter's lock.
    static func unlocked(_ statement: String, _ writer: inout CodeWriter) {
        writer.line("Py_BEGIN_ALLOW_THREADS")
        writer.line(statement)
        writer.line("Py_END_ALLOW_THREADS")
    }

    private mutating func trampoline(_ callback: LoweredCallback, name: String, function: String) {
        trampoline(callback, name: name) { arguments, count in "call(\(function), \(arguments), \(count))" }
    }

    private func arguments(_ callback: LoweredCallback) -> [String] {
        let own = callback.ownParameters
        return zip(callback.arguments, own).enumerated().map { index, pair in
            let (crossing, parameter) = pair
            let isPointer =
                callback.changesInPlace(index) || crossing.isPassedByPointer
                || (parameter.type.isConstantPointer && crossing.shape != .error)
            return from(crossing, isPointer ? parameter.name : "&\(parameter.name)")
        }
    }

    private mutating func trampoline(
        _ callback: LoweredCallback,
        name: String,
        call: (_ arguments: String, _ count: Int) -> String
    ) {
        let parameters = callback.parameters.map { $0.type.declaring($0.name) }.joined(separator: ", ")
        let arguments = arguments(callback)
        let isDirect = callback.returnsResult
        let failure = isDirect ? "result_" : callback.returns == .void ? "" : "\(macro)_ERROR_SHUT_DOWN"
        writer.block("static \(callback.returns.text) call_\(name)(\(parameters)) {") { writer in
            writer.line("PyGILState_STATE state_;")
            if isDirect { writer.line("\(callback.returns.declaring("result_")) = {0};") }
            if !isDirect, callback.result.shape != .void, !callback.closure.isAsync {
                writer.line("memset(result, 0, sizeof *result);")
            }
            writer.line("if (!enter(&state_)) return\(failure.isEmpty ? "" : " \(failure)");")
            writer.line("PyObject *arguments_[] = {\((arguments + ["NULL"]).joined(separator: ", "))};")
            writer.line("PyObject *answer_ = \(call("arguments_", arguments.count));")
            answer(callback, isDirect, &writer)
        }
        writer.line()
    }

    /// Returns the answer of a Python function to the library.
    private func answer(_ callback: LoweredCallback, _ isDirect: Bool, _ writer: inout CodeWriter) {
        if callback.closure.isAsync {
            let complete = callback.completer.map { "complete_\($0)" } ?? "complete_nothing"
            writer.line("finish(answer_, completion, \(complete));")
            writer.line("leave(state_);")
            if callback.returns != .void { writer.line("return \(macro)_OK;") }
            return
        }
        let failed = conversions(callback, isDirect, &writer).map { " || \($0)" }.joined()
        if callback.closure.failure != .never {
            writer.line("\(prefix)_status status_ = \(macro)_OK;")
            writer.block("if (!answer_\(failed)) {") { writer in
                writer.line("\(prefix)_error *raised_ = pending_error(&status_);")
                writer.line("if (error) *error = raised_;")
                writer.line("else \(prefix)_error_free(raised_);")
            }
        } else {
            writer.line("if (!answer_\(failed)) report(\(callback.contextFirst ? "NULL" : "(PyObject *)context"));")
        }
        writer.line("Py_XDECREF(answer_);")
        writer.line("leave(state_);")
        if isDirect { writer.line("return result_;") }
        if callback.closure.failure != .never { writer.line("return status_;") }
    }

    /// The conversions of the answer: the result, then the arguments that the function changes; of several, the answer is a tuple.
    private func conversions(_ callback: LoweredCallback, _ isDirect: Bool, _ writer: inout CodeWriter) -> [String] {
        var places: [(crossing: Crossing, name: String)] = []
        if callback.result.shape != .void { places.append((callback.result, isDirect ? "&result_" : "result")) }
        let own = callback.ownParameters
        for index in callback.arguments.indices where callback.changesInPlace(index) {
            places.append((callback.arguments[index], own[index].name))
        }
        if places.count < 2 { return places.map { "to_\(word($0.crossing))(answer_, \($0.name), NULL)" } }
        writer.line("if (answer_) Py_SETREF(answer_, parts_of(answer_, \(places.count)));")
        return places.enumerated().map { index, place in
            "to_\(word(place.crossing))(PyTuple_GET_ITEM(answer_, \(index)), \(place.name), NULL)"
        }
    }

    private mutating func endOfStream(_ callback: LoweredCallback) {
        writer.block("static void call_\(callback.name)(const \(prefix)_error *error, void *context) {") { writer in
            writer.line("PyGILState_STATE state;")
            writer.line("PyObject *function = PyTuple_GET_ITEM((PyObject *)context, 1);")
            writer.line("if (function == Py_None || !enter(&state)) return;")
            writer.line(
                "PyObject *arguments[] = {error ? exception_of(\(macro)_ERROR_FAILED, error) : (Py_INCREF(Py_None), Py_None)};"
            )
            writer.line("PyObject *answer = call(function, arguments, 1);")
            writer.line("if (!answer) report(function);")
            writer.line("Py_XDECREF(answer);")
            writer.line("leave(state);")
        }
        writer.line()
    }

    // MARK: Protocols

    /// The functions of objects that a program implements.
    mutating func interface(_ interface: LoweredInterface) {
        let word = library.word(of: interface.c)
        for requirement in interface.requirements {
            let member = members.member(of: interface, for: requirement)
            trampoline(requirement.callback, name: "\(interface.c)_\(requirement.callback.name)") { arguments, count in
                "call_member((const Link *)context, \"\(member.name)\", \(member.isProperty ? 1 : 0), \(arguments), \(count))"
            }
        }
        let macro = self.macro
        let members = self.members
        writer.block("static \(prefix)_status implement_\(word)(PyObject *object, Link **result) {") { writer in
            writer.line("\(interface.table) functions;")
            writer.line("memset(&functions, 0, sizeof functions);")
            writer.line("functions.size = sizeof functions;")
            for requirement in interface.requirements {
                let name = members.member(of: interface, for: requirement).name
                let function = "call_\(interface.c)_\(requirement.callback.name)"
                writer.line(
                    "if (overrides(object, kind_\(word).class, \"\(name)\")) functions.\(requirement.callback.name) = \(function);"
                )
                if !requirement.isRequired { continue }
                writer.block("else {") { writer in
                    writer.line("PyErr_Format(PyExc_TypeError, \"%s must have %s\", Py_TYPE(object)->tp_name, \"\(name)\");")
                    writer.line("return \(macro)_ERROR_INVALID_ARGUMENT;")
                }
            }
            writer.line("\(interface.c) made = {0};")
            writer.line("\(prefix)_status status;")
            writer.line("Link *link = make_link(object, &kind_\(word));")
            writer.line("if (!link) return \(macro)_ERROR_FAILED;")
            Self.unlocked("status = \(interface.creator.name)(&functions, link, drop_link, &made);", &writer)
            writer.block("if (status == \(macro)_OK) {") { writer in
                writer.line("link->bits = made.bits;")
                writer.line("*result = link;")
            }
            writer.line("return status;")
        }
        writer.line()
    }

    // MARK: Kinds

    mutating func kinds() {
        for interface in library.interfaces where library.handles.contains(where: { $0.c == interface.c }) {
            self.interface(interface)
        }
        for handle in ownHandles {
            let casts = types.interface.type(handle.c)?.casts.filter(\.isUpcast) ?? []
            kind(handle, casts.map { ($0.function, $0.target) })
        }
        let protocols = ownHandles.filter { handle in library.interfaces.contains { $0.c == handle.c } }.map { "&\(kind($0.c))" }
        writer.line("static const Kind *const protocols[] = {\((protocols + ["NULL"]).joined(separator: ", "))};")
        writer.line("static const Kind *protocol_at(size_t index) { return protocols[index]; }")
        writer.line()
    }

    /// Writes the description of a type of objects, which converts with functions to its protocols and its superclass.
    private mutating func kind(_ handle: HandleType, _ casts: [(function: LoweredFunction, target: Crossing)]) {
        let word = library.word(of: handle.c)
        for name in ["retain", "release"] {
            writer.line(
                "static \(prefix)_status \(name)_\(word)(uint64_t bits) { return \(handle.c)_\(name)((\(handle.c)){bits}); }"
            )
        }
        for (cast, target) in casts {
            writer.block("static \(prefix)_status as_\(cast.name)(uint64_t bits, uint64_t *result) {") { writer in
                writer.line("\(target.c) made = {0};")
                writer.line("const \(prefix)_status status = \(cast.name)((\(handle.c)){bits}, &made);")
                writer.line("*result = made.bits;")
                writer.line("return status;")
            }
        }
        if !casts.isEmpty {
            let entries = casts.map { "{&\(kind($0.target.c)), as_\($0.function.name)}" }
            writer.line("static const Cast casts_\(word)[] = {\(entries.joined(separator: ", ")), {NULL, NULL}};")
        }
        var parent = "NULL"
        if case .object(let object)? = handle.declaration?.kind, let superclass = object.superclass,
            let c = library.registry.names[superclass], library.handles.contains(where: { $0.c == c })
        {
            parent = "&\(kind(c))"
        }
        let isImplemented = library.interfaces.contains { $0.c == handle.c }
        let isProtocol = handle.holder == .existential
        let cast = isProtocol ? "\"as_\(word)\"" : "NULL"
        let isAny = handle.declaration?.identifier.usr == TypeDeclaration.anyValue
        let isException = handle.declaration?.conformances.contains(.error) == true
        writer.line(
            "static Kind \(kind(handle.c)) = {\"\(types.names.className(handle.c) ?? "")\", \(parent), retain_\(word), release_\(word), \(isImplemented ? "implement_\(word)" : "NULL"), \(casts.isEmpty ? "NULL" : "casts_\(word)"), \(cast), \(isException ? 1 : 0), \(isAny ? 1 : 0), NULL};"
        )
        writer.line()
    }

    // MARK: Errors

    /// The conversions between errors of the library's types and exceptions.
    mutating func errors() {
        let errors = library.types.compactMap(\.errors)
        let from = errors.map(\.from)
        for function in from {
            guard let crossing = function.parameters.last?.crossing else { continue }
            writer.block("static PyObject *exception_of_\(function.name)(const \(prefix)_error *error) {") { writer in
                writer.line("\(crossing.representation.declaring("value")) = {0};")
                writer.line("if (\(function.name)(error, &value) != \(macro)_OK) return NULL;")
                writer.line("PyObject *exception = \(self.owned(crossing, "value"));")
                if let free = types.interface.free(crossing) { writer.line("\(free)(&value);") }
                writer.line("return exception;")
            }
        }
        writer.line(
            "static const ErrorType error_types[] = {\((from.map { "exception_of_\($0.name)" } + ["NULL"]).joined(separator: ", "))};"
        )
        let to = errors.map(\.to)
        for function in to {
            guard let parameter = function.parameters.first, let crossing = parameter.crossing else { continue }
            let isPointer = parameter.type.isConstantPointer
            writer.block("static int make_\(function.name)(PyObject *exception, \(prefix)_error **result) {") { writer in
                writer.line("Arena arena = {NULL};")
                writer.line("\(crossing.representation.declaring("value")) = {0};")
                writer.line("const int failed = to_\(word(crossing))(exception, &value, &arena) ||")
                writer.line("                   \(function.name)(\(isPointer ? "&" : "")value, result) != \(macro)_OK;")
                writer.line("clear(&arena);")
                writer.line("return failed;")
            }
        }
        writer.line(
            "static const ErrorMaker error_makers[] = {\((to.map { "make_\($0.name)" } + ["NULL"]).joined(separator: ", "))};"
        )
        writer.line()
    }

    /// The Python object for a result that the extension owns: a handle is moved, all others are copied.
    func owned(_ crossing: Crossing, _ name: String) -> String {
        types.interface.ownership(crossing) == .object ? "wrap(\(name).bits, &\(kind(crossing.c)))" : from(crossing, "&\(name)")
    }

}
