import BindingModel

extension LibraryAssembler {
    /// Returns the declaration of a type with all its members.
    mutating func declaration(of identifier: TypeIdentifier) -> TypeDeclaration {
        let symbol = symbols[identifier.usr]
        var declaration = TypeDeclaration(
            identifier: identifier,
            module: symbol?.module ?? "",
            path: resolver.names.path(of: identifier),
            spelling: resolver.names.spelling(of: identifier),
            kind: .value,
            notes: resolver.names.alias(of: identifier)?.notes ?? symbol?.notes ?? DeclarationNotes()
        )
        guard let symbol else { return declaration }
        resolver.requests.use(symbol.module)
        ledger.generate(symbol.usr)
        if !identifier.arguments.isEmpty { requestTypes(within: identifier) }
        declaration.isCopyable = symbols.isCopyable(identifier)
        // A value that cannot be copied is neither compared nor converted to its protocols.
        declaration.conformances = declaration.isCopyable ? conformances(of: identifier, symbol) : []
        declaration.interfaces = declaration.isCopyable ? interfaces(of: identifier) : []
        if symbol.kind == "protocol" { return interface(declaration, symbol) }
        let list = members(of: identifier, symbol, declaration.conformances)
        declaration.functions = list.functions
        declaration.properties = list.properties
        addCoding(to: &declaration)
        switch symbol.kind {
        case "class": declaration.kind = .object(object(symbol))
        case "struct": if declaration.isCopyable { makeRecord(&declaration) }
        case "enum": makeEnumeration(&declaration, symbol)
        default: break
        }
        return declaration
    }

    private mutating func object(_ symbol: Symbol) -> ObjectType {
        var superclass = table.superclass[symbol.usr]
        while let usr = superclass, symbols.problem(with: usr) != nil { superclass = table.superclass[usr] }
        let identifier = superclass.flatMap { usr -> TypeIdentifier? in
            guard let base = symbols[usr], base.genericParameters.isEmpty else { return nil }
            return TypeIdentifier(usr: usr)
        }
        if let identifier { resolver.requestDeclaration(for: identifier) }
        let isActor = symbols.isActor(symbol.usr)
        return ObjectType(
            isActor: isActor,
            isFinal: isActor || symbol.fragments.contains { $0.spelling == "final" },
            superclass: identifier
        )
    }

    /// The public members: those of the type, of its extensions, and of protocol extensions.
    private mutating func members(of identifier: TypeIdentifier, _ symbol: Symbol, _ conformances: Set<Conformance>) -> MemberList
    {
        var list = MemberList()
        let scope = symbols.scope(of: identifier)
        let iteration = iteration(of: identifier)
        if let iteration { list.functions.append(iteration) }
        for usr in table.members[symbol.usr] ?? [] {
            guard let member = symbols[usr], member.isPublic, !member.isType, member.kind != "enum.case" else { continue }
            if member.kind == "deinit" { continue }
            if let implied = Self.conformance(of: member), conformances.contains(implied) {
                ledger.imply(usr, by: implied, of: symbol.usr)
            } else if isPartOfSequence(member, of: identifier) || iteration != nil && isPartOfIteration(member) {
                ledger.omit(usr, Ledger.partOfSequence)
            } else if let base = table.overridden[usr], symbols[base]?.isPublic == true, member.kind != "init",
                !member.isStatic
            {
                continue
            } else {
                addMember(member, of: identifier, scope, to: &list)
            }
        }
        if symbol.kind == "class" { addInheritedInitializers(to: &list, identifier, scope) }
        addInherited(to: &list, identifier, conformances, scope)
        settle(&list)
        return list
    }

    /// Adds the initialisers of the superclass to a class that declares none.
    private mutating func addInheritedInitializers(to list: inout MemberList, _ identifier: TypeIdentifier, _ scope: Scope) {
        func initializers(_ usr: String) -> [Symbol] {
            (table.members[usr] ?? []).compactMap { symbols[$0] }.filter { $0.kind == "init" }
        }
        var current = identifier.usr
        while initializers(current).isEmpty, let base = table.superclass[current] { current = base }
        guard current != identifier.usr, symbols[current]?.genericParameters.isEmpty == true else { return }
        for symbol in initializers(current) where symbol.isPublic {
            addMember(symbol, of: identifier, scope, to: &list)
        }
    }

