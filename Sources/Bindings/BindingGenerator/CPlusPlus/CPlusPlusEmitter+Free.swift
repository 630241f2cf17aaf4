import BindingModel

/// Free functions, and specializations of templates of the standard library.
extension CPlusPlusEmitter {
    // MARK: Free functions

    /// Writes the declarations of free functions, and of specialisations.
    mutating func declareFree(_ part: HeaderTopics.Part) {
        let topics = library.topics
        for type in library.types where part.contains(topics.name(ofType: type.c)) {
            for (_, _, head) in casts(type) { writer.line(head + ";") }
            guard case .enumeration = type.declaration.kind, let crossing = type.crossing else { continue }
            let name = types.value(crossing)
            writer.line("\(names.inline) std::string to_string(\(name) value);")
            writer.block("inline std::ostream &operator<<(std::ostream &stream, \(name) value) {") { writer in
                writer.line("return stream << to_string(value);")
            }
            if type.has(.allCases) {
                writer.line("template <>")
                writer.line("\(names.inline) std::vector<\(name)> all<\(name)>();")
            }
        }
        freeScope.declare(&writer, prose, nil) { part.contains(topics.name(of: $0)) }
        freeScope.declareOperators(&writer, prose) { part.contains(topics.name(of: $0)) }
        for owner in scopes.keys.sorted() where part.contains(topics.name(ofType: owner)) {
            scopes[owner]!.declareOperators(&writer, prose) { _ in true }
        }
    }

    /// Adds the types of errors to the list of those that are thrown as values of their types.
    mutating func errorTypes() {
        let errors = library.types.compactMap { type in type.isError ? type.crossing.map { (type, types.value($0)) } : nil }
        if errors.isEmpty { return }
        section("Errors")
        writer.line("namespace detail {")
        for (type, value) in errors {
            writer.line(
                "inline const error_type \(names.type(names.word(type.declaration)))_type(&raise_as<\(value)>, &take_as<\(value)>);"
            )
        }
        writer.line("}  // namespace detail")
    }

    mutating func free() {
        for type in library.types {
            guard case .enumeration(let cases) = type.declaration.kind, let crossing = type.crossing else { continue }
            let name = types.value(crossing)
            if let describe = type.function(of: .describe) {
                operation("\(names.inline) std::string to_string(\(name) value)", describe, ["value"])
            } else {
                caseNames(cases, name)
            }
            if let all = type.function(of: .allCases) {
                writer.line("template <>")
                operation("\(names.inline) std::vector<\(name)> all<\(name)>()", all, [])
            }
        }
        writer.gap()
        freeScope.define(&writer, owner: nil, base: nil)
        for owner in scopes.keys.sorted() { scopes[owner]!.defineOperators(&writer) }
    }

    /// Writes the function that returns the name of a case, for an enumeration without a description of its own.
    private mutating func caseNames(_ cases: [EnumerationCase], _ name: String) {
        writer.block("\(names.inline) std::string to_string(\(name) value) {") { writer in
            writer.block("switch (value) {") { writer in
                for each in cases {
                    writer.line(
                        "case \(name)::\(CPlusPlusNames.value(each.chosenName)): return \"\(Words.snake(each.chosenName))\";"
                    )
                }
            }
            writer.line("return std::to_string(static_cast<std::int32_t>(value));")
        }
    }

    // MARK: Hashes

    private func hashed(_ part: HeaderTopics.Part) -> [(name: String, function: LoweredFunction)] {
        library.types.flatMap { type -> [(String, LoweredFunction)] in
            guard part.contains(library.topics.name(ofType: type.c)) else { return [] }
            if case .enumeration = type.declaration.kind { return [] }
            guard let crossing = type.crossing else { return [] }
            return type.function(of: .hash).map { [(types.value(crossing), $0)] } ?? []
        }
    }

    /// Declares the hashes of the types of a part, and that their texts can be formatted.
    mutating func hashDeclarations(_ part: HeaderTopics.Part) {
        writer.gap()
        for (name, _) in hashed(part) {
            writer.line("template <>")
            writer.line("struct std::hash<\(name)> {")
            writer.line("  std::size_t operator()(const \(name) &value) const;")
            writer.line("};")
        }
        writer.gap()
        let described = library.types.filter { type in
            guard part.contains(library.topics.name(ofType: type.c)) else { return false }
            if case .enumeration = type.declaration.kind { return true }
            return type.has(.describe)
        }
        if described.isEmpty { return }
        writer.line("#if defined(__cpp_lib_format)")
        for value in described.compactMap({ $0.crossing.map(types.value) }) {
            writer.line("template <>")
            writer.line("struct std::formatter<\(value)> : \(names.qualifier)::detail::text_formatter<\(value)> {};")
        }
        writer.line("#endif")
        writer.gap()
    }

    mutating func hashDefinitions() {
        writer.gap()
        for (name, function) in hashed(.whole) {
            guard let lines = CPlusPlusScope.call(function, ["value"], types) else { continue }
            let value = lines.last!.dropFirst("return ".count).dropLast()
            writer.definition(
                "\(names.inline) std::size_t std::hash<\(name)>::operator()(const \(name) &value) const {",
                ["namespace detail = \(names.qualifier)::detail;"] + lines.dropLast()
                    + ["return static_cast<std::size_t>(\(value));"]
            )
        }
    }
}

extension LoweredType {
    /// Whether a program can catch values of the type.
    var isError: Bool { crossing != nil && errors != nil }
}
