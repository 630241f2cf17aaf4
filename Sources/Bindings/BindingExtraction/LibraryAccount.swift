import BindingModel

/// The account of a library's declarations: each public one has a representation, or a reason why it is left out.
struct LibraryAccount {
    let symbols: LibrarySymbols
    let ledger: Ledger
    /// The USRs of the types that the library declares.
    let types: Set<String>

    private var table: SymbolTable { symbols.table }

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
        if ledger.replaced.contains(symbol.usr) {
            if !types.contains(symbol.usr) { return .target }
        }
        if ledger.isGenerated(symbol.usr) { return symbol.kind == "typealias" ? .target : .itself }
        if let usr = inherited(symbol.usr) ?? implementation(of: symbol) { return .other(usr: usr) }
        return nil
    }

    /// The member of a type that stands for an initialiser or operator that a protocol requires.
    private func implementation(of symbol: Symbol) -> String? {
        guard symbol.kind == "init" || symbol.kind == "func.op", let owner = table.owner[symbol.usr],
            symbols[owner]?.kind == "protocol"
        else { return nil }
        // The symbol graph does not relate them: they have the same name.
        let found = types.filter { table.conforms($0, to: owner) }.sorted()
            .flatMap { table.members[$0] ?? [] }
            .first { symbols[$0]?.path.last == symbol.path.last && ledger.isGenerated($0) }
        return found.map { ledger.substitutes[$0] ?? $0 }
    }

    /// The reason for a member of a type that is left out, or for a declaration without another reason.
    private func reasonByOwner(_ usr: String) -> String {
        let originals = originals(of: usr)
        for target in originals { if let reason = ledger.reason(target) { return reason } }
        for owner in ([usr] + originals).flatMap({ table.owners(of: $0) }) {
            guard let symbol = symbols[owner] else { return "it extends a type of another library that has no counterpart" }
            let name = symbol.path.joined(separator: ".")
            if table.conforms(owner, to: KnownTypes.asyncIterator) || table.conforms(owner, to: KnownTypes.asyncSequence) {
                return Ledger.partOfSequence
            }
            if let reason = ledger.reason(owner) { return "member of `\(name)`, which is left out: \(reason)" }
            if !ledger.isDecided(owner), !symbol.genericParameters.isEmpty {
                return "member of `\(name)`, which is generic without a concrete use"
            }
        }
        guard let symbol = symbols[usr], symbol.isType, !symbol.genericParameters.isEmpty else {
            return "not reached: please report this"
        }
        return "generic without a concrete use: ask for one with --specialize '\(symbols.example(of: symbol))'"
    }

    /// Adds an omission with its reason for every public declaration without a place in the library.
    func add(to library: inout Library) {
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
        guard owners.allSatisfy({ symbols[$0]?.isPublic ?? true }) else { return false }
        if symbols.modules.contains(symbol.module) { return true }
        if symbol.isType { return ledger.isGenerated(symbol.usr) }
        return owners.first.map { ledger.isGenerated($0) } ?? false
    }
}
