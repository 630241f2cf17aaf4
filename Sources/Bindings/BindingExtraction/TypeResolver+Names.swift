import BindingModel

/// Types by their names: known ones, those of the modules, associated types.
extension TypeResolver {
    mutating func resolve(_ path: [NameSyntax], _ scope: Scope, _ place: TypePlace) throws(Unrepresentable) -> BindingType {
        guard let last = path.last else { throw Unrepresentable("its type is unknown") }
        if path.count == 1, last.usr == nil {
            if let argument = scope.generics[last.name] { return argument }
            if last.name == "Self" {
                guard let type = scope.selfType else { throw Unrepresentable("`Self` in a protocol: it has no type outside") }
                return type
            }
            if last.name == "Any" { return declare(.any) }
            if last.name == "AnyObject" { throw Unrepresentable("`\(last.name)` may be anything") }
            // The symbol graph does not identify some aliases: `NSRange`.
            if let target = table.aliasTargets[last.name] { return try follow(target, last.name, scope, place) }
            throw Unrepresentable("generic without a concrete use: `\(last.name)`")
        }
        if last.name == "Type" || last.name == "Protocol", last.usr == nil { throw Unrepresentable("a type as a value") }
        if path.count > 1, path[0].usr == nil || last.usr == nil { return try associated(path, scope, place) }
        guard let usr = last.usr else { throw Unrepresentable("the type `\(TypeSyntax.named(path))` cannot be found") }
        if let plain = KnownTypes.plain[usr] {
            if KnownTypes.module(of: usr)?.hasPrefix("Foundation") == true { requests.use(names.foundation) }
            if case .bytes(let bytes) = plain, bytes == .span || bytes == .buffer, !place.contains(.borrows),
                !place.contains(.insideClosure)
            {
                throw Unrepresentable("a `\(last.name)` inside another type would outlive what it was lent from")
            }
            return plain
        }
        if let adapted = KnownTypes.adapted[usr] {
            if let module = adapted.module { requests.use(module) }
            return .adapted(adapted)
        }
        if KnownTypes.intervals.contains(usr), place.contains(.single) { return .adapted(.interval) }
        if let foreign = ForeignType.known[usr] { return declare(foreign) }
        if let memory = try resolveMemory(usr, last, scope, place) { return memory }
        if let container = try resolveContainer(usr, last, scope, place) { return container }
        if let symbol = symbols[usr], symbol.kind == "typealias" { return try resolve(alias: symbol, last, scope, place) }
        if KnownTypes.subscriptions.contains(usr) {
            requests.use("BindingSupport")
            return .subscription
        }
        return try resolveDeclared(usr, path, scope, place)
    }

    /// Resolves an associated type (`Self.Element`, `Item.ID`, `Base.Element.Element`), if the types before the dots are known.
    private mutating func associated(_ path: [NameSyntax], _ scope: Scope, _ place: TypePlace) throws(Unrepresentable)
        -> BindingType
    {
        var rest = path.dropFirst()
        var type: BindingType
        // In an extension of a protocol of collections, `Self` is an array with a known element.
        if path[0].name == "Self", let name = rest.first?.name, let argument = scope.generics[name] {
            type = argument
            rest.removeFirst()
        } else {
            type = try resolve(.named([path[0]]), scope, place)
        }
        for name in rest {
            if let part = associated(name.name, ofArray: type) {
                type = part
            } else if case .named(let identifier) = type, let alias = table.facts[identifier.usr]?.aliases[name.name] {
                type = try resolve(alias, symbols.scope(of: identifier), place)
            } else {
                throw Unrepresentable("`\(TypeSyntax.named(path))` is an associated type")
            }
        }
        return type
    }

    /// An associated type of an array; `nil` for other types and other names.
    private func associated(_ name: String, ofArray type: BindingType) -> BindingType? {
        switch type {
        case .array, .bytes(.array): break
        default: return nil
        }
        return switch name {
        case "Element": Self.element(of: type)
        case "Index": .integer(.int)
        case "SubSequence": adapted(type, "ArraySlice")
        default: nil
        }
    }

    /// Maximum depth of generic types within the arguments of others.
    private static let deepestArguments = 4

