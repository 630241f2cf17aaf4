import BindingModel

/// Writes enums with payloads.
struct CPlusPlusVariant {
    let types: CPlusPlusTypes
    private var names: CPlusPlusNames { types.names }

    private static let taken: Set<String> = [
        "kind", "kind_type", "case_kind", "visit", "get_if", "get", "is", "as_variant", "variant_type", "value", "operator",
        "detail",
    ]

    /// The name of a case's structure inside its type.
    static func caseName(_ declaration: TypeDeclaration, _ index: Int, _ type: String) -> String {
        guard case .variant(let cases, _) = declaration.kind else { return "" }
        let name = CPlusPlusNames.value(cases[index].chosenName)
        return name == type || taken.contains(name) ? name + "_case" : name
    }

    /// The name of a case's structure with its enclosing scopes.
    static func caseType(_ declaration: TypeDeclaration, _ index: Int, _ types: CPlusPlusTypes) -> String {
        let type = types.value(Self.crossing(declaration, types))
        return "\(type)::\(caseName(declaration, index, String(type.split(separator: ":").last ?? "")))"
    }

    private static func crossing(_ declaration: TypeDeclaration, _ types: CPlusPlusTypes) -> Crossing {
        let word = types.names.word(declaration)
        return Crossing(
            type: .named(declaration.identifier),
            shape: .enumeration,
            representation: .void,
            word: word,
            swiftType: SwiftType(declaration),
            isPlain: true,
            isNullable: false
        )
    }

    /// The name of a part of a payload, which must differ from its structure's.
    static func field(_ field: AggregateField, _ each: AggregateCase) -> String {
        let name = CPlusPlusRecord.name(field)
        return name == CPlusPlusNames.value(each.chosenName) || name == "case_kind" ? name + "_value" : name
    }

    static func visitText(_ owner: String) -> [String] {
        [
            "/// Calls the function for the present case: `visit([](const \(owner)::…&) {…}, …)`;",
            "/// one of them may take `const auto &`.",
            "template <class... Functions>",
            "decltype(auto) visit(Functions &&...functions) const {",
        ]
    }

    /// Writes the structures of the cases, in a separate class, so that they are complete where the variant is declared.
    func structures(
        _ declaration: TypeDeclaration,
        _ cases: [AggregateCase],
        _ type: String,
        _ prose: Prose,
        _ writer: inout CodeWriter
    ) {
        let structures = cases.indices.map { Self.caseName(declaration, $0, type) }
        writer.block("enum class kind_type : std::int32_t {", "};") { writer in
            for (index, each) in cases.enumerated() {
                writer.line("\(CPlusPlusNames.value(each.chosenName)) = \(index)\(index == cases.count - 1 ? "" : ",")")
            }
        }
        for (each, structure) in zip(cases, structures) {
            writer.gap()
            let text = Documentation(each.notes.documentation).body
            for line in CPlusPlusText.comment(prose, text, in: declaration.path, depth: 1) { writer.line(line) }
            let kind = "static constexpr kind_type case_kind = kind_type::\(CPlusPlusNames.value(each.chosenName));"
            writer.block("struct \(structure) {", "};") { writer in
                writer.line(kind)
                for field in each.payload {
                    writer.line(
                        "\(types.value(field.crossing)) \(Self.field(field, each))\(CPlusPlusRecord.initialiser(field, nil, types));"
                    )
                }
            }
        }
    }

    /// Writes the constructors and the accessors.
    ///
    /// The value is in storage of its own instead of in a `std::variant`, whose instantiation takes most of the time to compile
    /// such a type.
    /// `taken` are the names of the members that the library declares.
    func declare(
        _ declaration: TypeDeclaration,
        _ cases: [AggregateCase],
        _ type: String,
        taken: Set<String>,
        _ writer: inout CodeWriter
    ) {
        let structures = cases.indices.map { Self.caseName(declaration, $0, type) }
        CPlusPlusText.declare("using variant_type = std::variant<", structures, ">;", depth: 1, &writer)
        writer.gap()
        for (index, each) in cases.enumerated() {
            writer.line(
                each.payload.isEmpty
                    ? "\(type)(\(structures[index])) noexcept : value_(\(index)) {}"
                    : "\(type)(\(structures[index]) value);"
            )
        }
        writer.line("\(type)();")
        writer.gap()
        writer.line("/// Returns the case.")
        writer.line("kind_type kind() const noexcept { return static_cast<kind_type>(value_.kind()); }")
        writer.line("/// Whether the value is this case.")
        writer.line("template <class Case>")
        writer.line("bool is() const noexcept { return kind() == Case::case_kind; }")
        Self.tests(cases.map(\.chosenName), isNoexcept: true, taken: taken.union(structures), &writer)
        writer.line("/// Returns the payload of the case; null for other cases.")
        writer.line("template <class Case>")
        writer.line("const Case *get_if() const noexcept { return is<Case>() ? value_.template payload<Case>() : nullptr; }")
        writer.line("/// Returns the payload of the case; throws `std::bad_variant_access` for other cases.")
        writer.line("template <class Case>")
        writer.block("const Case &get() const {") { writer in
            writer.line("if (!is<Case>()) throw std::bad_variant_access();")
            writer.line("return *value_.template payload<Case>();")
        }
        visit(cases, structures, type, &writer)
        writer.line("/// Returns the value as a `std::variant`.")
        writer.line("template <class Variant = variant_type>")
        writer.line("Variant as_variant() const { return visit([](const auto &each) -> Variant { return each; }); }")
    }

