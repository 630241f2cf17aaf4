import BindingModel

/// The declarations of the types.
extension CPlusPlusEmitter {
    // MARK: Declarations

    /// Writes the enumerations of a part, and declares its other types.
    mutating func declareTypes(_ part: HeaderTopics.Part) {
        let (prose, topics) = (self.prose, library.topics)
        for type in library.types where part.contains(topics.name(ofType: type.c)) {
            guard case .enumeration(let cases) = type.declaration.kind, type.crossing != nil else { continue }
            writer.gap()
            comment(type.declaration.notes, in: type.declaration.path)
            writer.block("enum class \(names.type(names.word(type.declaration))) : std::int32_t {", "};") { writer in
                for (index, each) in cases.enumerated() {
                    let paragraph = Documentation(each.notes.documentation).body.prefix { !$0.isEmpty }.joined(separator: " ")
                    let text = prose.text(paragraph, in: type.declaration.path)
                    let code = "\(CPlusPlusNames.value(each.chosenName)) = \(index)\(index == cases.count - 1 ? "" : ",")"
                    if !text.isEmpty, code.count + text.count < 110 {
                        writer.line("\(code)  ///< \(CPlusPlusText.closed(text))")
                        continue
                    }
                    for line in CPlusPlusText.comment(prose, text.isEmpty ? [] : [text], depth: 1) { writer.line(line) }
                    writer.line(code)
                }
            }
        }
        writer.gap()
        for item in items where part.contains(topics.name(ofType: c(item))) {
            let isStruct: Bool
            switch item {
            case .tuple: isStruct = true
            case .type(let type):
                if case .record = type.declaration.kind { isStruct = type.handle == nil } else { isStruct = false }
            case .handle: isStruct = false
            }
            writer.line("\(isStruct ? "struct" : "class") \(names.type(word(item)));")
        }
        for interface in library.interfaces where part.contains(topics.name(ofType: interface.c)) {
            writer.line("class \(interfaces.base(interface));")
        }
        let streams = library.handles.filter { element($0) != nil && part.contains(topics.name(ofType: $0.c)) }
        if streams.isEmpty { return }
        writer.line("namespace detail {")
        for stream in streams { writer.line("struct \(names.type(stream.word))_functions;") }
        writer.line("}  // namespace detail")
    }

