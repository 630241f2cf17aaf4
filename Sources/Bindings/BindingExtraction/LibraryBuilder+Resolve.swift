import BindingModel

/// Types by their syntax.
extension LibraryBuilder {
    /// Resolves the syntax of a type to a type of the model.
    func resolve(_ type: TypeSyntax, _ scope: Scope, _ place: TypePlace = .anything) throws(Unrepresentable) -> BindingType {
        try resolution.limit.enter()
        defer { resolution.limit.leave() }
        switch type {
        case .named(let names): return try permitted(try resolve(names, scope, place), place)
        case .optional(let wrapped):
            if place.contains(.parameter), try isCText(wrapped, scope) { return .optional(.adapted(.cText)) }
            let wrapped = try resolve(wrapped, scope, place.intersection([.insideClosure, .uncopied, .single]))
            return wrapped == .void ? .adapted(.presence) : .optional(wrapped)
        case .array(let element):
            let element = try resolve(element, scope, .contained)
            return element == .integer(.uint8) ? .bytes(.array) : .array(element)
        case .dictionary(let key, let value):
            return .dictionary(key: try concrete(key, scope), value: try resolve(value, scope, .contained))
        case .tuple(let elements):
            if elements.isEmpty { return .void }
            var resolved: [TupleElement] = []
            for element in elements {
                resolved.append(TupleElement(label: element.label, type: try resolve(element.type, scope, .contained)))
            }
            return .tuple(resolved)
        case .function(let function): return .closure(try resolve(function, scope))
        case .existential(let type): return try resolveExistential(type, scope, place, isOpaque: false)
        case .opaque(let type): return try resolveExistential(type, scope, place, isOpaque: true)
        case .composition: return try resolveExistential(type, scope, place, isOpaque: false)
        case .suppressed: throw Unrepresentable("the type `\(type)` may not be copyable")
        }
    }

