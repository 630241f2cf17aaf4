import BindingModel

/// The declarations of the types.
extension CPlusPlusEmitter {
    // MARK: Declarations

    mutating func declareTypes() {
        for type in library.types {
            guard case .enumeration(let cases) = type.declaration.kind, type.crossing != nil else { continue }
            writer.gap()
            comment(type.declaration.notes)
            writer.block("enum class \(names.type(names.word(type.declaration))) : std::int32_t {", "};") { writer in
                for (index, each) in cases.enumerated() {
                    let text = Documentation(each.notes.documentation).body.prefix { !$0.isEmpty }.joined(separator: " ")
                    writer.line(
                        "\(Naming.local(each.name)) = \(index)\(index == cases.count - 1 ? "" : ",")\(text.isEmpty ? "" : "  ///< " + text)"
                    )
                }
            }
        }
        writer.gap()
        for item in items {
            let isStruct: Bool
            switch item {
            case .tuple: isStruct = true
            case .type(let type):
                if case .record = type.declaration.kind { isStruct = type.handle == nil } else { isStruct = false }
            case .handle: isStruct = false
            }
            writer.line("\(isStruct ? "struct" : "class") \(names.type(word(item)));")
        }
        for interface in library.interfaces { writer.line("class \(interfaces.base(interface));") }
    }

    mutating func comment(_ notes: DeclarationNotes) {
        for line in CPlusPlusText.comment(Documentation(notes.documentation).body) { writer.line(line) }
    }

    mutating func define(_ item: Item) {
        writer.gap()
        switch item {
        case .handle(let handle): stream(handle, nil)
        case .tuple(let aggregate):
            guard case .tuple(let fields) = aggregate.content else { return }
            let name = names.type(aggregate.crossing.word)
            writer.block("struct \(name) {", "};") { writer in
                for field in fields {
                    writer.line(
                        "\(types.value(field.crossing)) \(CPlusPlusRecord.name(field))\(CPlusPlusRecord.initialiser(field, nil, types));"
                    )
                }
            }
        case .type(let type):
            if let handle = type.handle {
                stream(handle, type)
            } else if case .record(let declaration, let fields)? = type.crossing.flatMap(types.content) {
                record(type, declaration, fields)
            } else if case .variant(let declaration, let cases)? = type.crossing.flatMap(types.content) {
                variant(type, declaration, cases)
            }
        }
        complete.insert(word(item))
    }

    mutating func record(_ type: LoweredType, _ declaration: TypeDeclaration, _ fields: [AggregateField]) {
        let name = names.type(names.word(declaration))
        var presets: [String: String] = [:]
        if case .record(let declared) = declaration.kind {
            for field in declared { if let text = field.defaultValue { presets[field.name] = text } }
        }
        comment(declaration.notes)
        let scope = scopes[type.c]
        let (complete, emitter) = (self.complete, self)
        let types = self.types
        writer.block("struct \(name) {", "};") { writer in
            for field in fields {
                for line in CPlusPlusText.comment(Documentation(field.notes.documentation).body) { writer.line(line) }
                writer.line(
                    "\(types.value(field.crossing)) \(CPlusPlusRecord.name(field))\(CPlusPlusRecord.initialiser(field, presets[field.swiftName], types));"
                )
            }
            scope?.declare(&writer, complete)
            for case .optionSet in declaration.conformances {
                for line in CPlusPlusRecord.flags(name, fields) { writer.line(line) }
            }
            emitter.friends(type, name, &writer)
        }
    }

