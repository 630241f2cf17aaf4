import BindingModel

/// Writes the base classes from which C++ programs implement the library's protocols.
struct CPlusPlusInterfaces {
    let types: CPlusPlusTypes
    private var names: CPlusPlusNames { types.names }

    func base(_ interface: LoweredInterface) -> String { "\(names.type(names.word(interface.declaration)))_base" }

    /// The members' names: the plain name for a property, as in other classes.
    private func memberNames(_ interface: LoweredInterface) -> [String] {
        var used: Set<String> = []
        return interface.requirements.map { requirement in
            var name = requirement.stem
            var isGetter = false
            switch requirement.callback.origin {
            case .property(let property)?: (name, isGetter) = (Words.snake(property.name), true)
            case .function(let function)?: isGetter = function.parameters.isEmpty && function.result != .void
            case nil: break
            }
            if used.contains(name) { name = requirement.stem }
            used.insert(name)
            let isTaken = Naming.keywords.contains(name) || name == base(interface)
            return isTaken ? CPlusPlusNames.taken(name, isGetter: isGetter) : name
        }
    }

    private func result(_ member: LoweredCallback) -> String {
        member.closure.isAsync ? "void" : types.value(member.result)
    }

    private func parameters(_ member: LoweredCallback, named: Bool) -> String {
        let own = member.ownParameters
        var used: [String] = []
        var list = zip(member.arguments, zip(own, member.closure.parameters)).map { crossing, names in
            let (parameter, label) = (names.0, names.1.label.map { CPlusPlusNames.value($0) })
            let type = types.callbackParameter(crossing)
            if !named { return type.unnamed }
            let name = Registry.distinct(label ?? CPlusPlusNames.value(parameter.name), from: used)
            used.append(name)
            return type.declaring(name)
        }
        if member.closure.isAsync {
            list.append("\(names.qualifier)::completion<\(types.value(member.result))>\(named ? " done" : "")")
        }
        return list.joined(separator: ", ")
    }

    /// Writes the declaration of the constructor from an implementation.
    func constructor(_ interface: LoweredInterface, _ name: String, _ writer: inout CodeWriter) {
        let base = "\(names.qualifier)::\(base(interface))"
        writer.line(
            "/// The base class of implementations in C++; `\(names.qualifier)::implementation_of<mine>(object)` is the program's own."
        )
        writer.line("using implementation_type = \(base);")
        writer.line("/// Creates the object from an implementation of the program.")
        writer.line("template <class T, class = std::enable_if_t<std::is_base_of_v<\(base), T>>>")
        writer.line("\(name)(std::shared_ptr<T> implementation);")
    }

    /// Writes the base class, and what its template for a program's class needs.
    func declare(
        _ interface: LoweredInterface,
        _ callbacks: CPlusPlusCallbacks,
        _ prose: Prose,
        _ writer: inout CodeWriter
    ) {
        baseClass(interface, prose, &writer)
        template(interface, callbacks, &writer)
    }

    private func baseClass(_ interface: LoweredInterface, _ prose: Prose, _ writer: inout CodeWriter) {
        let base = base(interface)
        let title = interface.declaration.path.joined(separator: ".")
        writer.gap()
        for line in CPlusPlusText.comment(
            prose,
            [
                "Base class for implementations of \(title) in C++: `\(names.qualifier)::\(names.type(names.word(interface.declaration)))(std::make_shared<mine>())`.",
                "",
                "Its members are called on any thread, also concurrently. A member that is not overridden is not available, or has the",
                "library's default implementation. A member with a completion may complete later; an exception completes it with an error.",
            ]
        ) { writer.line(line) }
        writer.block("class \(base) : public detail::implementer {", "};") { writer in
            writer.label("public:")
            writer.line("\(base)() = default;")
            writer.line("\(base)(const \(base) &) = delete;")
            writer.line("\(base) &operator=(const \(base) &) = delete;")
            writer.line("~\(base)() override = default;")
            for (member, name) in zip(interface.callbacks, memberNames(interface)) {
                writer.gap()
                for line in CPlusPlusText.comment(prose, member.summary, in: interface.declaration.path, depth: 1) {
                    writer.line(line)
                }
                let isRequired = interface.required.contains(member.name)
                writer.line("virtual \(result(member)) \(name)(\(parameters(member, named: true)))\(isRequired ? " = 0" : "");")
            }
            writer.gap()
            writer.label("private:")
            writer.line("friend class \(names.qualifier)::\(names.type(names.word(interface.declaration)));")
            writer.line(
                "detail::implemented<::\(interface.c), &::\(interface.c)_retain, &::\(interface.c)_release> implemented_;"
            )
        }
    }

