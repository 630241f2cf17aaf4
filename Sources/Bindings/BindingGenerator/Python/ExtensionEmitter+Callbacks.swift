import BindingModel

/// The C functions that the library calls, each of which calls a Python function.
extension ExtensionEmitter {
    func callbacks() {
        for member in library.allMembers {
            if case .completion(let function) = member.kind { completion(function) }
        }
        var written: Set<String> = []
        for member in library.allMembers {
            if case .sequence(let sequence) = member.kind {
                // The second function of a stream tells its end, as that of every other stream.
                for callback in sequence.subscribe.callbacks.prefix(1) where written.insert(callback.name).inserted {
                    trampoline(callback, name: callback.name, target: "FIRST_OF(context)")
                }
                continue
            }
            for callback in member.ownFunctions.flatMap(\.callbacks) where written.insert(callback.name).inserted {
                trampoline(callback, name: callback.name, target: "FUNCTION_OF(context)")
            }
        }
        writer.line()
    }

    /// The description of how an asynchronous function is completed.
    private func completion(_ function: LoweredFunction) {
        guard let value = function.parameters.dropFirst().first, let crossing = value.crossing else {
            return writer.line("COMPLETER(\(function.name), NULL, \(function.name)(completion))")
        }
        let passed = value.isPointer ? "value" : "*(\(crossing.c) const *)value"
        writer.line("COMPLETER(\(function.name), &type_\(word(crossing)), \(function.name)(completion, \(passed)))")
    }

    /// Writes the C function for a function of the program.
    private func trampoline(_ callback: LoweredCallback, name: String, target: String) {
        let parameters = callback.parameters.map { $0.type.declaring($0.name) }.joined(separator: ", ")
        writer.block("static \(callback.returns.text) call_\(name)(\(parameters)) {") { writer in
            let arguments = "\(target), \(self.parts(self.arguments(callback)))"
            if callback.closure.isAsync {
                let completer = "&completer_\(callback.completer ?? "nothing")"
                return writer.line("\(self.returning(callback))start_back(\(arguments), completion, \(completer));")
            }
            let isDirect = callback.returnsResult
            if isDirect {
                writer.line("\(callback.returns.declaring("result_")) = {0};")
            } else if callback.result.shape != .void {
                writer.line("memset(result, 0, sizeof *result);")
            }
            let results = self.parts(self.results(callback))
            if callback.closure.failure == .never {
                writer.line("call_back(\(arguments), \(results));")
                if isDirect { writer.line("return result_;") }
            } else {
                writer.line("\(self.returning(callback))try_back(\(arguments), \(results), error);")
            }
        }
    }

    private func returning(_ callback: LoweredCallback) -> String { callback.returns == .void ? "" : "return " }

    private func parts(_ parts: [String]) -> String { parts.isEmpty ? "NO_PARTS" : "PARTS(\(parts.joined(separator: ", ")))" }

    /// The arguments with their types.
    private func arguments(_ callback: LoweredCallback) -> [String] {
        zip(callback.arguments, callback.ownParameters).enumerated().map { index, pair in
            let (crossing, parameter) = pair
            let isPointer =
                callback.changesInPlace(index) || crossing.isPassedByPointer
                || (parameter.type.isConstantPointer && crossing.shape != .error)
            return "PART(\(word(crossing)), \(isPointer ? "" : "&")\(parameter.name))"
        }
    }

    /// The places of what the function returns: the result, then the arguments that it changes.
    private func results(_ callback: LoweredCallback) -> [String] {
        var places: [String] = []
        if callback.result.shape != .void {
            places.append("PART(\(word(callback.result)), \(callback.returnsResult ? "&result_" : "result"))")
        }
        let own = callback.ownParameters
        for index in callback.arguments.indices where callback.changesInPlace(index) {
            places.append("PART(\(word(callback.arguments[index])), \(own[index].name))")
        }
        return places
    }

    // MARK: Protocols