    /// Adds the members from extensions of the library's protocols, unless the superclass has them already.
    private mutating func addInherited(
        to list: inout MemberList,
        _ identifier: TypeIdentifier,
        _ conformances: Set<Conformance>,
        _ scope: Scope
    ) {
        var known: Set<String> = []
        var base = table.superclass[identifier.usr]
        while let usr = base {
            known.formUnion(table.inherited[usr] ?? [])
            base = table.superclass[usr]
        }
        for usr in table.inherited[identifier.usr] ?? [] where !known.contains(usr) {
            guard let member = symbols[usr], member.isPublic, !member.isType else { continue }
            if !identifier.arguments.isEmpty, isOfEveryConformingType(member) { continue }
            if let implied = Self.conformance(of: member), conformances.contains(implied) {
                if ledger.implied[usr] == nil { ledger.imply(usr, by: implied, of: identifier.usr) }
                continue
            }
            addMember(member, of: identifier, scope, to: &list)
        }
    }

    /// Whether the modules add a member to every type that conforms to a protocol of another library, as to every `Sequence`.
    ///
    /// A generic type has none of them, only arrays and types without arguments do: each would return a further type with that one
    /// as an argument, and the number of types would grow with a power of the depth.
    private func isOfEveryConformingType(_ member: Symbol) -> Bool {
        guard let owner = table.owner[member.usr], symbols[owner] == nil else { return false }
        return !member.extensionConstraints.contains { constraint in
            constraint.kind == "sameType" || constraint.rhsPrecise.map { symbols[$0] != nil } ?? false
        }
    }

    private func isPartOfSequence(_ member: Symbol, of identifier: TypeIdentifier) -> Bool {
        guard table.conforms(identifier.usr, to: KnownTypes.asyncSequence) else { return false }
        return ["makeAsyncIterator()", "makeRequester(_:)"].contains(member.path.last)
    }

    /// The conformance that represents a member in every language.
    private static func conformance(of member: Symbol) -> Conformance? {
        switch member.path.last {
        case "==(_:_:)": .equatable
        case "<(_:_:)": .comparable
        case "hash(into:)", "hashValue": .hashable
        case "description": .customStringConvertible
        case "allCases": .caseIterable
        default: nil
        }
    }

    private mutating func interfaces(of identifier: TypeIdentifier) -> [TypeIdentifier] {
        let protocols = (table.conformances[identifier.usr] ?? []).filter {
            symbols[$0]?.kind == "protocol" && symbols.problem(with: $0) == nil && $0 != KnownTypes.queue
                && resolver.conforms(identifier, to: $0)
        }
        let sorted = protocols.sorted { table.precedes($0, $1) }.map { TypeIdentifier(usr: $0) }
        for identifier in sorted { resolver.requestDeclaration(for: identifier) }
        return sorted
    }

    private mutating func conformances(of identifier: TypeIdentifier, _ symbol: Symbol) -> Set<Conformance> {
        let plain: [(String, Conformance)] = [
            (KnownTypes.equatable, .equatable), (KnownTypes.hashable, .hashable), (KnownTypes.comparable, .comparable),
            (KnownTypes.customStringConvertible, .customStringConvertible), (KnownTypes.caseIterable, .caseIterable),
            (KnownTypes.error, .error), (KnownTypes.sendable, .sendable),
        ]
        let scope = symbols.scope(of: identifier)
        var found = Set(plain.filter { resolver.conforms(identifier, to: $0.0) }.map(\.1))
        if resolver.conforms(identifier, to: KnownTypes.rawRepresentable), let raw = rawValue(of: identifier) {
            if resolver.conforms(identifier, to: KnownTypes.optionSet), case .integer(let integer) = raw {
                found.insert(.optionSet(integer))
            } else {
                found.insert(.rawRepresentable(raw))
            }
        }
        if resolver.conforms(identifier, to: KnownTypes.collection),
            let (element, _) = try? resolver.elementAndFailure(of: identifier)
        {
            let index = try? table.facts[identifier.usr]?.aliases["Index"].map { try resolver.resolve($0, scope, .contained) }
            found.insert(.collection(element: element, hasIntegerPositions: index == .integer(.int)))
        }
        if resolver.conforms(identifier, to: KnownTypes.asyncSequence),
            let (element, failure) = try? resolver.elementAndFailure(of: identifier)
        {
            found.insert(.asyncSequence(element: element, failure: failure))
        }
        return found
    }

    private mutating func rawValue(of identifier: TypeIdentifier) -> BindingType? {
        guard let alias = table.facts[identifier.usr]?.aliases["RawValue"] else { return nil }
        return try? resolver.resolve(alias, symbols.scope(of: identifier), .contained)
    }
}