    func define(_ interface: LoweredInterface, _ callbacks: CPlusPlusCallbacks, _ writer: inout CodeWriter) {
        let base = base(interface)
        let all = zip(interface.callbacks, memberNames(interface))
        for (member, name) in all where !interface.required.contains(member.name) {
            let unnamed = parameters(member, named: false)
            let done = member.closure.isAsync ? "\(unnamed) done" : unnamed
            let message = "\"\(name): not available\""
            writer.block("\(names.inline) \(result(member)) \(base)::\(name)(\(done)) {") { writer in
                if member.closure.isAsync {
                    writer.line("done.fail(\(names.qualifier)::status::not_available, \(message));")
                } else {
                    writer.line("throw \(names.qualifier)::error(\(names.qualifier)::status::not_available, \(message));")
                }
            }
            writer.gap()
        }
        writer.line("namespace detail {")
        for (member, name) in all {
            let own = "\(names.qualifier)::\(base)"
            callbacks.trampoline(member, interface: interface.c, base: own, member: name, &writer)
            writer.gap()
        }
        writer.line("}  // namespace detail")
        writer.gap()
    }

    private func template(_ interface: LoweredInterface, _ callbacks: CPlusPlusCallbacks, _ writer: inout CodeWriter) {
        let base = base(interface)
        let all = zip(interface.callbacks, memberNames(interface))
        writer.line("namespace detail {")
        for (member, _) in all { writer.line(callbacks.head(member, interface: interface.c) + ";") }
        let word = names.word(interface.declaration)
        for (member, name) in all where !interface.required.contains(member.name) {
            writer.block("struct \(word)_\(member.name)_of {", "};") { writer in
                writer.line("template <class T>")
                writer.line("static auto member() -> decltype(&T::\(name));")
            }
        }
        writer.gap()
        writer.line("template <class T>")
        writer.block("::\(interface.table) \(word)_table() {") { writer in
            writer.line("::\(interface.table) result{};")
            writer.line("result.size = sizeof result;")
            for (member, _) in all {
                let set = "result.\(member.name) = &call_\(interface.c)_\(member.name);"
                let isRequired = interface.required.contains(member.name)
                writer.line(
                    isRequired ? set : "if (overrides<\(word)_\(member.name)_of, \(names.qualifier)::\(base), T>::value) \(set)"
                )
            }
            writer.line("return result;")
        }
        writer.line("}  // namespace detail")
        writer.gap()
        implementation(interface, word, &writer)
    }

    /// Writes the constructor from an implementation.
    private func implementation(_ interface: LoweredInterface, _ word: String, _ writer: inout CodeWriter) {
        let (base, type) = (base(interface), names.type(word))
        writer.line("template <class T, class>")
        writer.block("\(type)::\(type)(std::shared_ptr<T> implementation) {") { writer in
            writer.line("detail::ready();")
            writer.line("if (!implementation) return;")
            writer.line("const std::shared_ptr<\(names.qualifier)::\(base)> object_ = std::move(implementation);")
            writer.block("set_bits(object_->implemented_.share(object_, [](void *context) {", "}));") { writer in
                writer.line("const ::\(interface.table) table = detail::\(word)_table<T>();")
                writer.line("::\(interface.c) result_{};")
                writer.line(
                    "detail::check(::\(interface.creator.name)(&table, context, &detail::release_implementation, &result_));"
                )
                writer.line("return result_.bits;")
            }
        }
        writer.gap()
    }
}
