import BindingModel

/// Conversions of types that have parts.
extension CSharpCrossings {
    func aggregate(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        guard let type = try? types.type(crossing) else { return }
        if case .optional = aggregate.content, crossing.isNullable { return }
        let native = types.native(crossing.representation)
        writer.block("internal static \(type) Take_\(crossing.word)(\(native) from)\n{") { writer in
            taking(aggregate, type, &writer)
        }
        writer.line()
        writer.block("internal static \(native) Lend_\(crossing.word)(Arena_ arena_, \(type) from)\n{") { writer in
            lending(aggregate, type, native, &writer)
        }
        writer.line()
    }

    func taking(_ aggregate: Aggregate, _ type: String, _ writer: inout CodeWriter) {
        let convert = conversions
        switch aggregate.content {
        case .optional(let wrapped):
            writer.line("if (from.has_value == 0) { return null; }")
            writer.line("return \(convert.take(wrapped, "from.value"));")
        case .array(let element), .set(let element):
            let isSet = if case .set = aggregate.content { true } else { false }
            let item = (try? types.type(element)) ?? "object"
            let list = "global::System.Collections.Generic.\(isSet ? "HashSet" : "List")<\(item)>"
            writer.line("if (from.data == null) { return null; }")
            writer.line("\(list) list = new \(list)(\(isSet ? "" : "checked((int)from.count)"));")
            writer.line(
                "for (ulong index = 0; index < from.count; index++) { list.Add(\(convert.take(element, "from.data[index]"))); }"
            )
            writer.line("return list;")
        case .map(let key, let value, _):
            let types = "\((try? self.types.type(key)) ?? ""), \((try? self.types.type(value)) ?? "")"
            let map = "global::System.Collections.Generic.Dictionary<\(types)>"
            writer.line("if (from.data == null) { return null; }")
            writer.line("\(map) map = new \(map)();")
            let (ownKey, ownValue) = (convert.take(key, "from.data[index].key"), convert.take(value, "from.data[index].value"))
            writer.line("for (ulong index = 0; index < from.count; index++) { map[\(ownKey)] = \(ownValue); }")
            writer.line("return map;")
        case .tuple(let fields):
            let values = fields.map { convert.take($0.crossing, "from.\(CSharpNames.field($0.name))") }
            if fields.count < 2 { return writer.line("return new \(type)(\(values.joined(separator: ", ")));") }
            writer.line("return (\(values.joined(separator: ", ")));")
        case .range(let bound, _):
            writer.line("return new \(type)(\(convert.take(bound, "from.lower")), \(convert.take(bound, "from.upper")));")
        case .record(_, let fields):
            let values = fields.map { field in
                "\(CSharpNames.local(field.chosenName)): \(convert.take(field.crossing, "from.\(CSharpNames.field(field.name))"))"
            }
            writer.line("return new \(type)(\(values.joined(separator: ", ")));")
        case .variant(_, let cases):
            let names = CSharpVariants.caseNames(cases, of: type)
            let native = types.native(aggregate.crossing.representation)
            writer.block("switch (from.kind)\n{") { writer in
                for (index, each) in cases.enumerated() {
                    let place = "((\(native)_case_\(each.name)*)&from.word0)"
                    let values = each.payload.map { convert.take($0.crossing, "\(place)->\(CSharpNames.field($0.name))") }
                    writer.line("case \(index): return new \(type).\(names[index])(\(values.joined(separator: ", ")));")
                }
                writer.line("default: throw new global::System.InvalidOperationException(\"an unknown case of \(type)\");")
            }
        }
    }

    func lending(_ aggregate: Aggregate, _ type: String, _ native: String, _ writer: inout CodeWriter) {
        let convert = conversions
        writer.line("\(native) to = default(\(native));")
        switch aggregate.content {
        case .optional(let wrapped):
            writer.line("if (from == null) { return to; }")
            writer.line("to.has_value = 1;")
            writer.line("to.value = \(convert.lend(wrapped, convert.present(wrapped, "from")));")
        case .array(let element), .set(let element):
            let item = types.native(element.representation)
            writer.line("if (from == null) { return to; }")
            writer.line("int count = from.Count;")
            writer.line("to.data = (\(item)*)arena_.Allocate(count, sizeof(\(item)));")
            writer.line("int index = 0;")
            writer.line("foreach (\((try? types.type(element)) ?? "var") element in from)")
            writer.line("{")
            writer.line("    if (index == count) { break; }")
            writer.line("    to.data[index] = \(convert.lend(element, "element"));")
            writer.line("    index++;")
            writer.line("}")
            writer.line("to.count = (ulong)index;")
        case .map(let key, let value, let entry):
            writer.line("if (from == null) { return to; }")
            writer.line("int count = from.Count;")
            writer.line("to.data = (Native_.\(entry)*)arena_.Allocate(count, sizeof(Native_.\(entry)));")
            writer.line("int index = 0;")
            writer.line("foreach (var each in from)")
            writer.line("{")
            writer.line("    if (index == count) { break; }")
            writer.line("    to.data[index].key = \(convert.lend(key, "each.Key"));")
            writer.line("    to.data[index].value = \(convert.lend(value, "each.Value"));")
            writer.line("    index++;")
            writer.line("}")
            writer.line("to.count = (ulong)index;")
        case .tuple(let fields):
            for (index, field) in fields.enumerated() {
                writer.line("to.\(CSharpNames.field(field.name)) = \(convert.lend(field.crossing, "from.Item\(index + 1)"));")
            }
        case .range(let bound, _):
            writer.line("to.lower = \(convert.lend(bound, "from.Lower"));")
            writer.line("to.upper = \(convert.lend(bound, "from.Upper"));")
        case .record(let declaration, let fields):
            if !types.isStructure(declaration, aggregate.crossing) { missing(type, &writer) }
            let names = CSharpRecords.fieldNames(fields, of: type)
            for (name, field) in zip(names, fields) {
                let value = convert.limited("from.\(name)", field.chosenName, field.crossing)
                writer.line("to.\(CSharpNames.field(field.name)) = \(convert.lend(field.crossing, value));")
            }
        case .variant(_, let cases):
            let names = CSharpVariants.caseNames(cases, of: type)
            missing(type, &writer)
            writer.line("to.kind = from.Number;")
            for (index, each) in cases.enumerated() where !each.payload.isEmpty {
                let fields = CSharpVariants.fieldNames(each)
                writer.block("if (to.kind == \(index))\n{") { writer in
                    writer.line("\(type).\(names[index]) own = (\(type).\(names[index]))from;")
                    for (name, field) in zip(fields, each.payload) {
                        let place = "((\(native)_case_\(each.name)*)&to.word0)->\(CSharpNames.field(field.name))"
                        let value = convert.limited("own.\(name)", field.chosenName, field.crossing)
                        writer.line("\(place) = \(convert.lend(field.crossing, value));")
                    }
                }
            }
        }
        writer.line("return to;")
    }

    /// Refuses null where a value contains it; arguments that are null have been refused before.
    private func missing(_ type: String, _ writer: inout CodeWriter) {
        let text = "a value of type \(type) is missing"
        writer.line("if ((object)from == null) { throw new global::System.ArgumentNullException(null, \"\(text)\"); }")
    }
}
