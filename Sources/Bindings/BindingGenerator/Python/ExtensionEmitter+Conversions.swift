import BindingModel

/// The descriptions of types, by which the extension converts their values.
extension ExtensionEmitter {
    /// Declares all types, because the descriptions refer to each other.
    func declarations() {
        for handle in ownHandles { writer.line("OBJECT(\(library.word(of: handle.c)))") }
        for type in library.types where type.isEnumeration {
            let isException = type.declaration.isError ? 1 : 0
            writer.line("ENUMERATION(\(library.word(of: type.c)), \"\(types.names.className(type.c) ?? "")\", \(isException))")
        }
        for aggregate in library.aggregates { writer.line("UNUSED static const Type type_value_\(aggregate.crossing.word);") }
        writer.line()
    }

    func descriptions() {
        for aggregate in library.aggregates { description(aggregate) }
        writer.line()
    }

    private func description(_ aggregate: Aggregate) {
        let (word, c) = (aggregate.crossing.word, aggregate.crossing.c)
        switch aggregate.content {
        case .optional(let wrapped):
            guard aggregate.crossing.isNullable else {
                return writer.line("OPTIONAL(\(word), \(c), \(self.word(wrapped)))")
            }
            let form = wrapped.shape == .handle ? "object" : "memory"
            writer.line("OR_NONE(\(word), \(c), \(self.word(wrapped)), \(form))")
        case .array(let element): writer.line("COLLECTION(\(word), \(c), \(self.word(element)), array)")
        case .set(let element): writer.line("COLLECTION(\(word), \(c), \(self.word(element)), set)")
        case .map(let key, let mapped, let entry):
            writer.line("MAP(\(word), \(c), \(entry), \(self.word(key)), \(self.word(mapped)))")
        case .tuple(let fields):
            structure(aggregate, "tuple", self.fields(word, c, fields.map { ($0.name, $0.name, $0.crossing) }))
        case .range(let bound, _):
            structure(aggregate, "range", fields(word, c, ["lower", "upper"].map { ($0, $0, bound) }))
        case .record(_, let fields):
            let parts = fields.map { (PythonNames.local($0.chosenName), $0.name, $0.crossing) }
            structure(aggregate, "record", self.fields(word, c, parts))
        case .variant(_, let cases):
            let fields = cases.map { each in
                let parts = zip(Self.fieldNames(each), each.payload).map { name, field in
                    (name: name, member: "as.\(each.name).\(field.name)", crossing: field.crossing)
                }
                return self.fields("\(word)__\(each.name)", c, parts)
            }
            writer.line("VARIANT(\(word), \(c), \"\(className(aggregate))\", \(fields.joined(separator: ", ")))")
        }
    }

    private func structure(_ aggregate: Aggregate, _ form: String, _ fields: String) {
        let name = hasClass(aggregate) ? className(aggregate) : ""
        writer.line("STRUCTURE(\(aggregate.crossing.word), \(aggregate.crossing.c), \"\(name)\", \(form), \(fields))")
    }

    /// Writes the description of fields, with their names in Python and in C, and returns the expression for them.
    private func fields(
        _ word: String,
        _ c: String,
        _ fields: [(name: String, member: String, crossing: Crossing)]
    ) -> String {
        if fields.isEmpty { return "NO_FIELDS" }
        writer.block("static Field fields_\(word)[] = {", "};") { writer in
            for field in fields {
                writer.line("FIELD(\(c), \(field.member), \"\(field.name)\", \(self.word(field.crossing))),")
            }
        }
        return "FIELDS(\(word))"
    }

    /// The names of the fields of a case in Python.
    static func fieldNames(_ each: AggregateCase) -> [String] {
        each.payload.map { field in field.label == nil ? field.name : PythonNames.local(field.chosenName) }
    }
}
