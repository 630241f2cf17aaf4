import BindingModel

/// Writes the C functions that the library calls, each of which calls a C++ function.
struct CPlusPlusCallbacks {
    let types: CPlusPlusTypes
    private var names: CPlusPlusNames { types.names }

    /// The C++ type of a callback: `std::function<void(const kitchen::recipe &)>`.
    static func type(_ callback: LoweredCallback, _ types: CPlusPlusTypes) -> String {
        let result = types.value(callback.result)
        let parameters = callback.arguments.indices.map { index in
            callback.changesInPlace(index)
                ? "\(types.value(callback.arguments[index])) &" : types.callbackParameter(callback.arguments[index]).unnamed
        }.joined(separator: ", ")
        let wrapper = callback.closure.isAsync ? "\(types.names.qualifier)::async_function" : "std::function"
        return "\(wrapper)<\(result)(\(parameters))>"
    }

    /// Writes the completion function of an asynchronous callback.
    func answer(_ completer: LoweredFunction, _ writer: inout CodeWriter) {
        let value = completer.arguments.last { $0.crossing?.type != .void }
        let isPointer = value.map { if case .pointer = $0.role { true } else { false } } ?? false
        let crossing = value?.crossing
        let type = crossing.map(types.value) ?? "std::monostate"
        let head =
            "inline ::\(names.prefix)_status answer_\(completer.name)(::\(names.prefix)_completion handle, const \(type) &\(crossing == nil ? "" : "value")) {"
        writer.block(head) { writer in
            guard let crossing else { return writer.line("return ::\(completer.name)(handle);") }
            if needsArena(crossing) { writer.line("arena arena_;") }
            writer.line("const \(crossing.representation.cPlusPlus) value_c = \(types.toC(crossing, "value"));")
            writer.line("return ::\(completer.name)(handle, \(isPointer ? "&" : "")value_c);")
        }
    }

    func needsArena(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .text, .bytes, .handle, .error, .aggregate: true
        default: false
        }
    }

    /// Writes the C function that the library calls for a closure.
    func trampoline(_ callback: LoweredCallback, _ writer: inout CodeWriter) {
        let target = Target.closure("detail::callback<\(Self.type(callback, types))>")
        trampoline(callback, head: head(callback, "call_\(callback.name)", "inline"), target, &writer)
    }

    /// The head of the C function that the library calls for a member of a protocol.
    func head(_ callback: LoweredCallback, interface: String) -> String {
        head(callback, "call_\(interface)_\(callback.name)", names.inline)
    }

    private func head(_ callback: LoweredCallback, _ name: String, _ mark: String) -> String {
        let parameters = callback.parameters.map { $0.type.declaringCPlusPlus($0.name) }.joined(separator: ", ")
        return "\(mark) \(callback.returns.cPlusPlus) \(name)(\(parameters)) noexcept"
    }

    /// Writes the C function that the library calls for a member of a protocol.
    func trampoline(_ callback: LoweredCallback, interface: String, base: String, member: String, _ writer: inout CodeWriter) {
        trampoline(callback, head: head(callback, interface: interface), .member(member, of: base), &writer)
    }

    /// What a C function calls.
    private enum Target {
        /// The function in an object of a class.
        case closure(String)
        /// A member of the program's implementation, by the base class of implementations.
        case member(String, of: String)

        /// The statement that declares what the context holds.
        var declaration: String {
            switch self {
            case .closure(let type): "auto *held_ = static_cast<\(type) *>(context);"
            case .member(_, let base): "const auto held_ = implementation_in<\(base)>(context);"
            }
        }

        var function: String {
            switch self {
            case .closure: "held_->function"
            case .member(let name, _): "present(held_).\(name)"
            }
        }

        /// The statement for an exception that has no other place.
        var caught: String {
            switch self {
            case .closure: "held_->caught();"
            case .member: "report(std::current_exception());"
            }
        }
    }

    private func trampoline(
        _ callback: LoweredCallback,
        head: String,
        _ target: Target,
        _ writer: inout CodeWriter
    ) {
        let result = callback.result.shape == .void ? nil : callback.result
        var given: [String] = []
        var changed: [(declaration: String, store: String)] = []
        let own = callback.ownParameters
        for (index, (crossing, parameter)) in zip(callback.arguments, own).enumerated() {
            if callback.changesInPlace(index) {
                let name = parameter.name + "_"
                changed.append(
                    (
                        "auto \(name) = \(types.fromC(crossing, "*\(parameter.name)"));",
                        "*\(parameter.name) = \(types.toC(crossing, name));"
                    )
                )
                given.append(name)
                continue
            }
            let isPointer = crossing.shape == .aggregate && !crossing.isPlain && !crossing.isNullable
            given.append(types.view(crossing, (isPointer ? "*" : "") + parameter.name))
        }
        writer.block(head + " {") { writer in
            writer.line(target.declaration)
            if callback.closure.isAsync { return asynchronous(callback, result, given, target, &writer) }
            for each in changed { writer.line(each.declaration) }
            let call = "\(target.function)(\(given.joined(separator: ", ")))"
            synchronous(callback, result, call, changed.map(\.store), target.caught, &writer)
        }
    }

    private func asynchronous(
        _ callback: LoweredCallback,
        _ result: Crossing?,
        _ given: [String],
        _ target: Target,
        _ writer: inout CodeWriter
    ) {
        let answer = callback.completer.map { "&answer_\($0)" } ?? "nullptr"
        let type = result.map(types.value) ?? "void"
        let call = "\(target.function)(\((given + ["std::move(done_)"]).joined(separator: ", ")));"
        writer.line("\(names.qualifier)::completion<\(type)> done_(completion, \(answer));")
        writer.block("try {", "} catch (...) {") { writer in
            guard case .member = target else { return writer.line(call) }
            writer.line("\(names.qualifier)::completion<\(type)> kept_(done_);")
            writer.line("try {")
            writer.line("  \(call)")
            writer.line("} catch (...) {")
            writer.line("  kept_.fail(std::current_exception());")
            writer.line("}")
        }
        writer.line("  \(target.caught)")
        writer.line("}")
    }

    private func synchronous(
        _ callback: LoweredCallback,
        _ result: Crossing?,
        _ call: String,
        _ stores: [String],
        _ caught: String,
        _ writer: inout CodeWriter
    ) {
        let isDirect = callback.returnsResult
        var body = ["\(call);"] + stores
        if let result {
            let first = stores.isEmpty ? [] : ["auto result_ = \(call);"] + stores
            let value = types.toC(result, stores.isEmpty ? call : "result_")
            body = first + (isDirect ? ["return \(value);"] : ["*result = \(value);"])
            if !isDirect, needsArena(result) { body.insert("arena arena_(true);", at: 0) }
        }
        if callback.closure.failure != .never {
            writer.line("return attempt(error, [&] {")
            for line in body { writer.line("  " + line) }
            writer.line("});")
            return
        }
        writer.line("try {")
        for line in body { writer.line("  " + line) }
        writer.line("} catch (...) {")
        writer.line("  \(caught)")
        if isDirect { writer.line("  return {};") }
        writer.line("}")
    }
}
