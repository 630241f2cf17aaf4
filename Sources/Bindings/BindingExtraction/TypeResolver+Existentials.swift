import BindingModel

/// Any value and some value of a protocol, and compositions of which only one protocol is relevant.
extension TypeResolver {
    /// Resolves `any P`, `some P`, and compositions of which only one protocol is relevant.
    mutating func resolveExistential(
        _ type: TypeSyntax,
        _ scope: Scope,
        _ place: TypePlace,
        isOpaque: Bool
    ) throws(Unrepresentable) -> BindingType {
        try expansion.enter()
        defer { expansion.leave() }
        let keyword = isOpaque ? "some" : "any"
        if !isOpaque, case .named(let path) = type, path.last?.usr == KnownTypes.sendable { return declare(.sendable) }
        let protocols = try relevantProtocols(type, keyword)
        guard protocols.names.count == 1, let name = protocols.names.first, let usr = name.usr else {
            return try composition(of: protocols.names.compactMap(\.usr), "\(keyword) \(type)")
        }
        if let known = try known(name, usr, scope, place, isOpaque: isOpaque, isSendable: protocols.isSendable) { return known }
        guard let symbol = symbols[usr] else {
            if isOpaque { throw Unrepresentable("generic without a concrete use: `some \(type)`") }
            throw Unrepresentable("`any \(type)` has no counterpart in other languages")
        }
        if symbol.kind == "typealias" {
            return try resolveExistential(Self.aliased(symbol, name.name), scope, place, isOpaque: isOpaque)
        }
        if let problem = symbols.problem(with: usr) { throw Unrepresentable("`\(keyword) \(type)`: \(problem)") }
        let identifier = TypeIdentifier(usr: usr)
        requestDeclaration(for: identifier)
        return .existential(identifier)
    }

    /// The type that represents any value, or some value, of a protocol of another library; `nil` if it is known nowhere.
    private mutating func known(
        _ name: NameSyntax,
        _ usr: String,
        _ scope: Scope,
        _ place: TypePlace,
        isOpaque: Bool,
        isSendable: Bool
    ) throws(Unrepresentable) -> BindingType? {
        if usr == KnownTypes.error { return .error }
        if usr == KnownTypes.queue {
            requests.use("BindingSupport")
            return .queue
        }
        if usr == KnownTypes.asyncSequence {
            let suffix = isSendable ? " & Swift.Sendable" : ""
            return try hiddenSequence(name, scope, place, keyword: isOpaque ? "some" : "any", suffix: suffix)
        }
        if KnownTypes.coders.contains(usr) { throw Unrepresentable("a coder has no counterpart: offer text or bytes instead") }
        if isOpaque, place.contains(.parameter), let stand = try stand(in: usr, name, scope) { return stand }
        if let collection = KnownTypes.collections[usr], let element = name.arguments.first {
            // The conversion to an array would not end.
            if usr == KnownTypes.sequence, !place.contains(.parameter) {
                guard place.contains(.single), !place.contains(.insideClosure) else {
                    throw Unrepresentable("a `Sequence` inside another type may have no end: make it a `Collection`")
                }
                return try erasedSequence(of: element, nil, scope)
            }
            return hidden(try resolve(.array(element), scope, .contained), collection, isSendable: isSendable)
        }
        return nil
    }

    private static func aliased(_ symbol: Symbol, _ name: String) throws(Unrepresentable) -> TypeSyntax {
        if let type = try DeclarationParser.parse(symbol.fragments).type { return type }
        throw Unrepresentable("what `\(name)` stands for is unknown")
    }

    /// The type that stands for an opaque parameter: an array for `some Sequence<Int>`.
    private mutating func stand(in usr: String, _ name: NameSyntax, _ scope: Scope) throws(Unrepresentable) -> BindingType? {
        var arguments: [String: TypeSyntax] = [:]
        if let first = name.arguments.first { arguments[usr == KnownTypes.rangeExpression ? "Bound" : "Element"] = first }
        return try stand(in: [usr], arguments, scope)
    }

