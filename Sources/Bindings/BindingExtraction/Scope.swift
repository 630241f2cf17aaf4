import BindingModel

/// The meaning of generic names at the position of a type.
struct Scope {
    /// The meaning of `Self`; `nil` in a protocol and outside types.
    var selfType: BindingType?
    var generics: [String: BindingType] = [:]
    /// The meaning of `Self` in results of a protocol's members, which may be any conforming type.
    var resultSelf: BindingType?

    /// The scope for the result of a member.
    var ofResult: Scope {
        var scope = self
        scope.selfType = selfType ?? resultSelf
        return scope
    }
}

/// The position of a type, and the kinds of types that are permitted there.
struct TypePlace: OptionSet {
    let rawValue: UInt8

    static let sequences = TypePlace(rawValue: 2)
    static let borrows = TypePlace(rawValue: 4)
    /// The parameters of a closure may be borrowed.
    static let insideClosure = TypePlace(rawValue: 8)
    /// The place is a parameter, for which a generic type is replaced by one that meets its constraints.
    static let parameter = TypePlace(rawValue: 16)
    /// The place is the result of a function or a part of a closure, where `Result` is permitted as in a parameter.
    static let outcome = TypePlace(rawValue: 32)

    /// The place is a parameter or a result, where a value that cannot be copied is permitted.
    static let uncopied = TypePlace(rawValue: 64)

    /// The place is a value by itself, or an optional one, whose alias `TimeInterval` has a meaning.
    static let single = TypePlace(rawValue: 128)

    static let anything: TypePlace = [.sequences, .borrows, .single]
    static let contained: TypePlace = []
}

/// The aliases that are being expanded. They may contain each other, or double with each alias.
struct AliasExpansion {
    private static let deepest = 100
    private static let most = 2_000

    private var depth = 0
    private var count = 0
    /// The targets that are being resolved.
    private var targets: Set<TypeSyntax> = []

    mutating func enter() throws(Unrepresentable) {
        if depth == 0 { count = 0 }
        guard depth < Self.deepest, count < Self.most else { throw Unrepresentable("its type is nested too deeply") }
        depth += 1
        count += 1
    }

    mutating func leave() { depth -= 1 }

    /// Begins with the target of an alias; returns whether it is not under way.
    mutating func begin(_ target: TypeSyntax) -> Bool { targets.insert(target).inserted }

    mutating func end(_ target: TypeSyntax) { targets.remove(target) }
}