    private func resolve(_ names: [NameSyntax], _ scope: Scope, _ place: TypePlace) throws(Unrepresentable) -> BindingType {
        guard let last = names.last else { throw Unrepresentable("its type is unknown") }
        if names.count == 1, last.usr == nil {
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
        if names.count > 1, names[0].usr == nil || last.usr == nil { return try associated(names, scope, place) }
        guard let usr = last.usr else { throw Unrepresentable("the type `\(TypeSyntax.named(names))` cannot be found") }
        if let plain = KnownTypes.plain[usr] {
            if KnownTypes.module(of: usr)?.hasPrefix("Foundation") == true { requests.use(foundation) }
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
        if let symbol = table.symbols[usr], symbol.kind == "typealias" { return try resolve(alias: symbol, last, scope, place) }
        if KnownTypes.subscriptions.contains(usr) {
            requests.use("BindingSupport")
            return .subscription
        }
        return try resolveDeclared(usr, names, scope, place)
    }

    /// Resolves an associated type (`Self.Element`, `Item.ID`, `Base.Element.Element`), if the types before the dots are known.
    private func associated(_ names: [NameSyntax], _ scope: Scope, _ place: TypePlace) throws(Unrepresentable) -> BindingType {
        var rest = names.dropFirst()
        var type: BindingType
        // In an extension of a protocol of collections, `Self` is an array with a known element.
        if names[0].name == "Self", let name = rest.first?.name, let argument = scope.generics[name] {
            type = argument
            rest.removeFirst()
        } else {
            type = try resolve(.named([names[0]]), scope, place)
        }
        for name in rest {
            if let part = associated(name.name, ofArray: type) {
                type = part
            } else if case .named(let identifier) = type, let alias = table.facts[identifier.usr]?.aliases[name.name] {
                type = try resolve(alias, self.scope(of: identifier), place)
            } else {
                throw Unrepresentable("`\(TypeSyntax.named(names))` is an associated type")
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

    /// A collection of the standard library that has the elements of an array.
    private func adapted(_ array: BindingType, _ name: String) -> BindingType {
        .adapted(AdaptedType(array, "Swift.\(name)<\(spelling(of: Self.element(of: array)))>", name: name))
    }

    /// A collection of an unknown type that has the elements of an array, of which a protocol is known: also one that is `some`
    /// collection is any.
    func hidden(_ array: BindingType, _ name: String, isSendable: Bool) -> BindingType {
        let suffix = isSendable ? " & Swift.Sendable" : ""
        return .adapted(.hidden(array, "(any Swift.\(name)<\(spelling(of: Self.element(of: array)))>\(suffix))", name: name))
    }

    /// `AnySequence` or `AnyIterator`: as a result an iterator; the first as a parameter an array.
    private func anySequence(
        _ name: String,
        of element: TypeSyntax,
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        if place.contains(.parameter) {
            guard name == AdaptedType.anySequence else { throw Unrepresentable("an iterator as a parameter: take a sequence") }
            return adapted(try resolve(.array(element), scope, .contained), name)
        }
        guard place.contains(.single), !place.contains(.insideClosure) else {
            throw Unrepresentable("a `Sequence` inside another type: make it a `Collection`")
        }
        return try erasedSequence(of: element, name, scope)
    }

    private func resolveContainer(
        _ usr: String,
        _ name: NameSyntax,
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType? {
        let arguments = name.arguments
        switch usr {
        case KnownTypes.array where arguments.count == 1: return try resolve(.array(arguments[0]), scope, place)
        case KnownTypes.optional where arguments.count == 1: return try resolve(.optional(arguments[0]), scope, place)
        case KnownTypes.dictionary where arguments.count == 2:
            return try resolve(.dictionary(arguments[0], arguments[1]), scope, place)
        case KnownTypes.set where arguments.count == 1: return .set(try concrete(arguments[0], scope))
        case KnownTypes.range where arguments.count == 1:
            return .range(try concrete(arguments[0], scope), isClosed: false)
        case KnownTypes.closedRange where arguments.count == 1:
            return .range(try concrete(arguments[0], scope), isClosed: true)
        case _ where KnownTypes.arrays[usr] != nil && arguments.count == 1:
            return adapted(try resolve(.array(arguments[0]), scope, .contained), KnownTypes.arrays[usr]!)
        case _ where KnownTypes.anySequences[usr] != nil && arguments.count == 1:
            return try anySequence(KnownTypes.anySequences[usr]!, of: arguments[0], scope, place)
        case KnownTypes.measurement where arguments.count == 1:
            guard case .adapted(let unit) = try resolve(arguments[0], scope, .contained), unit.isUnit else {
                throw Unrepresentable("a measurement in units that are not Foundation's")
            }
            return declare(.measurement(unit))
        case KnownTypes.result where arguments.count == 2:
            guard !place.isDisjoint(with: [.outcome, .parameter]) else {
                throw Unrepresentable("a `Result` inside another type")
            }
            return .result(try resolve(arguments[0], scope, .contained), failure: try failure(arguments[1], scope))
        case KnownTypes.span: throw Unrepresentable("`Span` loses its element type outside: take or give a `RawSpan`")
        case KnownTypes.asyncStream where arguments.count == 1:
            return try sequence(element: arguments[0], failure: .never, "Swift.AsyncStream<", scope, place)
        case KnownTypes.asyncThrowingStream where arguments.count == 2:
            return try sequence(
                element: arguments[0],
                failure: failure(arguments[1], scope),
                "Swift.AsyncThrowingStream<",
                scope,
                place
            )
        default: return nil
        }
    }

    /// The type of a key, an element of a set or a bound, which must conform to a protocol: `any P` conforms to none.
    private func concrete(_ type: TypeSyntax, _ scope: Scope) throws(Unrepresentable) -> BindingType {
        let resolved = try resolve(type, scope, .contained)
        guard case .existential = resolved else { return resolved }
        throw Unrepresentable("`\(spelling(of: resolved))` cannot be a key, an element of a set or a bound of a range")
    }

    /// The type of the elements of an array.
    private static func element(of type: BindingType) -> BindingType {
        if case .array(let element) = type { element } else { .integer(.uint8) }
    }

    private func sequence(
        element: TypeSyntax,
        failure: Failure,
        _ prefix: String,
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        guard place.contains(.sequences) else { throw Unrepresentable("an asynchronous sequence inside another type") }
        let element = try resolve(element, scope, .contained)
        var spelled = prefix + spelling(of: element)
        if prefix.contains("Throwing") { spelled += ", " + spelling(of: failure) }
        return .sequence(SequenceType(element: element, failure: failure, spelling: spelled + ">", isConstructible: true))
    }

    /// Maximum depth of generic types within the arguments of others.
    private static let deepestArguments = 4

    private func resolveDeclared(
        _ usr: String,
        _ names: [NameSyntax],
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        let text = TypeSyntax.named(names).description
        guard let symbol = table.symbols[usr] else { return try resolveForeign(usr, names, scope, place) }
        guard symbol.kind != "protocol" else { return try resolveExistential(.named(names), scope, place, isOpaque: false) }
        if let problem = problem(with: usr) { throw Unrepresentable("`\(text)` is left out: \(problem)") }
        var identifier = TypeIdentifier(usr: usr)
        if !symbol.genericParameters.isEmpty {
            identifier.arguments = try arguments(of: names, symbol, scope)
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
    private func resolveForeign(
        _ usr: String,
        _ names: [NameSyntax],
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        let text = TypeSyntax.named(names).description
        if let target = target(of: names, scope) {
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
                    "`\(spelling(of: .existential(usr)))` cannot replace `\(name)`, because it conforms to no protocol"
                )
            }
        }
    }

    /// Resolves a generic sequence of the library to a sequence.
    private func genericSequence(_ identifier: TypeIdentifier, _ place: TypePlace) throws(Unrepresentable) -> BindingType {
        guard place.contains(.sequences) else { throw Unrepresentable("an asynchronous sequence inside another type") }
        let (element, failure) = try elementAndFailure(of: identifier)
        ledger.replace(identifier.usr)
        if let module = table.symbols[identifier.usr]?.module { requests.use(module) }
        return .sequence(
            SequenceType(element: element, failure: failure, spelling: spelling(of: identifier), isConstructible: false)
        )
    }

    /// The element type of a sequence of the library, and its errors.
    func elementAndFailure(of identifier: TypeIdentifier) throws(Unrepresentable) -> (BindingType, Failure) {
        let scope = scope(of: identifier)
        let aliases = table.facts[identifier.usr]?.aliases ?? [:]
        guard let syntax = aliases["Element"] ?? (scope.generics["Element"] != nil ? .named([NameSyntax(name: "Element")]) : nil)
        else { throw Unrepresentable("its element type is unknown: add `typealias Element`") }
        let element = try resolve(syntax, scope, .contained)
        return (element, try aliases["Failure"].map { alias throws(Unrepresentable) in try failure(alias, scope) } ?? .untyped)
    }

    /// The meaning of a generic type's parameters and of `Self` in its members.
    func scope(of identifier: TypeIdentifier) -> Scope {
        let names = table.symbols[identifier.usr]?.genericParameters ?? []
        return Scope(
            selfType: .named(identifier),
            generics: Dictionary(zip(names, identifier.arguments), uniquingKeysWith: { first, _ in first })
        )
    }

    func failure(_ type: TypeSyntax, _ scope: Scope) throws(Unrepresentable) -> Failure {
        if case .existential = type { return .untyped }
        if case .named(let names) = type, let usr = names.last?.usr {
            if usr == KnownTypes.error { return .untyped }
            if table.symbols[usr] == nil { return KnownTypes.plain[usr] == .never ? .never : .untyped }
        }
        switch try resolve(type, scope, .contained) {
        case .never: return .never
        case .named(let identifier): return .typed(identifier)
        default: return .untyped
        }
    }
}
