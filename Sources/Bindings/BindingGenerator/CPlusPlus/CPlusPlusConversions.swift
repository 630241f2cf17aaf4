import BindingModel

/// Writes the conversions between structures of the C interface and C++ values: classes, as the ones in crossings.hpp.
struct CPlusPlusConversions {
    let types: CPlusPlusTypes
    private var names: CPlusPlusNames { types.names }

    func define(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        guard let of = of(aggregate) else { return structure(aggregate, &writer) }
        writer.line("using c_\(crossing.word) = \(of);")
    }

    /// The class of a type that has no names of its own; nil for a record, a tuple or a variant.
    private func of(_ aggregate: Aggregate) -> String? {
        let crossing = aggregate.crossing
        let c = crossing.representation.cPlusPlus
        let base = base(crossing)
        let isFreed = base != "plain"
        switch aggregate.content {
        case .optional(let wrapped) where crossing.isNullable: return "of_nullable<\(types.crossing(wrapped))>"
        case .optional(let wrapped): return "of_optional<\(types.crossing(wrapped)), \(c)\(isFreed ? ", \(base)" : "")>"
        case .array(let element)
        where element.shape == .scalar && element.representation != .number(.bool) && !element.isInterval:
            return "of_numbers<\(types.value(element)), \(c), \(base)>"
        case .array(let element): return "of_list<\(types.crossing(element)), \(c), \(base)>"
        case .set(let element) where types.order(element) == .none: return "of_list<\(types.crossing(element)), \(c), \(base)>"
        case .set(let element): return "of_set<\(types.crossing(element)), \(types.value(crossing)), \(c), \(base)>"
        case .map(let key, let mapped, let entry):
            let parts = [types.crossing(key), types.crossing(mapped), "::\(entry)", types.value(crossing), c, base]
            return "of_map<\(parts.joined(separator: ", "))>"
        case .range(let bound, _):
            return "of_range<\(types.crossing(bound)), \(types.value(crossing)), \(c)\(isFreed ? ", \(base)" : "")>"
        case .tuple, .record, .variant: return nil
        }
    }

    /// The class that frees a result.
    private func base(_ crossing: Crossing) -> String { types.free(crossing).map { "freed<\($0)>" } ?? "plain" }

    private func structure(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        writer.gap()
        writer.block("struct c_\(crossing.word) : \(base(crossing)) {", "};") { writer in
            writer.line("using c = \(crossing.representation.cPlusPlus);")
            writer.line("using value = \(types.value(crossing));")
            let isUsed = isVariant(aggregate) || !parts(of: aggregate).isEmpty
            writer.definition("static value take(const c &\(isUsed ? "from" : "")) {", fromC(aggregate))
            writer.line("static value own(const c &from) { return take(from); }")
            let usesArena = parts(of: aggregate).contains(where: needsArena)
            writer.definition(
                "static c lend(arena &\(usesArena ? "arena_" : ""), const value &\(isUsed ? "from" : "")) {",
                toC(aggregate)
            )
        }
        writer.gap()
    }

    /// The types of the parts of a value.
    private func parts(of aggregate: Aggregate) -> [Crossing] {
        switch aggregate.content {
        case .tuple(let fields), .record(_, let fields): fields.map(\.crossing)
        case .variant(_, let cases): cases.flatMap { $0.payload.map(\.crossing) }
        default: []
        }
    }

    private func fromC(_ aggregate: Aggregate) -> [String] {
        switch aggregate.content {
        case .tuple(let fields), .record(_, let fields):
            let parts = fields.map { types.fromC($0.crossing, "from.\($0.name)") }
            return ["return \(isTuple(aggregate) ? "value" : ""){\(parts.joined(separator: ", "))};"]
        case .variant(let declaration, let cases):
            let choices = cases.enumerated().map { index, each in
                let parts = each.payload.map { types.fromC($0.crossing, "from.as.\(each.name).\($0.name)") }
                return "  case \(index): return \(caseType(declaration, index)){\(parts.joined(separator: ", "))};"
            }
            return ["switch (from.kind) {"] + choices
                + ["  default: raise(\(names.prefix.uppercased())_ERROR_INVALID_ARGUMENT, nullptr);", "}"]
        default: return []
        }
    }

    private func toC(_ aggregate: Aggregate) -> [String] {
        switch aggregate.content {
        case .tuple(let fields):
            let isLabelled = fields.contains { $0.label != nil }
            return fieldsToC(
                fields.enumerated().map { index, field in
                    (field, isLabelled ? "from.\(CPlusPlusRecord.name(field))" : "std::get<\(index)>(from)")
                }
            )
        case .record(_, let fields): return fieldsToC(fields.map { ($0, "from.\(CPlusPlusRecord.name($0))") })
        case .variant(let declaration, let cases): return variantToC(declaration, cases)
        default: return []
        }
    }

    private func isVariant(_ aggregate: Aggregate) -> Bool { if case .variant = aggregate.content { true } else { false } }

    private func isTuple(_ aggregate: Aggregate) -> Bool { if case .tuple = aggregate.content { true } else { false } }

    /// The structure of a case, as a member of `value`.
    private func caseType(_ declaration: TypeDeclaration, _ index: Int) -> String {
        "value::" + CPlusPlusVariant.caseType(declaration, index, types).split(separator: ":").last!
    }

    private func variantToC(_ declaration: TypeDeclaration, _ cases: [AggregateCase]) -> [String] {
        let choices = cases.enumerated().filter { !$0.element.payload.isEmpty }.map { index, each in
            let parts = each.payload.map { types.toC($0.crossing, "part->\(CPlusPlusVariant.field($0, each))") }
            let head = "if (const auto *part = from.get_if<\(caseType(declaration, index))>())"
            return "\(head) to.as.\(each.name) = {\(parts.joined(separator: ", "))};"
        }
        return ["c to{};", "to.kind = static_cast<std::int32_t>(from.kind());"] + choices + ["return to;"]
    }

    private func fieldsToC(_ fields: [(field: AggregateField, expression: String)]) -> [String] {
        ["return {\(fields.map { types.toC($0.field.crossing, $0.expression) }.joined(separator: ", "))};"]
    }

    private func needsArena(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .text, .bytes, .handle, .error, .aggregate: true
        default: false
        }
    }
}