    mutating func variant(_ type: LoweredType, _ declaration: TypeDeclaration, _ cases: [AggregateCase]) {
        let name = names.type(names.word(declaration))
        let scope = scopes[type.c]
        let (complete, emitter) = (self.complete, self)
        let types = self.types
        writer.line("namespace detail {")
        writer.line("/// The cases of \(name).")
        writer.block("struct \(name)_cases {", "};") { writer in
            CPlusPlusVariant(types: types).structures(declaration, cases, name, &writer)
        }
        writer.line("}  // namespace detail")
        writer.gap()
        comment(declaration.notes)
        writer.block("class \(name) final : public detail::\(name)_cases {", "};") { writer in
            writer.label("public:")
            CPlusPlusVariant(types: types).declare(declaration, cases, name, &writer)
            scope?.declare(&writer, complete)
            emitter.friends(type, name, &writer)
            writer.gap()
            writer.label("private:")
            writer.line("variant_type value_;")
        }
    }

    /// Writes a class that holds a stream's handle.
    mutating func stream(_ handle: HandleType, _ type: LoweredType?) {
        let name = names.type(handle.word)
        if let type {
            comment(type.declaration.notes)
        } else if case .elementStream = handle.holder {
            writer.line(
                "/// Sequence of elements that arrive over time: for `for`, `next`, `poll(2)` or `subscribe`."
            )
        } else {
            writer.line("/// Function of the library.")
        }
        var parent: String?
        if case .object(let object)? = type?.declaration.kind, let superclass = object.superclass {
            parent = types.declaration(superclass).map { names.qualified(names.word($0)) }
        }
        let hasSubclasses = library.handles.contains { $0.c == handle.c && $0.span > 0 }
        let base = parent ?? "detail::object<\(name), ::\(handle.c), ::\(handle.c)_retain, ::\(handle.c)_release>"
        let scope = scopes[handle.c]
        let (complete, emitter) = (self.complete, self)
        let interface = library.interfaces.first { $0.c == handle.c }
        writer.block("class \(name)\(hasSubclasses ? "" : " final") : public \(base) {", "};") { writer in
            writer.label("public:")
            writer.line("/// None.")
            writer.line("\(name)(std::nullptr_t) noexcept\(parent.map { " : \($0)(nullptr)" } ?? "") {}")
            if parent != nil {
                writer.block("static \(name) adopt(::\(handle.c) handle) noexcept {") { writer in
                    writer.line("\(name) result(nullptr);")
                    writer.line("result.set_bits(handle.bits);")
                    writer.line("return result;")
                }
                writer.block("static \(name) share(::\(handle.c) handle) {") { writer in
                    writer.line("if (handle.bits) detail::check(::\(handle.c)_retain(handle));")
                    writer.line("return adopt(handle);")
                }
                writer.line("::\(handle.c) get() const noexcept { return ::\(handle.c){bits()}; }")
                writer.line("::\(handle.c) release() noexcept { return ::\(handle.c){take_bits()}; }")
            }
            if let interface {
                writer.line("/// Creates the object from an implementation of the program.")
                writer.line(
                    "template <class T, class = std::enable_if_t<std::is_base_of_v<\(prefix)::\(interfaces.base(interface)), T>>>"
                )
                writer.line("\(name)(std::shared_ptr<T> implementation);")
            }
            if hasSubclasses {
                writer.line("/// Returns the object as one of its subclasses if it is one.")
                writer.line("template <class T>")
                writer.line("std::optional<T> as() const;")
            }
            if let type, case .variant(let cases, true) = type.declaration.kind {
                CPlusPlusVariant(types: types).declareRecursive(type.declaration, cases, name, &writer)
            }
            emitter.streamMembers(handle, name, &writer)
            scope?.declare(&writer, complete)
            if let type { emitter.friends(type, name, &writer) }
        }
    }

    mutating func recursiveCases(_ type: LoweredType, _ cases: [VariantCase], _ name: String) {
        for (index, each) in cases.enumerated() {
            let structure = CPlusPlusVariant.caseName(type.declaration, index, name)
            let payload = payload(type, index)
            if payload.isEmpty {
                writer.line("struct \(name)::\(structure) {};")
                continue
            }
            _ = each
            writer.block("struct \(name)::\(structure) {", "};") { writer in
                for (field, crossing) in payload {
                    writer.line("\(types.value(crossing)) \(field == structure ? field + "_" : field);")
                }
            }
        }
    }

