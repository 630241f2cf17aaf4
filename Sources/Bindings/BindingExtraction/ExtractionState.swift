import BindingModel

/// The types that a library needs: each is requested once, and built from a work list, because a signature may need further ones.
struct TypeRequests {
    /// Requested types that are not built yet.
    private var pending: [TypeIdentifier] = []
    private var requested: Set<TypeIdentifier> = []
    /// Number of requested specializations of each generic type, by its USR.
    private var specializations: [String: Int] = [:]
    /// Modules that signatures refer to.
    private(set) var imports: Set<String> = []
    /// Whether types are resolved for a question only, and none is requested.
    private var isProbing = false

    /// Maximum number of specializations of one generic type. Members that return their own type with other arguments would
    /// otherwise request a number of types that grows with a power of the depth.
    static let mostSpecializations = 256

    /// Requests a type; returns whether it was not requested before.
    mutating func request(_ identifier: TypeIdentifier) -> Bool {
        guard !isProbing, requested.insert(identifier).inserted else { return false }
        if !identifier.arguments.isEmpty { specializations[identifier.usr, default: 0] += 1 }
        pending.append(identifier)
        return true
    }

    /// Whether the type is requested already, or its generic type has room for a further specialization.
    func hasRoom(for identifier: TypeIdentifier) -> Bool {
        requested.contains(identifier) || specializations[identifier.usr, default: 0] < Self.mostSpecializations
    }

    /// Removes and returns the next type to build; nil if all are built.
    mutating func next() -> TypeIdentifier? { pending.isEmpty ? nil : pending.removeFirst() }

    /// Notes that a signature refers to a module.
    mutating func use(_ module: String) { imports.insert(module) }

    /// Ignores requests until ``endProbe(_:)``. Returns whether it is the outermost probe.
    mutating func beginProbe() -> Bool {
        defer { isProbing = true }
        return !isProbing
    }

    /// Ends a probe, if it is the outermost one.
    mutating func endProbe(_ isOutermost: Bool) { if isOutermost { isProbing = false } }
}

/// The state of the resolution of one type, and the choices for generic parameters.
struct Resolution {
    /// The types that the author chose for generic parameters.
    var chosen: [BindingType] = []
    /// The turn of the declaration that is being extracted.
    var turn = SpecializationTurn()
    /// The limits of the resolution that is under way.
    var limit = ResolutionLimit()
    /// The targets of aliases that are being resolved.
    var followed: Set<TypeSyntax> = []
}

/// The declarations that are built, with what later steps need of them.
struct BuiltTypes {
    var declarations: [TypeIdentifier: TypeDeclaration] = [:]
    /// The declarations of records, to be used if they cannot be records.
    var opaque: [TypeIdentifier: TypeDeclaration] = [:]
    /// The aliases that name a generic type with arguments.
    var aliases: [TypeIdentifier: Symbol] = [:]
}
