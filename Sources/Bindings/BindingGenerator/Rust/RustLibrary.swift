import BindingModel

/// Writes the types and functions of a library in Rust.
struct RustLibrary {
    let library: LoweredLibrary
    let types: RustTypes
    let members: RustMembers
    let convert: RustConversions
    let prose: Prose
    private var names: RustNames { types.names }

    init(_ library: LoweredLibrary) {
        self.library = library
        types = RustTypes(library, RustNames(library))
        convert = RustConversions(types: types)
        members = RustMembers(library, types)
        let (types, members) = (self.types, self.members)
        prose = Prose(names: DocumentedNames(library), hasExceptions: false, none: "None") { Self.name($0, types, members) }
    }

    /// The name of a declaration in documentation.
    static func name(_ entity: DocumentedNames.Entity, _ types: RustTypes, _ members: RustMembers) -> String? {
        switch entity {
        case .type(let type):
            if RustInterfaces.isImplementable(type.c, types) { return types.names.trait(type.c) }
            return types.names.type(type.c)
        case .enumCase(let type, let name): return "\(types.names.type(type.c))::\(RustNames.variant(name))"
        case .function(let function):
            let all = members.owned[function.owner ?? "", default: []]
            guard let member = all.first(where: { $0.function.call.function.name == function.name }) else { return nil }
            return (function.owner.map { "\(types.names.type($0))::" } ?? "") + member.name
        case .field(let field): return RustNames.value(field.chosenName)
        }
    }

    // MARK: Files

    /// The types of the library.
    func typesText() -> String {
        var writer = CodeWriter()
        let interfaces = RustInterfaces(library: library, types: types, members: members)
        var written: Set<String> = []
        for type in types.interface.ordered(first: \.isEnumeration) {
            written.insert(type.c)
            write(type, &writer)
            interfaces.write(type, &writer) { notes, writer in document(notes, [], &writer) }
            interfaces.conversions(type, &writer)
        }
        for handle in library.handles where !written.contains(handle.c) && handle.holder != .runtime && !handle.isClosure {
            self.handle(handle, nil, &writer)
        }
        for (_, all) in members.owned.sorted(by: { $0.key < $1.key }) { for member in all { builder(member, &writer) } }
        return writer.text
    }

    /// The functions that belong to no type.
    func functionsText() -> String {
        var writer = CodeWriter()
        for member in members.owned["", default: []] { self.member(member, in: [], &writer) }
        return writer.text
    }

    private func write(_ type: LoweredType, _ writer: inout CodeWriter) {
        switch type.declaration.kind {
        case .enumeration(let cases): enumeration(type, cases, &writer)
        case .record, .variant:
            if let aggregate = aggregate(of: type) {
                switch aggregate.content {
                case .record(_, let fields): record(type, aggregate, fields, &writer)
                case .variant(_, let cases): variant(type, aggregate, cases, &writer)
                default: break
                }
            } else if let handle = type.handle {
                self.handle(handle, type, &writer)
            }
        case .interface, .object, .value:
            if let handle = type.handle ?? library.handles.first(where: { $0.c == type.c }) { self.handle(handle, type, &writer) }
        }
        if type.declaration.isError, type.errors != nil { error(type, &writer) }
    }

    func aggregate(of type: LoweredType) -> Aggregate? {
        library.aggregates.first { $0.crossing.type == .named(type.declaration.identifier) }
    }

    // MARK: Values

    private func enumeration(_ type: LoweredType, _ cases: [EnumerationCase], _ writer: inout CodeWriter) {
        let name = names.type(type.c)
        let path = type.declaration.path
        document(type.declaration.notes, path, &writer)
        writer.line("#[repr(i32)]")
        writer.line("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash\(type.has(.less) ? "" : ", PartialOrd, Ord"))]")
        let variants = RustNames.variants(cases.map(\.chosenName))
        writer.block("pub enum \(name) {") { writer in
            for (index, each) in cases.enumerated() {
                document(each.notes, path, &writer)
                writer.line("\(variants[index]) = \(index),")
            }
        }
        writer.line()
        writer.block("impl \(name) {") { writer in
            writer.block("pub(crate) fn from_number(number: i32) -> \(name) {") { writer in
                writer.block("match number {") { writer in
                    for (index, variant) in variants.enumerated() { writer.line("\(index) => \(name)::\(variant),") }
                    writer.line("_ => rt::unknown(\"\(name)\", number),")
                }
            }
        }
        writer.line()
        implementations(type.c, type, &writer)
    }

