import BindingModel

extension LibraryBuilder {
    /// Adds functions, operators, variables and constants outside types.
    func addGlobals(_ symbols: [Symbol], to library: inout Library) {
        var list = MemberList()
        for symbol in symbols where table.owner[symbol.usr] == nil && !symbol.isType && symbol.kind != "typealias" {
            // A default implementation of a requirement is called through the requirement.
            if table.implemented[symbol.usr] != nil { continue }
            addMember(symbol, of: nil, Scope(), to: &list)
        }
        library.functions = list.functions
        library.properties = list.properties
    }

    /// Checks that aliases have a target. An alias needs no place in the model, because it is replaced by its target wherever
    /// it is used; but the first alias of a generic type with arguments names that type.
    func addAliases(_ symbols: [Symbol]) {
        for symbol in symbols where symbol.kind == "typealias" && table.owner[symbol.usr] == nil {
            var list = MemberList()
            addMember(symbol, of: nil, Scope(), to: &list)
            guard let target = try? aliasTarget(symbol), case .named(let identifier)? = try? resolve(target, Scope()),
                !identifier.arguments.isEmpty, aliases[identifier] == nil
            else { continue }
            aliases[identifier] = symbol
        }
    }

    /// Adds the members that the modules add to types of other libraries, and requests extended types of support modules.
    func addForeignExtensions(_ symbols: [Symbol], to library: inout Library) {
        var members: [String: [Symbol]] = [:]
        for symbol in symbols where !symbol.isType {
            guard let owner = table.owner[symbol.usr] else { continue }
            guard let extended = table.symbols[owner] else {
                members[owner, default: []].append(symbol)
                continue
            }
            // A type of a support module that one of the modules extends.
            if extended.isType, !request.modules.contains(extended.module), extended.genericParameters.isEmpty,
                problem(with: owner) == nil
            {
                requestDeclaration(for: TypeIdentifier(usr: owner))
            }
        }
        for (usr, symbols) in members.sorted(by: { $0.key < $1.key }) {
            guard let type = KnownTypes.plain[usr] else {
                let name = table.names[usr] ?? usr
                for symbol in symbols {
                    ledger.omit(symbol.usr, "it extends `\(name)`, a type of another library that has no counterpart")
                }
                continue
            }
            var list = MemberList()
            let owner = TypeIdentifier(usr: usr)
            for symbol in symbols { addMember(symbol, of: owner, Scope(selfType: type), to: &list) }
            guard !list.functions.isEmpty || !list.properties.isEmpty else { continue }
            library.extensions.append(
                ForeignExtension(
                    type: type,
                    spelling: table.names[usr] ?? spelling(of: type),
                    functions: list.functions,
                    properties: list.properties
                )
            )
        }
    }
}