    /// The payload of a case of a recursive enum.
    func payload(_ type: LoweredType, _ index: Int) -> [(name: String, crossing: Crossing)] {
        guard let function = type.functions.first(where: { $0.purpose == .makeCase(index) }) else { return [] }
        return function.parameters.compactMap { parameter in
            switch parameter.role {
            case .value(let crossing, _), .pointer(let crossing, _):
                // An optional is passed as a pointer to its wrapped value.
                if case .optional? = parameter.origin?.type, let origin = parameter.origin?.type, crossing.type != origin,
                    let whole = library.aggregates.first(where: { $0.crossing.type == origin })
                {
                    return (Naming.local(parameter.origin?.name ?? parameter.name), whole.crossing)
                }
                return (Naming.local(parameter.origin?.name ?? parameter.name), crossing)
            default: return nil
            }
        }
    }

    func element(_ handle: HandleType) -> Crossing? {
        switch handle.holder {
        case .stream(let element, _), .elementStream(let element, _): element
        default: nil
        }
    }

    func streamMembers(_ handle: HandleType, _ name: String, _ writer: inout CodeWriter) {
        guard let element = element(handle) else { return }
        let type = types.value(element)
        let given = types.callbackParameter(element).trimmed
        writer.gap()
        for line in [
            "using value_type = \(type);",
            "/// Waits for the next element; returns `nullopt` at the end. Throws if the stream fails.",
            "std::optional<\(type)> next() const;",
            "/// Waits for the next element for a limited time.",
            "\(prefix)::polled<\(type)> next_for(std::chrono::nanoseconds duration) const;",
            "/// Returns the next element if one is available; otherwise requests one, and the descriptor becomes readable when it arrives.",
            "\(prefix)::polled<\(type)> try_next() const;",
            "/// File descriptor that is readable while an element is available; owned by the stream.",
            "int descriptor() const;",
            "/// Closes the stream: waiting calls return `nullopt`. May be called again.",
            "void close() const;",
            "/// Calls a function with each element, one at a time, and another at the end, with the error if the stream failed.",
            "\(prefix)::subscription subscribe(std::function<void(\(given))> on_element,",
            "    std::function<void(const std::optional<\(prefix)::error> &)> on_end = nullptr,",
            "    const \(prefix)::queue &where = \(prefix)::queue(nullptr)) const;",
            "/// Subscribes without a handler for the end.",
            "\(prefix)::subscription subscribe(std::function<void(\(given))> on_element, const \(prefix)::queue &where) const;",
            "\(prefix)::stream_iterator<\(name)> begin() const;",
            "\(prefix)::end_of_stream end() const noexcept { return {}; }",
        ] { writer.line(line) }
    }

    /// Writes comparison and output operators.
    func friends(_ type: LoweredType, _ name: String, _ writer: inout CodeWriter) {
        let purposes = Set(type.functions.map(\.purpose))
        if purposes.isDisjoint(with: [.equal, .less, .describe]) { return }
        writer.gap()
        let parameters = "(const \(name) &left, const \(name) &right)"
        if purposes.contains(.equal) {
            writer.line("friend bool operator==\(parameters);")
            writer.line("friend bool operator!=\(parameters) { return !(left == right); }")
        }
        if purposes.contains(.less) {
            writer.line("friend bool operator<\(parameters);")
            writer.line("friend bool operator>\(parameters) { return right < left; }")
            writer.line("friend bool operator<=\(parameters) { return !(right < left); }")
            writer.line("friend bool operator>=\(parameters) { return !(left < right); }")
        }
        if purposes.contains(.describe) {
            writer.line(
                "friend std::ostream &operator<<(std::ostream &stream, const \(name) &value) { return stream << to_string(value); }"
            )
            writer.line("friend std::string to_string(const \(name) &value);")
        }
    }
}