    private func derived(_ crossing: Crossing, _ type: LoweredType) -> String {
        var traits: [String] = []
        if types.has(.copying, crossing) { traits.append("Clone") }
        if types.isCopied(crossing) { traits.append("Copy") }
        if types.has(.debugging, crossing) { traits.append("Debug") }
        if !type.has(.equal), types.has(.equality, crossing) { traits.append("PartialEq") }
        return traits.isEmpty ? "" : "#[derive(\(traits.joined(separator: ", ")))]"
    }

    private func record(_ type: LoweredType, _ aggregate: Aggregate, _ fields: [AggregateField], _ writer: inout CodeWriter) {
        let name = names.type(type.c)
        let path = type.declaration.path
        document(type.declaration.notes, path, &writer)
        let derived = derived(aggregate.crossing, type)
        if !derived.isEmpty { writer.line(derived) }
        let own = RustNames.fields(fields)
        writer.block("pub struct \(name) {") { writer in
            for (name, field) in zip(own, fields) {
                document(field.notes, path, &writer)
                writer.line("pub \(name): \((try? types.owned(field.crossing)) ?? "()"),")
            }
        }
        writer.line()
        if case .record(let declared) = type.declaration.kind { construction(name, own, fields, declared, type, &writer) }
        if type.declaration.conformances.contains(where: { if case .optionSet = $0 { true } else { false } }), own.count == 1 {
            flags(name, own[0], &writer)
        }
        implementations(type.c, type, &writer)
        comparisons(type, aggregate.crossing, &writer)
    }

    /// Writes the function that makes a record of the fields without default values.
    private func construction(
        _ name: String,
        _ own: [String],
        _ fields: [AggregateField],
        _ declared: [Field],
        _ type: LoweredType,
        _ writer: inout CodeWriter
    ) {
        let presets = Dictionary(declared.map { ($0.name, $0.defaultValue) }, uniquingKeysWith: { first, _ in first })
        let values = fields.map { field in presets[field.swiftName]?.flatMap { RustLiterals(types).literal($0, field.crossing) } }
        let taken = Set(members.owned[type.c, default: []].map(\.name))
        if fields.isEmpty || taken.contains("new") { return }
        let required = own.indices.filter { values[$0] == nil }
        let list = required.map { "\(own[$0]): \((try? types.owned(fields[$0].crossing)) ?? "()")" }.joined(separator: ", ")
        writer.block("impl \(name) {") { writer in
            writer.line(
                "/// A value with these fields\(required.count == own.count ? "." : "; the others have their default values.")"
            )
            writer.block("pub fn new(\(list)) -> \(name) {") { writer in
                let parts = own.indices.map { index in values[index].map { "\(own[index]): \($0)" } ?? own[index] }
                writer.line("\(name) { \(parts.joined(separator: ", ")) }")
            }
        }
        writer.line()
        if required.isEmpty {
            writer.block("impl Default for \(name) {") { writer in writer.line("fn default() -> \(name) { \(name)::new() }") }
            writer.line()
        }
    }

    private func flags(_ name: String, _ field: String, _ writer: inout CodeWriter) {
        writer.block("impl \(name) {") { writer in
            writer.line("/// Whether all flags of another set are in this one.")
            writer.line("pub fn contains(self, other: \(name)) -> bool { self.\(field) & other.\(field) == other.\(field) }")
        }
        writer.line()
        for (trait, method, sign) in [("BitOr", "bitor", "|"), ("BitAnd", "bitand", "&"), ("BitXor", "bitxor", "^")] {
            writer.block("impl std::ops::\(trait) for \(name) {") { writer in
                writer.line("type Output = \(name);")
                writer.line(
                    "fn \(method)(self, other: \(name)) -> \(name) { \(name) { \(field): self.\(field) \(sign) other.\(field) } }"
                )
            }
            writer.line()
        }
    }

    private func variant(_ type: LoweredType, _ aggregate: Aggregate, _ cases: [AggregateCase], _ writer: inout CodeWriter) {
        let name = names.type(type.c)
        let path = type.declaration.path
        document(type.declaration.notes, path, &writer)
        let derived = derived(aggregate.crossing, type)
        if !derived.isEmpty { writer.line(derived) }
        writer.block("pub enum \(name) {") { writer in
            for (variant, each) in zip(RustNames.variants(cases.map(\.chosenName)), cases) {
                document(each.notes, path, &writer)
                let parts = each.payload.map { (try? types.owned($0.crossing)) ?? "()" }
                writer.line("\(variant)\(RustVariant(each).declared(parts)),")
            }
        }
        writer.line()
        implementations(type.c, type, &writer)
        comparisons(type, aggregate.crossing, &writer)
    }

