import BindingModel

extension LibraryAssembler {
    /// Adds functions, operators, variables and constants outside types.
    mutating func addGlobals(_ found: [Symbol], to library: inout Library) {
        var list = MemberList()
        for symbol in found where table.owner[symbol.usr] == nil && !symbol.isType && symbol.kind != "typealias" {
            // A default implementation of a requirement is called through the requirement.
            if table.implemented[symbol.usr] != nil { continue }
            addMember(symbol, of: nil, Scope(), to: &list)
        }
        settle(&list)
        library.functions = list.functions
        library.properties = list.properties
    }

    /// Checks that aliases have a target. An alias needs no place in the model, because it is replaced by its target wherever
    /// it is used; but the first alias of a generic type with arguments names that type.
    mutating func addAliases(_ found: [Symbol]) {
        for symbol in found where symbol.kind == "typealias" && table.owner[symbol.usr] == nil {
            var list = MemberList()
            addMember(symbol, of: nil, Scope(), to: &list)
            guard let target = try? symbol.aliasTarget,
                case .named(let identifier)? = try? resolver.resolve(target, Scope(), [.anything, .uncopied]),
                !identifier.arguments.isEmpty
            else { continue }
            resolver.names.add(symbol, of: identifier)
        }
    }

    /// Adds the members that the modules add to types of other libraries, and requests extended types of support modules.
    mutating func addForeignExtensions(_ found: [Symbol], to library: inout Library) {
        var extensions: [Extended: [Symbol]] = [:]
        for symbol in found where !symbol.isType {
            guard let owner = table.owner[symbol.usr] else { continue }
            guard let extended = symbols[owner] else {
                extensions[extended(owner, by: symbol), default: []].append(symbol)
                continue
            }
            // A type of a support module that one of the modules extends.
            if extended.isType, !symbols.modules.contains(extended.module), extended.genericParameters.isEmpty,
                symbols.problem(with: owner) == nil
            {
                resolver.requestDeclaration(for: TypeIdentifier(usr: owner))
            }
        }
        let sorted = extensions.sorted { ($0.key.usr, $0.key.spelling) < ($1.key.usr, $1.key.spelling) }
        for (extended, found) in sorted {
            if let type = extended.type {
                add(found, to: extended, type, &library)
                continue
            }
            let chosen = extractor.specializer.chosen.filter { isExtended($0, by: extended.usr) }
            for type in chosen {
                add(
                    found,
                    to: Extended(usr: extended.usr, type: type, spelling: resolver.names.spelling(of: type)),
                    type,
                    &library
                )
            }
            if chosen.isEmpty { for symbol in found { ledger.omit(symbol.usr, reason(extended.usr)) } }
        }
        let functions = Dictionary(grouping: library.extensions, by: \.type).mapValues { $0.flatMap(\.functions) }
        for index in library.extensions.indices {
            library.extensions[index].functions.markAmbiguousResults(among: functions[library.extensions[index].type] ?? [])
        }
    }

    /// Whether an extension of a collection or of a protocol of collections has the members of an array, which the author chose.
    private func isExtended(_ type: BindingType, by usr: String) -> Bool {
        guard case .array = type else { return false }
        return usr == KnownTypes.array || KnownTypes.sequences.contains(usr)
    }

    /// The reason why the members of an extension are left out.
    private func reason(_ usr: String) -> String {
        let name = table.names[usr] ?? usr
        guard isExtended(.array(.void), by: usr) else {
            return "it extends `\(name)`, a type of another library that has no counterpart"
        }
        return "it extends every `\(name)`: ask for that of an array with --specialize '[…]', or constrain its elements to a type"
    }

