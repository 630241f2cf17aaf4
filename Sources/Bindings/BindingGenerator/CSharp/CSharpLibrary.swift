import BindingModel

/// Writes the classes of a library in C#.
struct CSharpLibrary {
    let library: LoweredLibrary
    let names: CSharpNames
    let types: CSharpTypes
    let convert: CSharpConversions
    var members: CSharpMembers
    let prose: Prose
    var writer = CodeWriter()

    init(_ library: LoweredLibrary) {
        self.library = library
        names = CSharpNames(library)
        types = CSharpTypes(library, names)
        convert = CSharpConversions(types: types)
        members = CSharpMembers(library, types)
        let (names, members) = (self.names, self.members)
        prose = Prose(names: DocumentedNames(library), hasExceptions: true, none: "null") { Self.name($0, names, members) }
    }

    /// The name of a declaration in documentation.
    private static func name(_ entity: DocumentedNames.Entity, _ names: CSharpNames, _ members: CSharpMembers) -> String? {
        switch entity {
        case .type(let type): return members.style(type.c) == .interface ? names.interface(type.c) : names.className(type.c)
        case .enumCase(let type, let name): return names.className(type.c).map { "\($0).\(CSharpNames.member(name))" }
        case .function(let function):
            let all = members.owned[function.owner ?? "", default: []]
            guard let member = all.first(where: { $0.call.function.name == function.name }) else { return nil }
            let owner = function.owner.flatMap(names.className)
            if member.kind == .constructor { return owner }
            return (owner.map { "\($0)." } ?? "") + member.name + (member.kind == .method ? "()" : "")
        case .field(let field): return CSharpNames.member(field.chosenName)
        }
    }

    /// The text of the file with classes.
    func text() -> String {
        var library = self
        library.write()
        return library.writer.text
    }

    private mutating func write() {
        for line in CSharpCallbacks(library, types, members).delegates() {
            writer.line("/// <summary>A function of the program that changes its arguments.</summary>")
            writer.line(line)
            writer.line()
        }
        var written: Set<String> = []
        for type in types.interface.ordered(first: \.isEnumeration) {
            written.insert(type.c)
            write(type)
        }
        for handle in library.handles where !written.contains(handle.c) && handle.holder != .runtime { self.handle(handle, nil) }
        free()
        failures()
    }

    private mutating func write(_ type: LoweredType) {
        let path = type.declaration.path
        switch type.declaration.kind {
        case .enumeration(let cases): enumeration(type, cases)
        case .record:
            if let aggregate = aggregate(of: type), case .record(_, let fields) = aggregate.content {
                record(type, aggregate, fields)
            }
        case .variant:
            if let aggregate = aggregate(of: type), case .variant(_, let cases) = aggregate.content {
                variant(type, aggregate, cases)
            } else if let handle = type.handle {
                self.handle(handle, type)
            }
        case .interface: interface(type)
        case .object, .value:
            if let handle = type.handle ?? library.handles.first(where: { $0.c == type.c }) { self.handle(handle, type) }
        }
        extensions(of: type.c, path)
        if type.declaration.isError { exception(type) }
    }

    func aggregate(of type: LoweredType) -> Aggregate? {
        library.aggregates.first { $0.crossing.type == .named(type.declaration.identifier) }
    }

    // MARK: Enumerations

    private mutating func enumeration(_ type: LoweredType, _ cases: [EnumerationCase]) {
        guard let name = names.className(type.c) else { return }
        let path = type.declaration.path
        summary(documentation(type.declaration.notes), in: path)
        obsolete(type.declaration.notes.deprecation)
        writer.line("public enum \(name) : int")
        writer.line("{")
        let prose = self.prose
        writer.indented { writer in
            for (index, each) in cases.enumerated() {
                Self.summary(prose, Documentation(each.notes.documentation).body, in: path, &writer)
                writer.line("\(CSharpNames.member(each.chosenName)) = \(index),")
            }
        }
        writer.line("}")
        writer.line()
    }

    // MARK: Classes with extensions, and the functions of the library

