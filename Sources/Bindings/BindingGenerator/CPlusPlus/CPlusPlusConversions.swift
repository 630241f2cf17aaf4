import BindingModel

/// Writes the conversions between structures of the C interface and C++ values.
struct CPlusPlusConversions {
    let types: CPlusPlusTypes
    private var names: CPlusPlusNames { types.names }

    private func heads(_ aggregate: Aggregate) -> (fromC: String, toC: String) {
        let crossing = aggregate.crossing
        let c = crossing.representation.cPlusPlus
        let isPointer = crossing.representation.pointee != nil
        return (
            "inline \(types.value(crossing)) take_\(crossing.word)(\(isPointer ? "const " + c : "const \(c) &")value)",
            "inline \(isPointer ? c : c + " ")lend_\(crossing.word)(arena &arena_, \(types.parameter(crossing).declaring("value")))"
        )
    }

    func declare(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let (fromC, toC) = heads(aggregate)
        writer.line(fromC + ";")
        writer.line(toC + ";")
    }

    func define(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let (fromC, toC) = heads(aggregate)
        writer.block(fromC + " {") { self.writeFromC(aggregate, &$0) }
        writer.gap()
        writer.block(toC + " {") { self.writeToC(aggregate, &$0) }
        writer.gap()
    }

    // MARK: From C

    private func writeFromC(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        let type = types.value(crossing)
        switch aggregate.content {
        case .optional(let wrapped): optionalFromC(crossing, wrapped, &writer)
        case .array(let element):
            if element.shape == .scalar {
                writer.line("return \(type)(value.data, value.data + value.count);")
            } else {
                collect(type, "result.push_back(\(types.fromC(element, "value.data[index]")));", isList: true, &writer)
            }
        case .set(let element):
            let add = types.order(element) == .none ? "push_back" : "insert"
            collect(type, "result.\(add)(\(types.fromC(element, "value.data[index]")));", isList: add == "push_back", &writer)
        case .map(let key, let mapped, _):
            let (first, second) = (types.fromC(key, "value.data[index].key"), types.fromC(mapped, "value.data[index].value"))
            collect(
                type,
                "result.\(types.order(key) == .none ? "emplace_back" : "emplace")(\(first), \(second));",
                isList: false,
                &writer
            )
        case .tuple(let fields):
            writer.line("return \(type){\(fields.map { types.fromC($0.crossing, "value.\($0.name)") }.joined(separator: ", "))};")
        case .range(let bound, _):
            writer.line("return {\(types.fromC(bound, "value.lower")), \(types.fromC(bound, "value.upper"))};")
        case .record(_, let fields): recordFromC(fields, &writer)
        case .variant(let declaration, let cases):
            writer.line("switch (value.kind) {")
            for (index, each) in cases.enumerated() {
                let parts = each.payload.map { types.fromC($0.crossing, "value.as.\(each.name).\($0.name)") }
                writer.line(
                    "  case \(index): return \(CPlusPlusVariant.caseType(declaration, index, types)){\(parts.joined(separator: ", "))};"
                )
            }
            writer.line("  default: raise(\(names.prefix.uppercased())_ERROR_INVALID_ARGUMENT, nullptr);")
            writer.line("}")
        }
    }

    private func optionalFromC(_ crossing: Crossing, _ wrapped: Crossing, _ writer: inout CodeWriter) {
        if crossing.isNullable {
            writer.line("if (\(types.isNull(wrapped, "value"))) return std::nullopt;")
            writer.line("return \(types.fromC(wrapped, "value"));")
        } else {
            writer.line("if (!value.has_value) return std::nullopt;")
            writer.line("return \(types.value(crossing))(\(types.fromC(wrapped, "value.value")));")
        }
    }