    /// The protocols of a composition that are no markers, and whether `Sendable` is among the others.
    private func relevantProtocols(
        _ type: TypeSyntax,
        _ keyword: String
    ) throws(Unrepresentable) -> (names: [NameSyntax], isSendable: Bool) {
        var parts: [TypeSyntax] = [type]
        if case .composition(let types) = type { parts = types }
        var found: [NameSyntax] = []
        var isSendable = false
        for part in parts {
            guard case .named(let path) = part, let name = path.last else {
                throw Unrepresentable("`\(keyword) \(type)` has no counterpart in other languages")
            }
            if path.count > 1, name.usr == nil, name.name == "Type" {
                throw Unrepresentable("`\(keyword) \(type)` is a type as a value: take a value or a name instead")
            }
            if name.usr == KnownTypes.sendable { isSendable = true }
            if !(name.usr.map(KnownTypes.markers.contains) ?? false) || name.usr == KnownTypes.error { found.append(name) }
        }
        if found.isEmpty { throw Unrepresentable("`\(keyword) \(type)` may be anything") }
        guard found.allSatisfy({ $0.usr != nil }) else {
            throw Unrepresentable("`\(keyword) \(type)` has no counterpart in other languages")
        }
        return (found, isSendable)
    }

    private mutating func hiddenSequence(
        _ name: NameSyntax,
        _ scope: Scope,
        _ place: TypePlace,
        keyword: String,
        suffix: String
    ) throws(Unrepresentable) -> BindingType {
        guard place.contains(.sequences) else { throw Unrepresentable("an asynchronous sequence inside another type") }
        guard name.arguments.count == 2 else {
            throw Unrepresentable(
                "`\(keyword) AsyncSequence` does not specify its elements: write `\(keyword) AsyncSequence<E, F>`"
            )
        }
        let element = try resolve(name.arguments[0], scope, .contained)
        let failure = try failure(name.arguments[1], scope)
        let spelled = "\(keyword) Swift.AsyncSequence<\(names.spelling(of: element)), \(names.spelling(of: failure))>\(suffix)"
        return .sequence(SequenceType(element: element, failure: failure, spelling: spelled, isConstructible: false))
    }

    /// The simplest type of the standard library that meets constraints; `nil` if there is none. `arguments` are the types of
    /// associated types, by name.
    mutating func stand(in protocols: [String], _ arguments: [String: TypeSyntax], _ scope: Scope) throws(Unrepresentable)
        -> BindingType?
    {
        let wanted = Set(protocols).subtracting(KnownTypes.markers)
        guard !wanted.isEmpty else { return nil }
        if let bound = arguments["Bound"], wanted.contains(KnownTypes.rangeExpression) {
            return .range(try resolve(bound, scope, .contained), isClosed: false)
        }
        if wanted.isSubset(of: KnownTypes.sequences) {
            if let element = arguments["Element"] { return try resolve(.array(element), scope, .contained) }
            return wanted.isDisjoint(with: KnownTypes.byteSequences) ? nil : .bytes(.array)
        }
        if wanted.contains(KnownTypes.rawRepresentable), wanted.isSubset(of: KnownTypes.rawNames), let raw = arguments["RawValue"]
        {
            let base = try resolve(raw, scope, .contained)
            return base == .string || base == .integer(.int) ? .adapted(.rawName(base, names.spelling(of: base))) : nil
        }
        return KnownTypes.stands.first { stand in
            wanted.allSatisfy { stand.protocols.contains($0) || table.conforms(stand.usr, to: $0) }
        }?.type
    }

    /// The protocol of the library whose conforming types meet all constraints, or the composition of those that do, if the values
    /// have a type.
    mutating func existential(for protocols: [String]) -> BindingType? {
        let wanted = protocols.filter { !KnownTypes.markers.contains($0) }
        let found = wanted.first { usr in
            symbols[usr]?.kind == "protocol" && symbols.problem(with: usr) == nil
                && Set(wanted).isSubset(of: table.refinements(of: usr))
        }
        guard let found else { return wanted.count > 1 ? try? composition(of: wanted, "") : nil }
        let identifier = TypeIdentifier(usr: found)
        requestDeclaration(for: identifier)
        return .existential(identifier)
    }
}