    private mutating func resolveDeclared(
        _ usr: String,
        _ path: [NameSyntax],
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        let text = TypeSyntax.named(path).description
        guard let symbol = symbols[usr] else { return try resolveForeign(usr, path, scope, place) }
        guard symbol.kind != "protocol" else { return try resolveExistential(.named(path), scope, place, isOpaque: false) }
        if let problem = symbols.problem(with: usr) { throw Unrepresentable("`\(text)` is left out: \(problem)") }
        var identifier = TypeIdentifier(usr: usr)
        if !symbol.genericParameters.isEmpty {
            identifier.arguments = try arguments(of: path, symbol, scope)
            guard identifier.arguments.count == symbol.genericParameters.count else {
                throw Unrepresentable("`\(text)` is generic without a concrete use")
            }
            try checkArguments(identifier, symbol)
            try checkSize(identifier, symbol)
            if table.conforms(usr, to: KnownTypes.asyncSequence) { return try genericSequence(identifier, place) }
        }
        requestDeclaration(for: identifier)
        return .named(identifier)
    }

    /// The arguments of a type at its use: those that its name has, after those that it shares with the type that uses it.
    private mutating func arguments(
        of path: [NameSyntax],
        _ symbol: Symbol,
        _ scope: Scope
    ) throws(Unrepresentable) -> [BindingType] {
        var given: [BindingType] = []
        for argument in path.flatMap(\.arguments) { given.append(try resolve(argument, scope, .uncopied)) }
        let missing = symbol.genericParameters.count - given.count
        guard missing > 0, case .named(let current) = scope.selfType else { return given }
        // The type around both with the most parameters, of which none is in the name.
        let around = Set([symbol.usr] + table.owners(of: symbol.usr))
        let shared = symbols.levels(of: current).last { around.contains($0.usr) && $0.arguments.count <= missing }
        return (shared?.arguments ?? []) + given
    }

    /// Throws if a generic type has arguments without end, as when a member returns its type with further arguments.
    private func checkSize(_ identifier: TypeIdentifier, _ symbol: Symbol) throws(Unrepresentable) {
        let path = symbol.path.joined(separator: ".")
        guard identifier.depth <= Self.deepestArguments else {
            throw Unrepresentable("the arguments of `\(path)` are nested too deeply")
        }
        guard requests.hasRoom(for: identifier) else {
            throw Unrepresentable("`\(path)` has more than \(TypeRequests.mostSpecializations) specializations")
        }
    }

    /// Resolves a type that the modules do not declare: an alias by its target.
    private mutating func resolveForeign(
        _ usr: String,
        _ path: [NameSyntax],
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        let text = TypeSyntax.named(path).description
        if let target = target(of: path, scope) {
            return try follow(target, text, scope, place)
        }
        if usr.hasPrefix("c:") { throw Unrepresentable("`\(text)` is a type of C: wrap it in a Swift type") }
        if usr == KnownTypes.task { throw Unrepresentable("`\(text)`: only a function can return one, and is then asynchronous") }
        let module = KnownTypes.module(of: usr) ?? ""
        if module == "Swift" || module.hasPrefix("_") || module.hasPrefix("Foundation") || module == "Synchronization" {
            throw Unrepresentable("`\(text)` of \(module) has no counterpart in other languages")
        }
        throw Unrepresentable("type `\(text)` is not public in the modules given: add --module \(module)")
    }

    /// Throws if an argument is `any P` where a type that conforms to a protocol is needed: `any P` conforms to none.
    private func checkArguments(_ identifier: TypeIdentifier, _ symbol: Symbol) throws(Unrepresentable) {
        for (name, argument) in zip(symbol.genericParameters, identifier.arguments) {
            guard case .existential(let usr) = argument else { continue }
            let isConstrained = (symbol.generics?.constraints ?? []).contains {
                $0.lhs == name && $0.kind == "conformance" && !KnownTypes.markers.contains($0.rhsPrecise ?? "")
            }
            if isConstrained {
                throw Unrepresentable(
                    "`\(names.spelling(of: .existential(usr)))` cannot replace `\(name)`, because it conforms to no protocol"
                )
            }
        }
    }
}
