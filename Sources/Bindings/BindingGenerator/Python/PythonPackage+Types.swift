import BindingModel

/// The classes of a library's types.
extension PythonPackage {
    /// The names of the members of a type, which hide Python's own names in its class.
    func scope(_ c: String) -> Set<String> { Set(members.owned[c, default: []].map(\.name)) }

    // MARK: Enumerations

    mutating func enumeration(_ type: LoweredType, _ cases: [EnumerationCase]) {
        guard let name = names.className(type.c) else { return }
        if type.declaration.isError {
            return errorCases(type, name, cases.map { ($0.chosenName, $0.notes) })
        }
        begin("class \(name)(_enum.Enum):", exporting: name, registering: name)
        let scope = type.declaration.path
        writer.indented { _ in }
        indented { package in
            package.docstring(package.documentation(type.declaration.notes), in: scope)
            for (index, each) in cases.enumerated() {
                for line in package.prose.lines(Documentation(each.notes.documentation).body, in: scope, width: 110) {
                    package.writer.line(line.isEmpty ? "#:" : "#: \(line)")
                }
                package.writer.line("\(PythonNames.constant(each.chosenName)) = \(index)")
            }
            package.members(of: type.c, in: scope)
        }
    }

    /// An enumeration of errors: an exception, with a class for each case.
    private mutating func errorCases(_ type: LoweredType, _ name: String, _ cases: [(name: String, notes: DeclarationNotes)]) {
        let scope = type.declaration.path
        begin("class \(name)(_r.Error):", exporting: name, registering: name)
        indented { package in
            package.docstring(package.documentation(type.declaration.notes), in: scope)
            package.writer.line("_cases: ClassVar[Any]")
            package.members(of: type.c, in: scope)
        }
        for (index, each) in cases.enumerated() {
            let own = PythonNames.caseClass(name, each.name)
            begin("class \(own)(\(name)):", exporting: own)
            indented { package in
                package.docstring(package.documentation(each.notes), in: scope, otherwise: "The case ``\(each.name)``.")
                package.writer.line("_number: ClassVar[int] = \(index)")
                package.writer.line()
                package.writer.block("def __init__(self) -> None:", "") { writer in
                    writer.line("super().__init__(\"\(Words.snake(each.name).replacing("_", with: " "))\", \"\(name)\")")
                }
            }
        }
        cases.isEmpty ? () : self.cases(name, cases.map { PythonNames.caseClass(name, $0.name) })
    }

    private mutating func cases(_ name: String, _ classes: [String]) {
        writer.line()
        writer.line()
        writer.line("\(name)._cases = (\(classes.joined(separator: ", ")),)")
    }

    // MARK: Records

    mutating func record(_ type: LoweredType, _ fields: [AggregateField]) {
        guard let name = names.className(type.c) else { return }
        let isError = type.declaration.isError
        begin("class \(name)(_r.Record\(isError ? ", _r.Error" : "")):", exporting: name, registering: name)
        var presets: [String: DefaultValue] = [:]
        if case .record(let own) = type.declaration.kind {
            for field in own { presets[field.name] = field.defaultValue }
        }
        let scope = scope(type.c)
        indented { package in
            package.docstring(package.documentation(type.declaration.notes), in: type.declaration.path)
            package.fields(
                fields.map { field in
                    FieldText(
                        name: PythonNames.local(field.chosenName),
                        crossing: field.crossing,
                        preset: presets[field.swiftName],
                        notes: field.notes
                    )
                },
                scope: scope,
                path: type.declaration.path
            )
            package.members(of: type.c, in: type.declaration.path)
            package.flags(type.declaration, name)
        }
    }

    /// The operators of a set of flags.
    private mutating func flags(_ declaration: TypeDeclaration, _ name: String) {
        let isSet = declaration.conformances.contains { if case .optionSet = $0 { true } else { false } }
        if !isSet { return }
        for (method, sign) in [("__or__", "|"), ("__and__", "&"), ("__xor__", "^")] {
            writer.line()
            writer.line("def \(method)(self, other: \(name)) -> \(name):")
            writer.line("    return \(name)(self.raw_value \(sign) other.raw_value)")
        }
        writer.line()
        writer.line("def __contains__(self, other: \(name)) -> bool:")
        writer.line("    return self.raw_value & other.raw_value == other.raw_value")
        writer.line()
        writer.line("def __bool__(self) -> bool:")
        writer.line("    return self.raw_value != 0")
    }

    /// A field of a class for values.
    struct FieldText {
        var name: String
        var crossing: Crossing
        /// The default value as Swift source.
        var preset: DefaultValue?
        var notes = DeclarationNotes()
    }