    private mutating func extensions(of c: String, _ path: [String]) {
        let own = members.owned[c, default: []].filter(\.isExtension)
        if own.isEmpty { return }
        let name = names.derived(.extensions, c)
        writer.line(
            "/// <summary>Members of <see cref=\"\(members.style(c) == .interface ? names.interface(c) : names.className(c) ?? "")\"/>.</summary>"
        )
        classBlock("public static unsafe class \(name)") { library in
            for member in own {
                library.member(
                    member,
                    in: path,
                    extended: library.members.style(c) == .interface ? library.names.interface(c) : library.names.className(c)
                )
            }
        }
    }

    private mutating func free() {
        let modules = library.library.modules.joined(separator: ", ")
        writer.line("/// <summary>The functions and variables of \(modules).</summary>")
        let prefix = library.prefix
        classBlock("public static unsafe class \(names.library)") { library in
            library.writer.line("/// <summary>The number of objects that the program holds.</summary>")
            library.writer.line("public static long LiveHandles { get { return (long)Native.\(prefix)_debug_live_handles(); } }")
            library.writer.line()
            library.writer.line(
                "/// <summary>Waits until at most a number of objects is left. An object outlives its release while the library uses it.</summary>"
            )
            library.writer.line("/// <param name=\"count\">the number</param>")
            library.writer.line("/// <param name=\"limit\">the limit of the wait; null for none</param>")
            library.writer.line("/// <returns>whether no more are left</returns>")
            library.writer.block("public static bool WaitForLiveHandles(long count, global::System.TimeSpan? limit = null)\n{") {
                writer in
                writer.line("Implementations.Settle();")
                writer.line("int status_ = Native.\(prefix)_debug_wait_for_live_handles((ulong)count, Times.Limit(limit));")
                writer.line("Failure.Check(status_);")
                writer.line("return status_ == Status.Ok;")
            }
            library.writer.line()
            library.writer.line(
                "/// <summary>Receives the exceptions of functions that the library has called, and that cannot report them to it.</summary>"
            )
            library.writer.block("public static event global::System.EventHandler<CallbackFailedEventArgs> CallbackFailed\n{") {
                writer in
                writer.line("add { Callback.Failed += value; }")
                writer.line("remove { Callback.Failed -= value; }")
            }
            for member in library.members.owned["", default: []] { library.member(member, in: [], extended: nil) }
        }
    }

    // MARK: Blocks

    /// Writes a class with what `body` writes.
    mutating func classBlock(_ head: String, _ body: (inout CSharpLibrary) -> Void) {
        writer.line(head)
        writer.line("{")
        var inner = self
        inner.writer = CodeWriter()
        body(&inner)
        var lines = inner.writer.text.lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        writer.indented { writer in for line in lines { writer.line(line) } }
        writer.line("}")
        writer.line()
    }

    mutating func block(_ head: String, _ lines: [String]) {
        writer.line(head)
        writer.line("{")
        writer.indented { writer in for line in lines { writer.line(line) } }
        writer.line("}")
    }

    // MARK: Members

    mutating func members(of c: String, in path: [String]) {
        for member in members.owned[c, default: []] where !member.isExtension { self.member(member, in: path, extended: nil) }
    }

    /// Writes a member; `extended` is the type whose values an extension method extends.
    mutating func member(_ member: CSharpMember, in path: [String], extended: String?) {
        writer.line()
        switch member.kind {
        case .constructor: return
        case .property: property(member, in: path)
        case .indexer: indexer(member, in: path)
        case .method, .operation: method(member, in: path, extended: extended)
        }
    }

    private mutating func method(_ member: CSharpMember, in path: [String], extended: String?) {
        let function = member.function
        document(member, function, in: path)
        var parameters = function.parameters.map(\.text)
        if let extended, member.call.function.receiver != nil { parameters.insert("this \(extended) self", at: 0) }
        let isStatic = member.isStatic ? "static " : ""
        var name = member.name
        if case .operation(let sign) = member.kind { name = "operator \(sign)" }
        let taker = "Take\(CSharpNames.pascal(types.local(member.call.function.name)))"
        block("public \(isStatic)\(function.returns) \(name)(\(parameters.joined(separator: ", ")))", function.body(taker: taker))
        self.taker(function, taker)
    }