    // MARK: Members

    func implementations(_ c: String, _ type: LoweredType?, _ writer: inout CodeWriter) {
        let own = members.owned[c, default: []]
        let functions = own.filter { if case .function = $0.kind { true } else { false } }
        let path = type?.declaration.path ?? []
        if !functions.isEmpty {
            writer.block("impl \(names.type(c)) {") { writer in for each in functions { member(each, in: path, &writer) } }
            writer.line()
        }
        for each in own {
            if case .operation(let trait, let method) = each.kind { operation(each, trait, method, names.type(c), &writer) }
        }
        if let type, type.isEnumeration { description(type, &writer) }
        parsing(own, names.type(c), &writer)
        iteration(c, own, &writer)
    }

    /// Writes `FromStr` for a type that has an initialiser of a text without label.
    private func parsing(_ own: [RustMember], _ name: String, _ writer: inout CodeWriter) {
        for member in own {
            guard case .constructor(let call, isFailable: true, _) = member.member.kind, !member.function.isFallible,
                member.function.options.isEmpty, member.function.required.map(\.type) == ["&str"],
                let origin = call.function.arguments.first?.origin, origin.label == nil
            else { continue }
            writer.block("impl std::str::FromStr for \(name) {") { writer in
                writer.line("type Err = Error;")
                writer.line()
                writer.block("fn from_str(text: &str) -> Result<\(name), Error> {") { writer in
                    writer.line(
                        "\(name)::\(member.name)(text).ok_or_else(|| Error::new(format!(\"{text:?} is no value of the type \(name)\")))"
                    )
                }
            }
            return writer.line()
        }
    }

    private func operation(_ member: RustMember, _ trait: String, _ method: String, _ own: String, _ writer: inout CodeWriter) {
        let function = member.function
        let parameters = function.parameters
        let other = parameters.count == 2 ? parameters[1] : nil
        let generics = other.map { "<\($0.type)>" } ?? ""
        writer.block("impl std::ops::\(trait)\(generics) for \(parameters[0].type) {") { writer in
            writer.line("type Output = \(function.isFallible ? "Result<\(function.value), Error>" : function.value);")
            writer.line()
            let list = other.map { ", \($0.name): \($0.type)" } ?? ""
            writer.block("fn \(method)(self\(list)) -> Self::Output {") { writer in
                writer.line("let \(parameters[0].name) = self;")
                writer.block("unsafe {") { writer in for line in function.body() { writer.line(line) } }
            }
        }
        writer.line()
    }

    func member(_ member: RustMember, in path: [String], _ writer: inout CodeWriter) {
        write(member.function, member.name, member, in: path, &writer)
        if let setter = member.setter { write(setter, member.setterName, member, in: path, &writer) }
    }

    private func write(
        _ function: RustFunction,
        _ name: String,
        _ member: RustMember,
        in path: [String],
        _ writer: inout CodeWriter
    ) {
        let lowered = function.call.function
        let hasBuilder = member.builder != nil && name == member.name
        let own = (function.selfForm.isEmpty ? [] : [function.selfForm]) + function.required.map { "\($0.name): \($0.type)" }
        let returns = RustTypes.returning(function.returns)
        documentation(function, in: path, &writer)
        if hasBuilder, let builder = member.builder {
            let receiver =
                function.selfForm.isEmpty
                ? (member.member.owner == nil || members.owner(member.member).isEmpty ? "" : "Self::") : "self."
            let passed = function.required.map { $0.name.hasPrefix("mut ") ? String($0.name.dropFirst(4)) : $0.name }
            let call = "\(receiver)\(member.builderName)(\((passed + ["\(builder)::new()"]).joined(separator: ", ")))"
            writer.block("pub fn \(name)(\(own.joined(separator: ", ").replacing(": mut ", with: ": ")))\(returns) {") { writer in
                writer.line(call)
            }
            writer.line()
            writer.line("/// As [`\(receiver == "" ? "" : "Self::")\(name)`], with arguments that may be left out.")
            deprecation(lowered.deprecation, &writer)
            let list = Self.list(own + ["arguments: \(builder)\(Self.lifetime(function))"])
            writer.block("pub fn \(member.builderName)(\(list))\(returns) {") { writer in
                writer.block("unsafe {") { writer in for line in function.body() { writer.line(line) } }
            }
        } else {
            writer.block("pub fn \(name)(\(Self.list(own)))\(returns) {") { writer in
                writer.block("unsafe {") { writer in for line in function.body() { writer.line(line) } }
            }
        }
        writer.line()
    }