    private func recordFromC(_ fields: [AggregateField], _ writer: inout CodeWriter) {
        if fields.isEmpty {
            writer.line("static_cast<void>(value);")
            return writer.line("return {};")
        }
        writer.line("return {")
        for (index, field) in fields.enumerated() {
            writer.line("    \(types.fromC(field.crossing, "value.\(field.name)"))\(index == fields.count - 1 ? "};" : ",")")
        }
    }

    private func collect(_ type: String, _ statement: String, isList: Bool, _ writer: inout CodeWriter) {
        writer.line("\(type) result;")
        if isList { writer.line("result.reserve(value.count);") }
        writer.line("for (std::size_t index = 0; index < value.count; ++index) {")
        writer.line("  \(statement)")
        writer.line("}")
        writer.line("return result;")
    }

    // MARK: To C

    private func writeToC(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        let c = crossing.representation.cPlusPlus
        switch aggregate.content {
        case .optional(let wrapped): optionalToC(crossing, wrapped, &writer)
        case .array(let element) where element.shape == .scalar && element.representation != .number(.bool):
            sized(c, &writer) { $0.line("result.data = arena_.numbers(value.data(), value.size());") }
        case .array(let element), .set(let element): sized(c, &writer) { fill(element, &$0) }
        case .map(let key, let mapped, let entry):
            sized(c, &writer) { writer in
                writer.line("result.data = arena_.allocate<::\(entry)>(value.size());")
                writer.line("std::size_t index = 0;")
                writer.line("for (const auto &element : value) {")
                writer.line("  result.data[index].key = \(types.toC(key, "element.first"));")
                writer.line("  result.data[index].value = \(types.toC(mapped, "element.second"));")
                writer.line("  ++index;")
                writer.line("}")
            }
        case .tuple(let fields):
            let isLabelled = fields.contains { $0.label != nil }
            let members = fields.enumerated().map { index, field in
                (field, isLabelled ? "value.\(CPlusPlusRecord.name(field))" : "std::get<\(index)>(value)")
            }
            writeFields(members, c, &writer)
        case .range(let bound, _):
            if !needsArena(bound) { writer.line("static_cast<void>(arena_);") }
            writer.line("\(c) result;")
            writer.line("result.lower = \(types.toC(bound, "value.lower"));")
            writer.line("result.upper = \(types.toC(bound, "value.upper"));")
            writer.line("return result;")
        case .record(_, let fields): writeFields(fields.map { ($0, "value.\(CPlusPlusRecord.name($0))") }, c, &writer)
        case .variant(let declaration, let cases): variantToC(c, declaration, cases, &writer)
        }
    }

    private func optionalToC(_ crossing: Crossing, _ wrapped: Crossing, _ writer: inout CodeWriter) {
        if !needsArena(wrapped) { writer.line("static_cast<void>(arena_);") }
        if crossing.isNullable {
            writer.line("if (!value) return {};")
            writer.line("return \(types.toC(wrapped, "*value"));")
        } else {
            writer.line("\(crossing.representation.cPlusPlus) result{};")
            writer.line("result.has_value = value.has_value();")
            writer.line("if (value) result.value = \(types.toC(wrapped, "*value"));")
            writer.line("return result;")
        }
    }

    /// Writes the conversion of a container, whose elements `body` writes.
    private func sized(_ c: String, _ writer: inout CodeWriter, _ body: (inout CodeWriter) -> Void) {
        writer.line("\(c) result;")
        writer.line("result.count = value.size();")
        body(&writer)
        writer.line("return result;")
    }

    private func variantToC(
        _ c: String,
        _ declaration: TypeDeclaration,
        _ cases: [AggregateCase],
        _ writer: inout CodeWriter
    ) {
        if !cases.contains(where: { $0.payload.contains { needsArena($0.crossing) } }) {
            writer.line("static_cast<void>(arena_);")
        }
        writer.line("\(c) result{};")
        writer.line("result.kind = static_cast<std::int32_t>(value.kind());")
        for (index, each) in cases.enumerated() where !each.payload.isEmpty {
            let type = CPlusPlusVariant.caseType(declaration, index, types)
            writer.line("if (const auto *part = value.template get_if<\(type)>()) {")
            for field in each.payload {
                let value = types.toC(field.crossing, "part->\(CPlusPlusVariant.field(field, each))")
                writer.line("  result.as.\(each.name).\(field.name) = \(value);")
            }
            writer.line("}")
        }
        writer.line("return result;")
    }

    private func writeFields(_ fields: [(field: AggregateField, expression: String)], _ c: String, _ writer: inout CodeWriter) {
        if !fields.contains(where: { needsArena($0.field.crossing) }) { writer.line("static_cast<void>(arena_);") }
        if fields.isEmpty { writer.line("static_cast<void>(value);") }
        writer.line("\(c) result{};")
        for (field, expression) in fields { writer.line("result.\(field.name) = \(types.toC(field.crossing, expression));") }
        writer.line("return result;")
    }

    private func fill(_ element: Crossing, _ writer: inout CodeWriter) {
        writer.line("result.data = arena_.allocate<\(element.representation.cPlusPlus)>(value.size());")
        writer.line("std::size_t index = 0;")
        writer.line("for (const auto &element : value) result.data[index++] = \(types.toC(element, "element"));")
    }

    private func needsArena(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .text, .bytes, .handle, .error, .aggregate: true
        default: false
        }
    }
}