    /// Writes the function that returns the result of an asynchronous call.
    private mutating func taker(_ function: CSharpFunction, _ name: String) {
        guard let taking = function.taking() else { return }
        writer.line()
        block("private static \(taking.type) \(name)(ulong operation)", taking.lines)
    }

    private mutating func property(_ member: CSharpMember, in path: [String]) {
        document(member, nil, in: path)
        writer.line("public \(member.isStatic ? "static " : "")\(member.function.returns) \(member.name)")
        accessors(member)
    }

    private mutating func accessors(_ member: CSharpMember) {
        writer.line("{")
        let getter = member.function.body()
        var setter: [String]?
        if let call = member.setter {
            let receiver: CSharpFunction.Receiver = member.isStatic ? .argument : .this
            setter = (try? CSharpFunction(call, types: types, receiver: receiver, value: "value"))?.body()
        }
        writer.indented { writer in
            writer.block("get\n{") { writer in for line in getter { writer.line(line) } }
            if let setter { writer.block("set\n{") { writer in for line in setter { writer.line(line) } } }
        }
        writer.line("}")
    }

    private mutating func indexer(_ member: CSharpMember, in path: [String]) {
        document(member, member.function, in: path)
        writer.line("public \(member.function.returns) this[\(member.function.parameters.map(\.text).joined(separator: ", "))]")
        accessors(member)
    }

    // MARK: Documentation

    func documentation(_ notes: DeclarationNotes) -> [String] { Documentation(notes.documentation).body }

    mutating func obsolete(_ deprecation: Deprecation?) {
        guard let deprecation else { return }
        let text = deprecation.literal
        writer.line("[global::System.Obsolete(\"\(text.isEmpty ? "deprecated" : text)\")]")
    }

    mutating func summary(_ lines: [String], in path: [String], otherwise: String? = nil) {
        Self.summary(prose, lines, in: path, otherwise: otherwise, &writer)
    }

    static func summary(
        _ prose: Prose,
        _ lines: [String],
        in path: [String],
        otherwise: String? = nil,
        _ writer: inout CodeWriter
    ) {
        var text = prose.lines(lines, in: path, width: 110)
        while text.last?.isEmpty == true { text.removeLast() }
        if text.isEmpty, let otherwise { text = [otherwise] }
        if text.isEmpty { return }
        if text.count == 1 { return writer.line("/// <summary>\(escaped(text[0]))</summary>") }
        writer.line("/// <summary>")
        for line in text { writer.line(line.isEmpty ? "///" : "/// \(escaped(line))") }
        writer.line("/// </summary>")
    }

    /// Text in XML; code in backquotes is an element.
    static func escaped(_ text: String) -> String {
        var result = ""
        var isCode = false
        let plain = text.filter { $0 == "`" }.count % 2 == 1
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "`" where !plain:
                result += isCode ? "</c>" : "<c>"
                isCode.toggle()
            default: result.append(character)
            }
        }
        return result
    }

    mutating func document(_ member: CSharpMember, _ function: CSharpFunction?, in path: [String]) {
        let lowered = member.call.function
        summary(lowered.summary, in: path)
        for parameter in function?.parameters ?? [] where !parameter.documentation.isEmpty {
            let name = parameter.name.hasPrefix("@") ? String(parameter.name.dropFirst()) : parameter.name
            tag("param name=\"\(name)\"", "param", parameter.documentation, in: path)
        }
        if function != nil {
            let results = (member.call.taking ?? lowered).parameters.filter { if case .result = $0.role { true } else { false } }
            if let text = results.first?.documentation, !text.isEmpty { tag("returns", "returns", text, in: path) }
        }
        for error in lowered.errors { tag("exception cref=\"LibraryException\"", "exception", error, in: path) }
        obsolete(lowered.deprecation)
    }

    private mutating func tag(_ opening: String, _ name: String, _ text: String, in path: [String]) {
        let lines = prose.lines([text], in: path, width: 110).map(Self.escaped)
        guard lines.count > 1 else { return writer.line("/// <\(opening)>\(lines.first ?? "")</\(name)>") }
        writer.line("/// <\(opening)>")
        for line in lines { writer.line("/// \(line)") }
        writer.line("/// </\(name)>")
    }
}