    /// Parameters, of which one may be a variable.
    private static func list(_ parameters: [String]) -> String {
        parameters.map { $0.contains(": mut ") ? "mut \($0.replacing(": mut ", with: ": "))" : $0 }.joined(separator: ", ")
    }

    private static func lifetime(_ function: RustFunction) -> String {
        function.options.contains { $0.option?.contains("'a") == true } ? "<'_>" : ""
    }

    /// Writes the type of the arguments that a call may leave out.
    private func builder(_ member: RustMember, _ writer: inout CodeWriter) {
        guard let name = member.builder else { return }
        let options = member.function.options
        let lifetime = Self.lifetime(member.function).isEmpty ? "" : "<'a>"
        let owner = members.owner(member.member)
        let path = owner.isEmpty ? member.name : "\(names.type(owner))::\(member.name)"
        writer.line("/// Arguments of [`\(path)`] that may be left out.")
        writer.line("#[derive(Default)]")
        writer.line("#[must_use]")
        writer.block("pub struct \(name)\(lifetime) {") { writer in
            for each in options { writer.line("pub(crate) \(each.name): \(each.option ?? ""),") }
        }
        writer.line()
        writer.block("impl\(lifetime) \(name)\(lifetime) {") { writer in
            writer.line("/// The default values.")
            writer.line("pub fn new() -> Self { Self::default() }")
            for each in options {
                writer.line()
                if each.documentation.isEmpty {
                    writer.line("/// Sets `\(each.name)`.")
                } else {
                    comment([each.documentation], in: [], &writer)
                }
                writer.block("pub fn \(each.name == "new" ? "new_" : each.name)(mut self, value: \(each.type)) -> Self {") {
                    writer in
                    writer.line("self.\(each.name) = \(each.stored);")
                    writer.line("self")
                }
            }
        }
        writer.line()
    }

    // MARK: Documentation

    func document(_ notes: DeclarationNotes, _ path: [String], _ writer: inout CodeWriter) {
        comment(Documentation(notes.documentation).body, in: path, &writer)
        deprecation(notes.deprecation, &writer)
    }

    private func deprecation(_ deprecation: Deprecation?, _ writer: inout CodeWriter) {
        guard let deprecation else { return }
        let text = deprecation.literal
        writer.line(text.isEmpty ? "#[deprecated]" : "#[deprecated(note = \"\(text)\")]")
    }

    /// A comment: code of other languages is marked as text, so that no test runs it.
    private func comment(_ lines: [String], in path: [String], _ writer: inout CodeWriter) {
        var isCode = false
        var isIndented = false
        func line(_ text: String) { writer.line(text.isEmpty ? "///" : "/// \(text)") }
        for text in prose.lines(lines, in: path, width: 100) {
            if text.hasPrefix("```") {
                isCode.toggle()
                line(isCode ? "```text" : "```")
                continue
            }
            let indents = !isCode && text.hasPrefix("    ")
            if indents != isIndented, !(isIndented && text.isEmpty) {
                line(indents ? "```text" : "```")
                isIndented = indents
            }
            line(isCode || indents ? text : Self.escaped(text))
        }
        if isCode || isIndented { line("```") }
    }

    /// Text in which brackets and angles outside of code are no links and no elements.
    private static func escaped(_ text: String) -> String {
        var result = ""
        var isCode = false
        for character in text {
            if character == "`" { isCode.toggle() }
            if !isCode, "[]<>".contains(character) { result += "\\" }
            result.append(character)
        }
        return result
    }

    private func documentation(_ function: RustFunction, in path: [String], _ writer: inout CodeWriter) {
        let lowered = function.call.function
        var lines = lowered.summary
        let described = function.required.filter { !$0.documentation.isEmpty }
        if !described.isEmpty { lines += [""] + described.map { "- `\($0.name)`: \($0.documentation)" } }
        let results = (function.call.taking ?? lowered).parameters.filter { if case .result = $0.role { true } else { false } }
        if let text = results.first?.documentation, !text.isEmpty { lines += ["", "Returns \(text)"] }
        if !lowered.errors.isEmpty { lines += ["", "# Errors", ""] + lowered.errors }
        comment(lines, in: path, &writer)
        deprecation(lowered.deprecation, &writer)
    }
}