    /// The functions of objects that a program implements.
    func interface(_ interface: LoweredInterface) {
        let word = library.word(of: interface.c)
        for requirement in interface.requirements {
            let member = members.member(of: interface, for: requirement)
            let target = "\(member.isProperty ? "PROPERTY" : "METHOD")(\"\(member.name)\")"
            trampoline(requirement.callback, name: "\(interface.c)_\(requirement.callback.name)", target: target)
        }
        let members = self.members
        writer.block("static const Requirement requirements_\(word)[] = {", "};") { writer in
            for requirement in interface.requirements {
                let name = members.member(of: interface, for: requirement).name
                let isRequired = requirement.isRequired ? 1 : 0
                writer.line("REQUIREMENT(\(interface.table), \"\(name)\", \(requirement.callback.name), \(isRequired)),")
            }
            writer.line("{NULL, 0, 0},")
        }
        let functions = interface.requirements.map { ".\($0.callback.name) = call_\(interface.c)_\($0.callback.name)" }
        writer.line("IMPLEMENTATION(\(word), \(interface.c), \(interface.table), \(interface.creator.name),")
        list(functions.isEmpty ? [".size = sizeof(\(interface.table))"] : functions, end: ")")
        writer.line()
    }

    // MARK: Kinds

    func kinds() {
        for interface in library.interfaces where library.handles.contains(where: { $0.c == interface.c }) {
            self.interface(interface)
        }
        for handle in ownHandles {
            let casts = types.interface.type(handle.c)?.casts.filter(\.isUpcast) ?? []
            kind(handle, casts.map { ($0.function, $0.target) })
        }
        let protocols = ownHandles.filter { handle in library.interfaces.contains { $0.c == handle.c } }.map { "&\(kind($0.c))" }
        writer.line("static const Kind *const protocols[] = {")
        list(protocols + ["NULL"], end: "};")
        writer.line("static const Kind *protocol_at(size_t index) { return protocols[index]; }")
        writer.line()
    }

    /// Writes the description of a type of objects, which converts with functions to its protocols and its superclass.
    private func kind(_ handle: HandleType, _ casts: [(function: LoweredFunction, target: Crossing)]) {
        let word = library.word(of: handle.c)
        var parts: [String] = []
        for (cast, target) in casts { writer.line("CAST(\(cast.name), \(handle.c), \(target.c))") }
        if !casts.isEmpty {
            let entries = casts.map { "{&\(kind($0.target.c)), as_\($0.function.name)}" }
            writer.line("static const Cast casts_\(word)[] = {\((entries + ["{NULL, NULL}"]).joined(separator: ", "))};")
            parts.append(".casts = casts_\(word)")
        }
        if case .object(let object)? = handle.declaration?.kind, let superclass = object.superclass,
            let c = library.registry.names[superclass], library.handles.contains(where: { $0.c == c })
        {
            parts.append(".parent = &\(kind(c))")
        }
        if library.interfaces.contains(where: { $0.c == handle.c }) { parts.append(".implement = implement_\(word)") }
        if handle.holder == .existential { parts.append(".cast = \"as_\(word)\"") }
        if handle.declaration?.conformances.contains(.error) == true { parts.append(".is_exception = 1") }
        if handle.declaration?.identifier.usr == TypeDeclaration.anyValue { parts.append(".is_any = 1") }
        if parts.isEmpty { parts.append(".parent = NULL") }
        let name = types.names.className(handle.c) ?? ""
        writer.line("KIND(\(word), \(handle.c), \"\(name)\", \(parts.joined(separator: ", ")))")
    }

    // MARK: Errors

    /// The conversions between errors of the library's types and exceptions.
    func errors() {
        var entries: [String] = []
        for (from, to) in library.types.compactMap(\.errors) {
            guard let crossing = from.parameters.last?.crossing, let made = to.parameters.first, let source = made.crossing else {
                continue
            }
            let value = made.type.isConstantPointer ? "value" : "*(\(source.c) const *)value"
            let (reading, making) = ("\(from.name)(error, value)", "\(to.name)(\(value), result)")
            writer.line("READER(\(from.name), \(reading))")
            writer.line("MAKER(\(to.name), \(making))")
            let isObject = types.interface.ownership(crossing) == .object
            let word = isObject ? "object_\(library.word(of: crossing.c))" : self.word(crossing)
            let cleaning = cleaning(crossing) ?? "NULL"
            entries.append("{&type_\(word), read_\(from.name), make_\(to.name), \(cleaning), \(isObject ? 1 : 0)}")
        }
        writer.block("static const ErrorType error_types[] = {", "};") { writer in
            for entry in entries + ["{NULL, NULL, NULL, NULL, 0}"] { writer.line("\(entry),") }
        }
        writer.line()
    }
}
