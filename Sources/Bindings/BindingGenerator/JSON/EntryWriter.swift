import BindingModel

/// Makes the entries of the JSON document.
struct EntryWriter {
    typealias Document = InterfaceDocument

    private let library: LoweredLibrary
    private let prose: Prose
    /// The paths of the types, by their C names, for links in documentation.
    private let scopes: [String: [String]]

    init(_ library: LoweredLibrary) {
        self.library = library
        prose = Prose(names: DocumentedNames(library), hasExceptions: false, name: HeaderEmitter.name)
        scopes = Dictionary(library.types.map { ($0.c, $0.declaration.path) }, uniquingKeysWith: { first, _ in first })
    }

    /// The paragraphs of a text, each on one line, with names of C.
    private func paragraphs(_ lines: [String], in scope: [String]) -> [String] {
        prose.lines(lines, in: scope, width: .max).filter { !$0.isEmpty }
    }

    private func documentation(_ notes: DeclarationNotes, in scope: [String]) -> [String] {
        paragraphs(Documentation(notes.documentation).body, in: scope)
    }

    // MARK: Types

    func type(_ type: LoweredType) -> Document.TypeEntry {
        let declaration = type.declaration
        var superclass: String?
        if case .object(let object) = declaration.kind { superclass = object.superclass.flatMap { library.registry.names[$0] } }
        return Document.TypeEntry(
            name: type.c,
            path: declaration.path,
            module: declaration.module,
            kind: declaration.kind.word,
            documentation: documentation(declaration.notes, in: declaration.path),
            deprecation: declaration.notes.deprecation.map(Document.DeprecationEntry.init),
            value: type.crossing.map(Document.ValueEntry.init),
            superclass: superclass,
            interfaces: declaration.interfaces.compactMap { library.registry.names[$0] },
            conformances: declaration.conformances.map(\.word).sorted(),
            cases: cases(type),
            functions: type.functions.map(\.name)
        )
    }

    private func cases(_ type: LoweredType) -> [Document.CaseEntry] {
        let cases: [(name: String, notes: DeclarationNotes)]
        switch type.declaration.kind {
        case .enumeration(let all): cases = all.map { ($0.chosenName, $0.notes) }
        case .variant(let all, _): cases = all.map { ($0.chosenName, $0.notes) }
        case .object, .record, .value, .interface: return []
        }
        return cases.enumerated().map { number, each in
            Document.CaseEntry(
                name: Words.snake(each.name),
                constant: "\(type.c)_\(Words.snake(each.name))".uppercased(),
                number: number,
                documentation: documentation(each.notes, in: type.declaration.path)
            )
        }
    }

    func handle(_ handle: HandleType) -> Document.HandleEntry {
        var element = handle.element
        if case .source(let each, _) = handle.holder { element = each }
        return Document.HandleEntry(
            name: handle.c,
            kind: handle.holder.word,
            isClosure: handle.isClosure,
            element: element.map(Document.ValueEntry.init)
        )
    }

    // MARK: Structures

    func conversion(_ aggregate: Aggregate) -> Document.ConversionEntry {
        let crossing = aggregate.crossing
        let hasContents = !crossing.isPlain && !aggregate.sharesStructure
        var entry = Document.ConversionEntry(
            word: crossing.word,
            type: crossing.representation,
            kind: aggregate.content.word,
            isDeclaration: !aggregate.sharesStructure,
            free: hasContents ? "\(crossing.c)_free" : nil
        )
        switch aggregate.content {
        case .optional(let wrapped): entry.element = Document.ValueEntry(wrapped)
        case .array(let element), .set(let element): entry.element = Document.ValueEntry(element)
        case .map(let key, let value, let name):
            (entry.key, entry.element, entry.entry) = (Document.ValueEntry(key), Document.ValueEntry(value), name)
        case .tuple(let fields): entry.fields = fields.map { field($0, []) }
        case .range(let bound, _): entry.element = Document.ValueEntry(bound)
        case .record(let declaration, let fields): entry.fields = fields.map { field($0, declaration.path) }
        case .variant(let declaration, let cases):
            entry.cases = cases.enumerated().map { number, each in
                Document.PayloadEntry(
                    number: number,
                    constant: each.constant,
                    name: each.name,
                    fields: each.payload.map { field($0, declaration.path) }
                )
            }
        }
        return entry
    }

    private func field(_ field: AggregateField, _ scope: [String]) -> Document.FieldEntry {
        Document.FieldEntry(
            name: field.name,
            source: field.swiftName,
            value: Document.ValueEntry(field.crossing),
            unit: field.unit?.word,
            documentation: documentation(field.notes, in: scope)
        )
    }

    // MARK: Functions of the program

    func callback(_ callback: LoweredCallback) -> Document.CallbackEntry {
        Document.CallbackEntry(
            name: callback.name,
            returns: callback.returns,
            parameters: callback.parameters.map { Document.MemberEntry(name: $0.name, type: $0.type) },
            arguments: callback.arguments.map(Document.ValueEntry.init),
            result: Document.ValueEntry(callback.result),
            returnsResult: callback.returnsResult,
            isContextFirst: callback.contextFirst,
            isEscaping: callback.closure.isEscaping,
            isAsynchronous: callback.closure.isAsync,
            canFail: callback.closure.failure != .never,
            completer: callback.completer,
            documentation: paragraphs(callback.summary, in: [])
        )
    }

    func interface(_ interface: LoweredInterface) -> Document.InterfaceEntry {
        Document.InterfaceEntry(
            name: interface.c,
            table: interface.table,
            members: interface.requirements.map {
                Document.RequirementEntry(isRequired: $0.isRequired, hasDefault: $0.hasDefault, function: callback($0.callback))
            },
            functions: interface.functions.map(\.name)
        )
    }

    // MARK: Functions

    func function(_ function: LoweredFunction) -> Document.FunctionEntry {
        let scope = function.owner.flatMap { scopes[$0] } ?? []
        return Document.FunctionEntry(
            name: function.name,
            owner: function.owner,
            purpose: function.purpose.word,
            caseNumber: function.purpose.caseNumber,
            stem: function.baseStem.isEmpty ? function.stem : function.baseStem,
            labelledStem: function.stem,
            uniqueStem: function.uniqueStem,
            declaration: function.origin.map(\.usr),
            parameters: function.parameters.map { parameter($0, scope) },
            callbacks: function.callbacks.map(\.name),
            documentation: paragraphs(function.completeSummary, in: scope),
            errors: function.errors.map { prose.text($0, in: scope) },
            threads: Document.ThreadsEntry(function.threads),
            deprecation: function.deprecation.map(Document.DeprecationEntry.init)
        )
    }

    func parameter(_ parameter: LoweredParameter, _ scope: [String]) -> Document.ParameterEntry {
        Document.ParameterEntry(
            name: parameter.name,
            type: parameter.type,
            role: parameter.role.word,
            isOptional: parameter.role.isOptional,
            presence: parameter.role.hasPresence ? parameter.presence.word : nil,
            isConsumed: parameter.isConsumed ? true : nil,
            value: parameter.crossing.map(Document.ValueEntry.init),
            label: parameter.origin?.label,
            defaultValue: parameter.origin?.defaultValue?.source,
            unit: parameter.unit?.word,
            documentation: prose.text(parameter.remarked, in: scope)
        )
    }
}