    mutating func comment(_ notes: DeclarationNotes, in path: [String]) {
        for line in CPlusPlusText.comment(prose, Documentation(notes.documentation).body, in: path) { writer.line(line) }
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
            } else if case .record(let declaration, let fields)? = type.crossing.flatMap(types.interface.content) {
                record(type, declaration, fields)
            } else if case .variant(let declaration, let cases)? = type.crossing.flatMap(types.interface.content) {
                variant(type, declaration, cases)
            }
        }
        complete.insert(word(item))
    }

    mutating func record(_ type: LoweredType, _ declaration: TypeDeclaration, _ fields: [AggregateField]) {
        let name = names.type(names.word(declaration))
        var presets: [String: DefaultValue] = [:]
        if case .record(let declared) = declaration.kind {
            for field in declared { presets[field.name] = field.defaultValue }
        }
        comment(declaration.notes, in: declaration.path)
        let scope = scopes[type.c]
        let (complete, emitter) = (self.complete, self)
        let types = self.types
        writer.block("struct \(name) {", "};") { writer in
            for field in fields {
                let text = Documentation(field.notes.documentation).body
                for line in CPlusPlusText.comment(emitter.prose, text, in: declaration.path, depth: 1) { writer.line(line) }
                writer.line(
                    "\(types.value(field.crossing)) \(CPlusPlusRecord.name(field))\(CPlusPlusRecord.initialiser(field, presets[field.swiftName], types));"
                )
            }
            scope?.declare(&writer, emitter.prose, complete)
            emitter.declareIteration(type, &writer)
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
            CPlusPlusVariant(types: types).structures(declaration, cases, name, emitter.prose, &writer)
        }
        writer.line("}  // namespace detail")
        writer.gap()
        comment(declaration.notes, in: declaration.path)
        // An exception derives from an error.
        let final = type.isError ? "" : " final"
        writer.block("class \(name)\(final) : public detail::\(name)_cases {", "};") { writer in
            writer.label("public:")
            CPlusPlusVariant(types: types).declare(declaration, cases, name, taken: scope?.names ?? [], &writer)
            scope?.declare(&writer, emitter.prose, complete)
            emitter.friends(type, name, &writer)
            writer.gap()
            writer.label("private:")
            CPlusPlusVariant(types: types).storage(declaration, cases, name, &writer)
        }
    }

    /// Writes a class that holds a stream's handle.
    mutating func stream(_ handle: HandleType, _ type: LoweredType?) {
        let name = names.type(handle.word)
        summary(handle, type)
        var parent: String?
        if case .object(let object)? = type?.declaration.kind, let superclass = object.superclass {
            parent = types.interface.declaration(superclass).map { names.qualified(names.word($0)) }
        }
        let hasSubclasses = library.handles.contains { $0.c == handle.c && $0.span > 0 }
        let object = parent ?? "detail::object<\(name), ::\(handle.c), ::\(handle.c)_retain, ::\(handle.c)_release>"
        let members = streamMembers(handle, name)
        let scope = scopes[handle.c]
        let (complete, emitter) = (self.complete, self)
        let interface = library.interfaces.first { $0.c == handle.c }
        CPlusPlusText.declare(
            "class \(name)\(hasSubclasses || type?.isError == true ? "" : " final") : ",
            ["public \(object)"] + (members.map { ["public \($0)"] } ?? []),
            " {",
            depth: 0,
            &writer
        )
        writer.indented { writer in
            writer.label("public:")
            writer.line("/// None.")
            // Only nullptr: 0 is a number, which another constructor or overload may take.
            writer.line("template <class T, class = std::enable_if_t<std::is_same_v<T, std::nullptr_t>>>")
            writer.line("\(name)(T) noexcept\(parent.map { " : \($0)(nullptr)" } ?? "") {}")
            if parent != nil { Self.ownership(handle, name, &writer) }
            if let interface { emitter.interfaces.constructor(interface, name, &writer) }
            if hasSubclasses { Self.declareCast(&writer) }
            if let type, case .variant(let cases, true) = type.declaration.kind {
                CPlusPlusVariant(types: types).declareRecursive(
                    type.declaration,
                    cases,
                    name,
                    emitter.prose,
                    taken: scope?.names ?? [],
                    &writer
                )
            }
            if let members, let scope { Self.unhide(members, scope, &writer) }
            scope?.declare(&writer, emitter.prose, complete)
            if let type {
                emitter.declareIteration(type, &writer)
                emitter.friends(type, name, &writer)
            }
        }
        writer.line("};")
    }

    private static func declareCast(_ writer: inout CodeWriter) {
        writer.line("/// Returns the object as one of its subclasses if it is one.")
        writer.line("template <class T>")
        writer.line("std::optional<T> as() const;")
    }

    /// Writes the summary of a class with a handle.
    private mutating func summary(_ handle: HandleType, _ type: LoweredType?) {
        if let type {
            comment(type.declaration.notes, in: type.declaration.path)
        } else if case .elementStream = handle.holder {
            writer.line(
                "/// Sequence of elements that arrive over time: for `for`, `next`, `poll(2)` or `subscribe`."
            )
        } else {
            writer.line("/// Function of the library.")
        }
    }

    /// Writes declarations for the functions of a stream that a member of the same name would hide.
    private static func unhide(_ members: String, _ scope: CPlusPlusScope, _ writer: inout CodeWriter) {
        for stem in ["next", "try_next", "descriptor", "close", "subscribe", "on"]
        where scope.functions.contains(where: { $0.name == stem }) {
            writer.line("using \(members)::\(stem);")
        }
    }

    /// Writes the functions that a class inherits for its superclass's handle, for its own.
    private static func ownership(_ handle: HandleType, _ name: String, _ writer: inout CodeWriter) {
        writer.line("using handle_type = ::\(handle.c);")
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
                    writer.line("\(types.value(crossing)) \(CPlusPlusNames.field(field, in: structure));")
                }
            }
        }
    }

    /// The payload of a case of a recursive enum.
    func payload(_ type: LoweredType, _ index: Int) -> [(name: String, crossing: Crossing)] {
        guard let function = type.maker(ofCase: index) else { return [] }
        return function.parameters.compactMap { parameter in
            switch parameter.role {
            case .value(let crossing, _), .pointer(let crossing, _):
                // An optional is passed as a pointer to its wrapped value.
                if case .optional? = parameter.origin?.type, let origin = parameter.origin?.type, crossing.type != origin,
                    let whole = library.aggregates.first(where: { $0.crossing.type == origin })
                {
                    return (CPlusPlusNames.value(parameter.origin?.name ?? parameter.name), whole.crossing)
                }
                return (CPlusPlusNames.value(parameter.origin?.name ?? parameter.name), crossing)
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

    /// The base class with the members of a stream.
    func streamMembers(_ handle: HandleType, _ name: String) -> String? {
        guard let element = element(handle) else { return nil }
        let given = types.callbackParameter(element).unnamed
        return "detail::stream_members<\(name), \(types.value(element)), \(given), detail::\(name)_functions>"
    }

    /// Writes comparison and output operators.
    func friends(_ type: LoweredType, _ name: String, _ writer: inout CodeWriter) {
        if !type.has(.equal), !type.has(.less), !type.has(.describe) { return }
        writer.gap()
        let parameters = "(const \(name) &left, const \(name) &right)"
        if type.has(.equal) {
            writer.line("friend bool operator==\(parameters);")
            writer.line("friend bool operator!=\(parameters) { return !(left == right); }")
        }
        if type.has(.less) {
            writer.line("friend bool operator<\(parameters);")
            writer.line("friend bool operator>\(parameters) { return right < left; }")
            writer.line("friend bool operator<=\(parameters) { return !(right < left); }")
            writer.line("friend bool operator>=\(parameters) { return !(left < right); }")
        }
        if type.has(.describe) {
            writer.block("friend std::ostream &operator<<(std::ostream &stream, const \(name) &value) {") { writer in
                writer.line("return stream << to_string(value);")
            }
            writer.line("friend std::string to_string(const \(name) &value);")
        }
    }
}
