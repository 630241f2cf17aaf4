/// Facts from the symbol graph, for a module that the digester cannot load.
extension SymbolTable {
    /// The facts about a module's symbols that their declarations show. A type counts as copyable: if it is not, its thunks do
    /// not compile, and are left out.
    func factsOfDeclarations(in module: String) -> [String: Facts] {
        var found: [String: Facts] = [:]
        for symbol in symbols.values where symbol.module == module {
            guard let declaration = try? DeclarationParser.parse(symbol.fragments) else { continue }
            switch symbol.kind {
            case "property", "type.property", "var", "subscript", "type.subscript":
                found[symbol.usr, default: Facts()].hasStorage = symbol.looksStored
                // Stored properties have accessors only if their setter is restricted.
                found[symbol.usr, default: Facts()].hasSetter =
                    declaration.introducer != "let"
                    && (declaration.accessors.isEmpty || declaration.accessors.contains { $0.hasSuffix("set") })
            case "typealias":
                guard let owner = owner[symbol.usr], let name = symbol.path.last else { continue }
                found[owner, default: Facts()].aliases[name] = declaration.type
            case "init" where symbol.path.last == "init(rawValue:)":
                guard let owner = owner[symbol.usr] else { continue }
                found[owner, default: Facts()].aliases["RawValue"] = declaration.parameters.first?.element.type
            default: break
            }
        }
        return found
    }
}

extension Symbol {
    /// Whether a property looks stored: the accessors of computed properties are keywords. A property with both accessors may
    /// have observers, and counts as stored.
    var looksStored: Bool {
        let keywords = fragments.filter { $0.kind == "keyword" }.map(\.spelling)
        return keywords.contains("lazy") || !keywords.contains("get") || keywords.contains("set")
    }
}
