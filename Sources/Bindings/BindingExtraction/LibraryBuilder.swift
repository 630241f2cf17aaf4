import BindingModel

/// Builds the library from the symbol table. **Single-owner**, used for one call.
final class LibraryBuilder {
    let table: SymbolTable
    let request: ExtractionRequest
    var ledger = Ledger()
    /// Requested types that are not built yet.
    private var pending: [TypeIdentifier] = []
    private var requested: Set<TypeIdentifier> = []
    /// Number of requested specializations of each generic type, by its USR.
    private var specializations: [String: Int] = [:]
    /// The types that the author chose for generic parameters.
    var chosen: [BindingType] = []
    /// The turn of the declaration that is being extracted.
    var choice = SpecializationTurn()
    private(set) var types: [TypeIdentifier: TypeDeclaration] = [:]
    /// The declarations of records, to be used if they cannot be records.
    var opaque: [TypeIdentifier: TypeDeclaration] = [:]
    /// The aliases that name a generic type with arguments.
    var aliases: [TypeIdentifier: Symbol] = [:]
    /// Modules that signatures refer to.
    var imports: Set<String> = []
    /// The targets of aliases that are being resolved.
    var followed: Set<TypeSyntax> = []
    /// The limits of the resolution that is under way.
    var limit = ResolutionLimit()
    private var problems: [String: String?] = [:]
    /// Whether types are resolved for a question only, and none is requested.
    var isProbing = false

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
        while !pending.isEmpty {
            let next = pending.removeFirst()
            types[next] = declaration(of: next)
        }
        addCompositions()
        demoteRecursiveRecords()
        markRecursiveVariants()
        library.types = types.values.sorted { precedes($0, $1) }
        library.imports = imports.subtracting(request.modules).sorted()
        account(to: &library)
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
        guard !isProbing, requested.insert(identifier).inserted else { return }
        if !identifier.arguments.isEmpty { specializations[identifier.usr, default: 0] += 1 }
        pending.append(identifier)
        ledger.generate(identifier.usr)
    }

    /// Whether the type is requested already, or its generic type has room for a further specialization.
    func hasRoom(for identifier: TypeIdentifier) -> Bool {
        requested.contains(identifier) || specializations[identifier.usr, default: 0] < Self.mostSpecializations
    }

    /// Maximum number of specializations of one generic type. Members that return their own type with other arguments would
    /// otherwise request a number of types that grows with a power of the depth.
    static let mostSpecializations = 256

    func replace(_ identifier: TypeIdentifier, with declaration: TypeDeclaration) { types[identifier] = declaration }

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
        if table.conforms(usr, to: KnownTypes.asyncIterator) { return Self.partOfSequence }
        if symbol.kind == "protocol" { return protocolProblem(symbol) }
        if let owner = table.owner[usr] {
            guard let outer = table.symbols[owner] else {
                return nameOfForeign(owner) == nil ? "it is nested in a type of another library" : nil
            }
            if !outer.isPublic { return "it is nested in a type that is not public" }
        }
        return nil
    }

    static let partOfSequence = "part of the sequence"

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
            return types[identifier]?.spelling ?? table.names[identifier.usr] ?? identifier.usr
        }
        if let owner = table.owner[identifier.usr], table.symbols[owner] == nil, let name = nameOfForeign(owner) {
            return "\(name).\(symbol.module)::\(symbol.path.last ?? "")"
        }
        let words = words(of: identifier) { "<" + $0.map { spelling(of: $0) }.joined(separator: ", ") + ">" }
        return "\(symbol.module)::\(words.joined(separator: "."))"
    }

    /// The member of a superclass or protocol, at any distance, that stands for an override or an implementation of it.
    private func inherited(_ usr: String) -> String? {
        originals(of: usr).first { ledger.isGenerated($0) }
    }

    /// The declarations that a declaration overrides or implements, nearest first.
    private func originals(of usr: String) -> [String] {
        var found: [String] = []
        var current = usr
        while let target = table.overridden[current] ?? table.implemented[current], !found.contains(target) {
            found.append(target)
            current = target
        }
        return found
    }

    /// How the library represents a declaration; `nil` if it does not.
    private func representation(of symbol: Symbol) -> DeclaredSymbol.Representation? {
        if let (conformance, owner) = ledger.implied[symbol.usr] { return .conformance(conformance, of: owner) }
        if let other = ledger.substitutes[symbol.usr] { return .other(usr: other) }
        if ledger.replaced.contains(symbol.usr), !types.keys.contains(where: { $0.usr == symbol.usr }) { return .target }
        if ledger.isGenerated(symbol.usr) { return symbol.kind == "typealias" ? .target : .itself }
        if let usr = inherited(symbol.usr) ?? implementation(of: symbol) { return .other(usr: usr) }
        return nil
    }

    /// The member of a type that stands for an initialiser or operator that a protocol requires.
    private func implementation(of symbol: Symbol) -> String? {
        guard symbol.kind == "init" || symbol.kind == "func.op", let owner = table.owner[symbol.usr],
            table.symbols[owner]?.kind == "protocol"
        else { return nil }
        // The symbol graph does not relate them: they have the same name.
        let found = types.keys.lazy.filter { self.table.conforms($0.usr, to: owner) }.map(\.usr).sorted()
            .flatMap { self.table.members[$0] ?? [] }
            .first { self.table.symbols[$0]?.path.last == symbol.path.last && self.ledger.isGenerated($0) }
        return found.map { ledger.substitutes[$0] ?? $0 }
    }

    /// The reason for a member of a type that is left out, or for a declaration without another reason.
    private func reasonByOwner(_ usr: String) -> String {
        let originals = originals(of: usr)
        for target in originals { if let reason = ledger.reason(target) { return reason } }
        for owner in ([usr] + originals).flatMap({ table.owners(of: $0) }) {
            guard let symbol = table.symbols[owner] else { return "it extends a type of another library that has no counterpart" }
            let name = symbol.path.joined(separator: ".")
            if table.conforms(owner, to: KnownTypes.asyncIterator) || table.conforms(owner, to: KnownTypes.asyncSequence) {
                return Self.partOfSequence
            }
            if let reason = ledger.reason(owner) { return "member of `\(name)`, which is left out: \(reason)" }
            if !ledger.isDecided(owner), !symbol.genericParameters.isEmpty {
                return "member of `\(name)`, which is generic without a concrete use"
            }
        }
        guard let symbol = table.symbols[usr], symbol.isType, !symbol.genericParameters.isEmpty else {
            return "not reached: please report this"
        }
        let unknown = TypeIdentifier(usr: usr, arguments: symbol.genericParameters.map { _ in .void })
        let example = words(of: unknown) { "<" + $0.map { _ in "…" }.joined(separator: ", ") + ">" }.joined(separator: ".")
        return "generic without a concrete use: ask for one with --specialize '\(example)'"
    }

    /// Adds an omission with its reason for every public declaration without a place in the library.
    private func account(to library: inout Library) {
        let counted = table.sorted.filter { isCounted($0) }
        for symbol in counted {
            if let representation = representation(of: symbol) {
                library.declared.append(
                    DeclaredSymbol(
                        usr: symbol.usr,
                        declaration: symbol.declaration,
                        path: symbol.path.joined(separator: "."),
                        location: symbol.location,
                        representation: representation
                    )
                )
                continue
            }
            library.omissions.append(
                Omission(
                    usr: symbol.usr,
                    declaration: symbol.declaration,
                    path: symbol.path.joined(separator: "."),
                    location: symbol.location,
                    reason: ledger.reason(symbol.usr) ?? reasonByOwner(symbol.usr)
                )
            )
        }
        library.declarationCount = counted.count
    }

    /// Whether a declaration is public and belongs to the modules; of support modules, only members of extracted types count.
    private func isCounted(_ symbol: Symbol) -> Bool {
        guard symbol.isPublic, symbol.kind != "deinit" else { return false }
        let owners = table.owners(of: symbol.usr)
        guard owners.allSatisfy({ table.symbols[$0]?.isPublic ?? true }) else { return false }
        if request.modules.contains(symbol.module) { return true }
        if symbol.isType { return ledger.isGenerated(symbol.usr) }
        return owners.first.map { ledger.isGenerated($0) } ?? false
    }
}