    /// Adds members to a type of another library: to its declaration, if the library has one.
    private mutating func add(_ found: [Symbol], to extended: Extended, _ type: BindingType, _ library: inout Library) {
        let usr = extended.usr
        var list = MemberList()
        let scope = Scope(selfType: type, generics: Self.arguments(of: type))
        for symbol in found { addMember(symbol, of: TypeIdentifier(usr: usr), scope, to: &list) }
        guard !list.functions.isEmpty || !list.properties.isEmpty else { return }
        if case .named(let identifier) = type, var declaration = declarations[identifier] ?? resolver.declared[identifier] {
            declaration.functions += list.functions
            declaration.properties += list.properties
            // The members may mention types of the module, so that the type belongs to its header.
            if declaration.module.isEmpty, let first = found.first {
                declaration.module = first.module
                declaration.notes.location = first.location
            }
            declarations[identifier] = declaration
            return
        }
        library.extensions.append(
            ForeignExtension(
                type: type,
                spelling: KnownTypes.plain[usr] == nil ? extended.spelling : table.names[usr] ?? extended.spelling,
                functions: list.functions,
                properties: list.properties
            )
        )
    }

    /// The meaning of the generic parameters of a collection.
    private static func arguments(of type: BindingType) -> [String: BindingType] {
        switch type {
        case .array(let element), .set(let element): ["Element": element]
        case .bytes(.array): ["Element": .integer(.uint8)]
        case .dictionary(let key, let value): ["Key": key, "Value": value]
        case .optional(let wrapped): ["Wrapped": wrapped]
        case .range(let bound, _): ["Bound": bound]
        default: [:]
        }
    }

    /// A type of another library that the modules extend.
    private struct Extended: Hashable {
        var usr: String
        /// The type of the model; `nil` if there is none.
        var type: BindingType?
        var spelling: String
    }

    /// The type that a member extends: for a generic type or a protocol, with the types that its constraints name.
    private mutating func extended(_ usr: String, by symbol: Symbol) -> Extended {
        if let plain = KnownTypes.value(of: usr) {
            return Extended(usr: usr, type: plain, spelling: resolver.names.spelling(of: plain))
        }
        if let foreign = ForeignType.known[usr] {
            let type = resolver.declare(foreign)
            return Extended(usr: usr, type: type, spelling: resolver.names.spelling(of: type))
        }
        let constraints = symbol.extensionConstraints + (symbol.generics?.constraints ?? [])
        var arguments: [String: TypeSyntax] = [:]
        for constraint in constraints where constraint.kind == "sameType" {
            let name = constraint.lhs.hasPrefix("Self.") ? String(constraint.lhs.dropFirst(5)) : constraint.lhs
            arguments[name] = .named([NameSyntax(name: constraint.rhs, usr: constraint.rhsPrecise)])
        }
        let type = try? container(usr, arguments)
        return Extended(usr: usr, type: type, spelling: type.map { resolver.names.spelling(of: $0) } ?? "")
    }

    private mutating func container(_ usr: String, _ arguments: [String: TypeSyntax]) throws(Unrepresentable) -> BindingType? {
        switch usr {
        case KnownTypes.array:
            return try arguments["Element"].map { (element) throws(Unrepresentable) in
                try resolver.resolve(.array(element), Scope(), .contained)
            }
        case KnownTypes.dictionary:
            guard let key = arguments["Key"], let value = arguments["Value"] else { return nil }
            return try resolver.resolve(.dictionary(key, value), Scope(), .contained)
        case KnownTypes.range, KnownTypes.closedRange:
            return try arguments["Bound"].map { (bound) throws(Unrepresentable) in
                .range(try resolver.resolve(bound, Scope(), .contained), isClosed: usr == KnownTypes.closedRange)
            }
        case KnownTypes.set, KnownTypes.optional:
            return try arguments[usr == KnownTypes.set ? "Element" : "Wrapped"].map { (part) throws(Unrepresentable) in
                let type = try resolver.resolve(part, Scope(), .contained)
                return usr == KnownTypes.set ? .set(type) : .optional(type)
            }
        default: return try resolver.stand(in: [usr], arguments, Scope())
        }
    }
}