    /// Writes a function for each case that returns whether the value is that case: `is_open`, or `is_open_case` if another member
    /// has that name.
    private static func tests(_ cases: [String], isNoexcept: Bool, taken: Set<String>, _ writer: inout CodeWriter) {
        for each in cases {
            let short = "is_" + Naming.word(each)
            let name = taken.contains(short) ? short + "_case" : short
            let effect = isNoexcept ? " noexcept" : ""
            writer.line("bool \(name)() const\(effect) { return kind() == kind_type::\(CPlusPlusNames.value(each)); }")
        }
    }

    /// Writes the definitions of the constructors with payloads: one for each would be instantiated in every program.
    func define(_ declaration: TypeDeclaration, _ cases: [AggregateCase], _ type: String, _ writer: inout CodeWriter) {
        for (index, each) in cases.enumerated() where !each.payload.isEmpty {
            let structure = Self.caseName(declaration, index, type)
            writer.line(
                "\(names.inline) \(type)::\(type)(\(structure) value) : value_(\(index), std::move(value)) {}"
            )
        }
        writer.line("\(names.inline) \(type)::\(type)() : \(type)(\(Self.caseName(declaration, 0, type))()) {}")
        writer.gap()
    }

    private func visit(_ cases: [AggregateCase], _ structures: [String], _ type: String, _ writer: inout CodeWriter) {
        for line in Self.visitText(type).dropLast() { writer.line(line) }
        writer.block("decltype(auto) visit(Functions &&...functions) const {") { writer in
            writer.line("\(names.qualifier)::overloaded function_{std::forward<Functions>(functions)...};")
            writer.block("switch (kind()) {") { writer in
                for (each, structure) in zip(cases, structures) {
                    writer.line(
                        "case kind_type::\(CPlusPlusNames.value(each.chosenName)): return function_(*value_.template payload<\(structure)>());"
                    )
                }
            }
            writer.line("throw std::bad_variant_access();")
        }
    }

    /// Writes the member that holds the value.
    func storage(_ declaration: TypeDeclaration, _ cases: [AggregateCase], _ type: String, _ writer: inout CodeWriter) {
        let full = cases.indices.filter { !cases[$0].payload.isEmpty }.map { Self.caseName(declaration, $0, type) }
        func largest(_ word: String) -> String {
            full.isEmpty ? "1" : "detail::largest({\(full.map { "\(word)(\($0))" }.joined(separator: ", "))})"
        }
        writer.line("detail::case_storage<\(largest("sizeof")), \(largest("alignof"))> value_;")
    }

    /// Writes a recursive enum's cases: they contain the enum, so they are defined after it.
    func declareRecursive(
        _ declaration: TypeDeclaration,
        _ cases: [VariantCase],
        _ type: String,
        _ prose: Prose,
        taken: Set<String>,
        _ writer: inout CodeWriter
    ) {
        writer.block("enum class kind_type : std::int32_t {", "};") { writer in
            for (index, each) in cases.enumerated() {
                writer.line("\(CPlusPlusNames.value(each.chosenName)) = \(index)\(index == cases.count - 1 ? "" : ",")")
            }
        }
        let structures = cases.indices.map { Self.caseName(declaration, $0, type) }
        for (index, structure) in structures.enumerated() {
            let text = Documentation(cases[index].notes.documentation).body
            for line in CPlusPlusText.comment(prose, text, in: declaration.path, depth: 1) { writer.line(line) }
            writer.line("struct \(structure);")
        }
        for index in cases.indices { writer.line("\(type)(const \(Self.caseName(declaration, index, type)) &value);") }
        writer.line("/// Returns the case.")
        writer.line("kind_type kind() const;")
        writer.line("/// Whether the value is the case.")
        Self.tests(cases.map(\.chosenName), isNoexcept: false, taken: taken.union(structures), &writer)
        for line in Self.visitText(type).dropLast() { writer.line(line) }
        writer.line("decltype(auto) visit(Functions &&...functions) const;")
    }
}

/// Writes structs whose fields are public.
enum CPlusPlusRecord {
    /// A member's name: as in Swift, because its type specifies the unit; never that of its class.
    static func name(_ field: AggregateField) -> String {
        guard field.swiftName.first?.isNumber == true else {
            return CPlusPlusNames.field(CPlusPlusNames.value(field.chosenName), in: field.owner ?? "")
        }
        return field.name
    }

    /// The additional members of an option set.
    static func flags(_ type: String, _ fields: [AggregateField]) -> [String] {
        guard fields.count == 1, let bits = fields.first.map(name) else { return [] }
        var lines = [
            "", "/// Whether all flags of `other` are set.",
            "constexpr bool contains(\(type) other) const noexcept { return (\(bits) & other.\(bits)) == other.\(bits); }",
        ]
        for sign in ["|", "&", "^"] {
            lines.append("constexpr \(type) &operator\(sign)=(\(type) other) noexcept {")
            lines.append("  \(bits) = static_cast<decltype(\(bits))>(\(bits) \(sign) other.\(bits));")
            lines.append("  return *this;")
            lines.append("}")
            lines.append(
                "friend constexpr \(type) operator\(sign)(\(type) left, \(type) right) noexcept { return left \(sign)= right; }"
            )
        }
        return lines
    }

    /// The initial value of a member: Swift's default value if C++ can express it.
    static func initialiser(_ field: AggregateField, _ value: DefaultValue?, _ types: CPlusPlusTypes) -> String {
        if let value, let literal = CPlusPlusLiteral(value, field.crossing, types) {
            return literal.isEmpty ? "{}" : " = \(literal.text)"
        }
        switch field.crossing.shape {
        case .handle:
            // A queue or subscription that is not optional always exists.
            return field.crossing.type == .queue ? "{nullptr}" : " = nullptr"
        case .error: return "{\(types.names.qualifier)::status::failed}"
        default: return "{}"
        }
    }
}
