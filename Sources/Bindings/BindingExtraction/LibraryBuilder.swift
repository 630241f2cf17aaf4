import BindingModel

/// Builds the library from the symbol table. **Single-owner**, used for one call.
final class LibraryBuilder {
    let table: SymbolTable
    let request: ExtractionRequest
    var ledger = Ledger()
    /// The types that are needed, and the modules that signatures refer to.
    var requests = TypeRequests()
    /// The resolution that is under way.
    var resolution = Resolution()
    /// The declarations so far.
    var built = BuiltTypes()
    private var problems: [String: String?] = [:]

    init(_ table: SymbolTable, request: ExtractionRequest) {
        self.table = table
        self.request = request
    }

    /// Builds the library.
    ///
    /// - Throws: a problem for each requested specialization that is none.
    func build() throws(ExtractionError) -> Library {
        var library = Library(name: request.libraryName, modules: request.modules)
        let own = table.sorted.filter { $0.isPublic && request.modules.contains($0.module) }
        for symbol in own where symbol.isType { requestDeclaration(for: symbol) }
        let problems = addSpecializations()
        guard problems.isEmpty else { throw ExtractionError(problems) }
        addGlobals(own, to: &library)
        addForeignExtensions(own, to: &library)
        addAliases(own)
        while let next = requests.next() { replace(next, with: declaration(of: next)) }
        addCompositions()
        demoteRecursiveRecords()
        markRecursiveVariants()
        library.types = built.declarations.values.sorted { precedes($0, $1) }
        library.imports = requests.imports.subtracting(request.modules).sorted()
        LibraryAccount(table: table, modules: request.modules, ledger: ledger, built: built) { self.example(of: $0) }
            .add(to: &library)
        return library
    }

    private func requestDeclaration(for symbol: Symbol) {
        if let problem = problem(with: symbol.usr) {
            ledger.omit(symbol.usr, problem)
        } else if symbol.genericParameters.isEmpty {
            requestDeclaration(for: TypeIdentifier(usr: symbol.usr))
        }
    }

    /// Requests a declaration of a type, once.
    func requestDeclaration(for identifier: TypeIdentifier) {
        if requests.request(identifier) { ledger.generate(identifier.usr) }
    }

    func replace(_ identifier: TypeIdentifier, with declaration: TypeDeclaration) {
        built.declarations[identifier] = declaration
    }

    private func precedes(_ left: TypeDeclaration, _ right: TypeDeclaration) -> Bool {
        left.identifier.usr == right.identifier.usr
            ? left.spelling < right.spelling
            : table.precedes(left.identifier.usr, right.identifier.usr)
    }

    // MARK: Permitted types

    /// The reason why a type has no declaration; `nil` if it can have one.
    func problem(with usr: String) -> String? {
        if let known = problems[usr] { return known }
        problems[usr] = .some(nil)
        let problem = findProblem(with: usr)
        problems[usr] = .some(problem)
        return problem
    }

    private func findProblem(with usr: String) -> String? {
        guard let symbol = table.symbols[usr] else { return "it is not in the modules given" }
        if !symbol.isPublic { return "it is not public" }
        if symbol.isSPI { return "SPI" }
        if symbol.isUnavailable { return "unavailable" }
        if table.facts[usr]?.isEscapable == false { return "~Escapable: it would outlive what it was lent from" }
        if table.conforms(usr, to: KnownTypes.asyncIterator) { return Ledger.partOfSequence }
        if symbol.kind == "protocol" { return protocolProblem(symbol) }
        if let owner = table.owner[usr] {
            guard let outer = table.symbols[owner] else {
                return nameOfForeign(owner) == nil ? "it is nested in a type of another library" : nil
            }
            if !outer.isPublic { return "it is nested in a type that is not public" }
        }
        return nil
    }

    private func protocolProblem(_ symbol: Symbol) -> String? {
        for refined in refinements(of: symbol.usr) {
            if KnownTypes.abstract.contains(refined) {
                return "a protocol with an associated type: it cannot be the type of a value"
            }
            for requirement in (table.requirements[refined] ?? []) + (table.members[refined] ?? []) {
                guard let member = table.symbols[requirement] else { continue }
                if member.kind == "associatedtype" {
                    return "a protocol with an associated type: it cannot be the type of a value"
                }
            }
        }
        return nil
    }

    /// A protocol and all protocols that it refines, directly or indirectly.
    func refinements(of usr: String) -> [String] {
        var found = [usr]
        var index = 0
        while index < found.count {
            for next in (table.conformances[found[index]] ?? []).sorted() where !found.contains(next) { found.append(next) }
            index += 1
        }
        return found
    }

    // MARK: Names

    /// A type of another library that is not generic, as Swift source; `nil` if it has no counterpart.
    private func nameOfForeign(_ usr: String) -> String? {
        let type = KnownTypes.plain[usr] ?? KnownTypes.adapted[usr].map { .adapted($0) }
        return type.map { spelling(of: $0) }
    }

    /// A type as Swift source, with a module selector (SE-0491): `Module.Type` would be a member of a type that is called as the
    /// module is.
    func spelling(of identifier: TypeIdentifier) -> String {
        guard let symbol = table.symbols[identifier.usr] else {
            return built.declarations[identifier]?.spelling ?? table.names[identifier.usr] ?? identifier.usr
        }
        if let owner = table.owner[identifier.usr], table.symbols[owner] == nil, let name = nameOfForeign(owner) {
            return "\(name).\(symbol.module)::\(symbol.path.last ?? "")"
        }
        let words = words(of: identifier) { "<" + $0.map { spelling(of: $0) }.joined(separator: ", ") + ">" }
        return "\(symbol.module)::\(words.joined(separator: "."))"
    }

    /// A generic type with arguments left open, as an author would ask for a specialization of it.
    private func example(of symbol: Symbol) -> String {
        let unknown = TypeIdentifier(usr: symbol.usr, arguments: symbol.genericParameters.map { _ in .void })
        return words(of: unknown) { "<" + $0.map { _ in "…" }.joined(separator: ", ") + ">" }.joined(separator: ".")
    }
}
