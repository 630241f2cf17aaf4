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
    static func name(_ entity: DocumentedNames.Entity, _ names: CSharpNames, _ members: CSharpMembers) -> String? {
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

    mutating func write() {
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

    mutating func write(_ type: LoweredType) {
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

    mutating func enumeration(_ type: LoweredType, _ cases: [EnumerationCase]) {
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

    mutating func extensions(of c: String, _ path: [String]) {
        let own = members.owned[c, default: []].filter(\.isExtension)
        if own.isEmpty { return }
        let name = names.derived(.extensions, c)
        let extended = members.style(c) == .interface ? names.interface(c) : names.className(c)
        writer.line("/// <summary>Members of <see cref=\"\(extended ?? "")\"/>.</summary>")
        classBlock("public static unsafe class \(name)") { library in
            for member in own {
                library.member(member, in: path, extended: extended)
            }
        }
    }

    mutating func free() {
        let modules = library.library.modules.joined(separator: ", ")
        writer.line("/// <summary>The functions and variables of \(modules).</summary>")
        let prefix = library.prefix
        classBlock("public static unsafe class \(names.library)") { library in
            library.writer.line("/// <summary>The number of objects that the program holds.</summary>")
            library.writer.block("public static long LiveHandles\n{") { writer in
                writer.block("get\n{") { writer in
                    writer.line(CSharpFunction.loaded)
                    writer.line("return (long)Native_.\(prefix)_debug_live_handles();")
                }
            }
            library.writer.line()
            library.writer.line(
                "/// <summary>Waits until at most a number of objects is left. An object outlives its release while"
            )
            library.writer.line("/// the library uses it.</summary>")
            library.writer.line("/// <param name=\"count\">the number</param>")
            library.writer.line("/// <param name=\"limit\">the limit of the wait; null for none</param>")
            library.writer.line("/// <returns>whether no more are left</returns>")
            library.writer.block("public static bool WaitForLiveHandles(long count, global::System.TimeSpan? limit = null)\n{") {
                writer in
                writer.line(CSharpFunction.loaded)
                writer.line("Implementations_.Settle();")
                writer.line("int status_ = Native_.\(prefix)_debug_wait_for_live_handles((ulong)count, Times_.Limit(limit));")
                writer.line("Failure_.Check(status_);")
                writer.line("return status_ == Status_.Ok;")
            }
            library.writer.line()
            library.writer.line(
                "/// <summary>Receives the exceptions of functions that the library has called, and that cannot report them to it.</summary>"
            )
            library.writer.block("public static event global::System.EventHandler<CallbackFailedEventArgs> CallbackFailed\n{") {
                writer in
                writer.line("add { Callback_.Failed += value; }")
                writer.line("remove { Callback_.Failed -= value; }")
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
}
