import BindingModel

/// The generic types of the standard library.
extension TypeResolver {
    /// A collection of the standard library that has the elements of an array.
    func adapted(_ array: BindingType, _ name: String) -> BindingType {
        .adapted(AdaptedType(array, "Swift.\(name)<\(names.spelling(of: Self.element(of: array)))>", name: name))
    }

    /// A collection of an unknown type that has the elements of an array, of which a protocol is known: also one that is `some`
    /// collection is any.
    func hidden(_ array: BindingType, _ name: String, isSendable: Bool) -> BindingType {
        let suffix = isSendable ? " & Swift.Sendable" : ""
        return .adapted(
            .hidden(array, "(any Swift.\(name)<\(names.spelling(of: Self.element(of: array)))>\(suffix))", name: name)
        )
    }

    /// `AnySequence` or `AnyIterator`: as a result an iterator; the first as a parameter an array.
    private mutating func anySequence(
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

    mutating func resolveContainer(
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
            return try stream(of: arguments[0], failure: nil, scope, place)
        case KnownTypes.asyncThrowingStream where arguments.count == 2:
            return try stream(of: arguments[0], failure: failure(arguments[1], scope), scope, place)
        default: return nil
        }
    }

    /// The type of a key, an element of a set or a bound, which must conform to a protocol: `any P` conforms to none.
    mutating func concrete(_ type: TypeSyntax, _ scope: Scope) throws(Unrepresentable) -> BindingType {
        let resolved = try resolve(type, scope, .contained)
        guard case .existential = resolved else { return resolved }
        throw Unrepresentable("`\(names.spelling(of: resolved))` cannot be a key, an element of a set or a bound of a range")
    }

    /// The type of the elements of an array.
    static func element(of type: BindingType) -> BindingType {
        if case .array(let element) = type { element } else { .integer(.uint8) }
    }

    /// An asynchronous stream of the standard library; `failure` is nil for the one that never fails.
    private mutating func stream(
        of element: TypeSyntax,
        failure: Failure?,
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType {
        guard place.contains(.sequences) else { throw Unrepresentable("an asynchronous sequence inside another type") }
        let element = try resolve(element, scope, .contained)
        let spelled = names.spelling(of: element)
        let spelling =
            if let failure {
                "Swift.AsyncThrowingStream<\(spelled), \(names.spelling(of: failure))>"
            } else {
                "Swift.AsyncStream<\(spelled)>"
            }
        return .sequence(
            SequenceType(element: element, failure: failure ?? .never, spelling: spelling, isConstructible: true)
        )
    }
}
