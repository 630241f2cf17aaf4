import BindingModel

/// The declarations of types.
extension HeaderEmitter {
    /// Writes the types of a part.
    mutating func types(_ part: HeaderTopics.Part) {
        let topics = library.topics
        let handles = library.handles.filter { $0.holder != .runtime && part.contains(topics.name(ofType: $0.c)) }
        let types = library.types.filter { part.contains(topics.name(ofType: $0.c)) }
        let aggregates = library.aggregates.filter { part.contains(topics.name(ofType: $0.crossing.c)) }
        if handles.isEmpty && types.isEmpty && aggregates.isEmpty { return }
        section("Types")
        for handle in handles { self.handle(handle) }
        for type in types {
            switch type.declaration.kind {
            case .enumeration(let cases): enumeration(type, cases.map { ($0.chosenName, $0.notes) })
            case .variant(let cases, _): constants(type, cases.map { ($0.chosenName, $0.notes) })
            default: break
            }
        }
        for aggregate in aggregates { self.aggregate(aggregate) }
        for interface in library.interfaces where part.contains(topics.name(ofType: interface.c)) { table(interface) }
    }

    mutating func handle(_ handle: HandleType) {
        writer.gap()
        comment(
            handle.declaration.map { Documentation($0.notes.documentation).body } ?? summary(of: handle),
            in: handle.declaration?.path ?? []
        )
        writer.block("typedef struct \(handle.c) {", "} \(handle.c);") { $0.line("uint64_t bits;") }
    }

    private func summary(of handle: HandleType) -> [String] {
        switch handle.holder {
        case .source: ["Source of a stream that the program feeds. Its release ends the stream."]
        case .elementStream: ["Sequence of elements that arrive over time."]
        default: ["Function of the library."]
        }
    }

    private mutating func enumeration(_ type: LoweredType, _ cases: [(name: String, notes: DeclarationNotes)]) {
        writer.gap()
        let notes = type.declaration.notes
        comment(Documentation(notes.documentation).body, in: type.declaration.path, deprecation: notes.deprecation)
        writer.line("typedef int32_t \(type.c);")
        constants(type, cases)
    }

    private mutating func constants(_ type: LoweredType, _ cases: [(name: String, notes: DeclarationNotes)]) {
        let emitter = self
        writer.block("enum {", "};") { writer in
            for (index, each) in cases.enumerated() {
                let name = "\(type.c)_\(Words.snake(each.name))".uppercased()
                Self.member(
                    "\(name) = \(index)\(index == cases.count - 1 ? "" : ",")",
                    emitter.summary(each.notes.documentation, in: type.declaration.path),
                    depth: 1,
                    &writer
                )
            }
        }
    }

    private mutating func aggregate(_ aggregate: Aggregate) {
        if aggregate.sharesStructure { return }
        let c = aggregate.crossing.c
        writer.gap()
        switch aggregate.content {
        case .optional(let wrapped):
            structure(c, ["Optional value."], [(.number(.bool), "has_value", ""), (wrapped.representation, "value", "")])
        case .array(let element), .set(let element):
            let summary = aggregate.crossing.isPlain ? nil : "Array of values."
            array(c, summary, of: element.representation)
        case .map(let key, let value, let entry):
            structure(entry, [], [(key.representation, "key", ""), (value.representation, "value", "")])
            array(c, "Keys with their values, unordered.", of: .structure(entry))
        case .tuple(let fields): structure(c, [], members(fields, []))
        case .range(let bound, let isClosed):
            let end = isClosed ? "to `upper`, inclusive" : "up to, not including, `upper`"
            structure(
                c,
                ["Range from `lower` \(end)."],
                [(bound.representation, "lower", ""), (bound.representation, "upper", "")]
            )
        case .record(let declaration, let fields):
            structure(
                c,
                Documentation(declaration.notes.documentation).body,
                members(fields, declaration.path),
                in: declaration.path
            )
        case .variant(let declaration, let cases): variant(c, declaration, cases)
        }
        if !aggregate.crossing.isPlain {
            writer.line("/** Frees the contents and sets them to empty. Null is allowed. */")
            writer.line("\(macro)_API void \(c)_free(\(c) *value);")
        }
    }

    /// Writes the structure of an array, with a comment about its memory if it has a summary.
    private mutating func array(_ c: String, _ summary: String?, of element: CType) {
        structure(
            c,
            summary.map { ["\($0) Borrowed as an argument; freed with \(c)_free as a result."] } ?? [],
            [(.pointer(element), "data", ""), (.number(.size), "count", "")]
        )
    }

    private func members(_ fields: [AggregateField], _ scope: [String]) -> [(CType, String, String)] {
        fields.map { ($0.crossing.representation, $0.name, summary($0.notes.documentation, in: scope)) }
    }

    private mutating func structure(
        _ c: String,
        _ summary: [String],
        _ members: [(type: CType, name: String, text: String)],
        in scope: [String] = []
    ) {
        comment(summary.filter { !$0.isEmpty || summary.count > 1 }, in: scope)
        writer.block("typedef struct \(c) {", "} \(c);") { writer in
            if members.isEmpty { writer.line("char nothing;") }
            for member in members {
                Self.member(member.type.declaring(member.name) + ";", member.text, depth: 1, &writer)
            }
        }
    }

    private mutating func variant(_ c: String, _ declaration: TypeDeclaration, _ cases: [AggregateCase]) {
        let remark = ["", "`kind` selects the valid member of `as`."]
        comment(Documentation(declaration.notes.documentation).body + remark, in: declaration.path)
        writer.block("typedef struct \(c) {", "} \(c);") { writer in
            writer.line("int32_t kind; /**< \(c.uppercased())_… */")
            let full = cases.filter { !$0.payload.isEmpty }
            if full.isEmpty { return }
            writer.block("union {", "} as;") { writer in
                for each in full {
                    writer.block("struct {", "} \(each.name);") { writer in
                        for field in each.payload { writer.line("\(field.crossing.representation.declaring(field.name));") }
                    }
                }
            }
        }
        for (index, each) in cases.enumerated() {
            let parameters = each.payload.map { $0.crossing.representation.declaring($0.name) }
            let stem = each.name.hasSuffix("_") ? String(each.name.dropLast()) : each.name
            Self.declare("static inline \(c) \(c)_make_\(stem)(", parameters, ") {", &writer)
            writer.indented { writer in
                writer.line("\(c) result_;")
                writer.line("memset(&result_, 0, sizeof result_);")
                writer.line("result_.kind = \(index);")
                for field in each.payload { writer.line("result_.as.\(each.name).\(field.name) = \(field.name);") }
                writer.line("return result_;")
            }
            writer.line("}")
        }
    }

    private mutating func table(_ interface: LoweredInterface) {
        let path = interface.declaration.path
        writer.gap()
        comment([
            "Functions of an object of the program that implements `\(interface.c)`; see `\(interface.c)_create`.",
            "", "Set `size` to the `sizeof` of this structure. Functions that are null are not available.",
        ])
        let prose = self.prose
        writer.block("typedef struct \(interface.table) {", "} \(interface.table);") { writer in
            writer.line("size_t size;")
            for member in interface.callbacks {
                let text = prose.text(member.summary.prefix { !$0.isEmpty }.joined(separator: " "), in: path)
                if !text.isEmpty { Self.write(Paragraphs([text]).lines(width: CodeWriter.headerWidth - 7), &writer) }
                let parameters = member.parameters.map { $0.type.declaring($0.name) }
                Self.declare("\(member.returns.text) (*\(member.name))(", parameters, ");", depth: 1, &writer)
            }
        }
    }
}
