import BindingModel

/// Puts a library together: builds the declarations that the resolver requests, and accounts for each public symbol.
struct LibraryAssembler {
    let symbols: LibrarySymbols
    let extractor: MemberExtractor
    var resolver: TypeResolver
    var ledger = Ledger()
    /// The declarations so far.
    var declarations: [TypeIdentifier: TypeDeclaration] = [:]
    /// The declarations of records, to be used if they cannot be records.
    var opaque: [TypeIdentifier: TypeDeclaration] = [:]

    /// Creates an assembler that continues with what a resolver has found.
    init(_ resolver: TypeResolver, _ specializer: Specializer) {
        symbols = resolver.symbols
        extractor = MemberExtractor(symbols: symbols, specializer: specializer)
        self.resolver = resolver
    }

    var table: SymbolTable { symbols.table }

    /// Builds the library. Called once.
    mutating func library(named name: String) -> Library {
        var library = Library(name: name, modules: symbols.modules)
        let own = table.sorted.filter { $0.isPublic && symbols.modules.contains($0.module) }
        for symbol in own where symbol.isType {
            if let problem = symbols.problem(with: symbol.usr) { ledger.omit(symbol.usr, problem) }
        }
        addGlobals(own, to: &library)
        addForeignExtensions(own, to: &library)
        addAliases(own)
        while let next = resolver.requests.next() { declarations[next] = declaration(of: next) }
        declarations.merge(resolver.declared) { extended, _ in extended }
        addCompositions()
        demoteRecursiveRecords()
        markRecursiveVariants()
        library.types = declarations.values.sorted { precedes($0, $1) }
        library.imports = resolver.requests.imports.subtracting(symbols.modules).sorted()
        for identifier in resolver.requests.requested { ledger.generate(identifier.usr) }
        for usr in resolver.replaced { ledger.replace(usr) }
        LibraryAccount(symbols: symbols, ledger: ledger, types: Set(declarations.keys.map(\.usr))).add(to: &library)
        return library
    }

    private func precedes(_ left: TypeDeclaration, _ right: TypeDeclaration) -> Bool {
        left.identifier.usr == right.identifier.usr
            ? left.spelling < right.spelling
            : table.precedes(left.identifier.usr, right.identifier.usr)
    }
}

// MARK: - Members

extension LibraryAssembler {
    /// Adds a member to the list, unless it is left out or represented otherwise.
    mutating func addMember(_ symbol: Symbol, of owner: TypeIdentifier?, _ outer: Scope, to list: inout MemberList) {
        do throws(Unrepresentable) {
            try symbol.checkUsable()
            let isOfProtocol = table.owner[symbol.usr].flatMap { symbols[$0]?.kind } == "protocol"
            if symbol.path.last?.hasPrefix("_") == true, !isOfProtocol {
                throw Unrepresentable("its name begins with an underscore: by Swift's convention it is not for other modules")
            }
            let scope = try resolver.scope(outer, meetingConstraintsOf: symbol)
            if let owner, let coding = try coding(symbol, of: owner) {
                list.functions.append(coding)
                return ledger.generate(symbol.usr)
            }
            switch symbol.kind {
            case "method", "type.method", "func", "func.op", "init":
                list.functions += try extractor.functions(symbol, of: owner, scope, &resolver)
            case "property", "type.property", "var", "subscript", "type.subscript":
                list.properties.append(try extractor.property(symbol, of: owner, scope, &resolver))
            case "typealias": _ = try resolver.resolve(try symbol.aliasTarget, scope, [.anything, .uncopied])
            case "associatedtype": throw Unrepresentable("associated type")
            case "macro": throw Unrepresentable("a macro: it has no meaning outside Swift")
            default: throw Unrepresentable("a \(symbol.kind) has no counterpart in other languages")
            }
            ledger.generate(symbol.usr)
        } catch {
            ledger.omit(symbol.usr, error.reason, isOfArguments: error.isOfArguments)
        }
    }

    /// Removes what others stand for, and marks functions of which a call must name the result.
    mutating func settle(_ list: inout MemberList) {
        for (variadic, other) in list.mergeVariadics() { ledger.substitute(variadic, by: other) }
        list.functions.markAmbiguousResults(among: list.functions)
    }
}

extension Symbol {
    /// Throws if a program outside cannot use the declaration.
    func checkUsable() throws(Unrepresentable) {
        if isSPI { throw Unrepresentable("SPI") }
        if isUnavailable { throw Unrepresentable("unavailable") }
    }

    /// The type for which an alias stands.
    var aliasTarget: TypeSyntax {
        get throws(Unrepresentable) {
            let declaration = try DeclarationParser.parse(fragments)
            guard declaration.genericParameters.isEmpty else {
                throw Unrepresentable("a generic alias: it is followed where it is used")
            }
            guard let type = declaration.type else { throw Unrepresentable("what it stands for is unknown") }
            return type
        }
    }
}