    /// Writes the fields of a class and its initialiser.
    private mutating func fields(_ fields: [FieldText], scope: Set<String>, path: [String]) {
        let scope = scope.union(fields.map(\.name))
        if !fields.isEmpty {
            let quoted = fields.map { "\"\($0.name)\"" }
            writer.line("__match_args__ = (\(quoted.joined(separator: ", "))\(fields.count == 1 ? "," : ""))")
        }
        for field in fields {
            for line in prose.lines(Documentation(field.notes.documentation).body, in: path, width: 110) {
                writer.line(line.isEmpty ? "#:" : "#: \(line)")
            }
            writer.line("\(field.name): \(types.annotation(field.crossing, isArgument: false, in: scope))")
        }
        writer.line()
        var parameters = ["self"]
        var body: [String] = []
        var hasPreset = false
        for field in fields {
            let isDuration = field.crossing.shape == .duration || types.interface.wrapped(field.crossing)?.shape == .duration
            let isInterval = field.crossing.isInterval || types.interface.wrapped(field.crossing)?.isInterval == true
            // Lists are kept as they are; a number of seconds becomes a duration, and a duration a number of seconds.
            let type = types.annotation(field.crossing, isArgument: isDuration || isInterval, in: scope)
            let preset = preset(field)
            if preset == nil, hasPreset, !parameters.contains("*") { parameters.append("*") }
            hasPreset = hasPreset || preset != nil
            switch preset {
            case .literal(let text)?: parameters.append("\(field.name): \(type) = \(text)")
            case .made(let text)?:
                parameters.append("\(field.name): Optional[\(type)] = None")
                body.append("self.\(field.name) = \(text) if \(field.name) is None else \(field.name)")
                continue
            case nil: parameters.append("\(field.name): \(type)")
            }
            let value = isDuration ? "_r.span(\(field.name))" : isInterval ? "_r.seconds(\(field.name))" : field.name
            body.append("self.\(field.name) = \(value)")
        }
        writer.line("def __init__(\(parameters.joined(separator: ", "))) -> None:")
        writer.indented { writer in for line in body.isEmpty ? ["pass"] : body { writer.line(line) } }
    }

    private enum Preset {
        case literal(String)
        /// Made for each value, because it can change.
        case made(String)
    }

    private func preset(_ field: FieldText) -> Preset? {
        guard let value = field.preset ?? (field.crossing.isOptional ? .null : nil) else { return nil }
        if let literal = types.literal(value, field.crossing) { return .literal(literal) }
        switch (value.constant, types.interface.content(field.crossing)) {
        case (.emptyArray?, .array?): return .made("[]")
        case (.emptyArray?, .set?): return .made("_b.set()")
        case (.emptyDictionary?, .map?): return .made("{}")
        default: break
        }
        guard case .named(let identifier) = field.crossing.type, let declaration = types.interface.declaration(identifier) else {
            return nil
        }
        let name = names.className(field.crossing)
        switch (value.constant, declaration.kind) {
        case (.instance(let type)?, .record) where type == nil || type == declaration.path.last: return .made("\(name)()")
        case (.member(let member)?, .variant(let cases, _)):
            let found = cases.first { $0.name == member && $0.payload.isEmpty }
            return found.map { .made("\(PythonNames.caseClass(name, $0.chosenName))()") }
        default: return nil
        }
    }

    // MARK: Variants

    mutating func variant(_ type: LoweredType, _ cases: [AggregateCase]) {
        guard let name = names.className(type.c) else { return }
        let isError = type.declaration.isError
        let path = type.declaration.path
        begin("class \(name)(_r.Record\(isError ? ", _r.Error" : "")):", exporting: name, registering: name)
        indented { package in
            package.docstring(package.documentation(type.declaration.notes), in: path)
            package.writer.line("_cases: ClassVar[Any]")
            package.members(of: type.c, in: path)
        }
        for (index, each) in cases.enumerated() {
            let own = PythonNames.caseClass(name, each.chosenName)
            begin("class \(own)(\(name)):", exporting: own)
            let scope = scope(type.c)
            indented { package in
                package.docstring(package.documentation(each.notes), in: path, otherwise: "The case ``\(each.chosenName)``.")
                package.writer.line("_number: ClassVar[int] = \(index)")
                package.fields(
                    zip(ExtensionEmitter.fieldNames(each), each.payload).map { FieldText(name: $0, crossing: $1.crossing) },
                    scope: scope,
                    path: path
                )
            }
        }
        self.cases(name, cases.map { PythonNames.caseClass(name, $0.chosenName) })
    }
}
