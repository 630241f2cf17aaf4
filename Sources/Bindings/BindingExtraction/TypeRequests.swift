import BindingModel

/// The types that a library needs: each is requested once, and built from a work list, because a signature may need further ones.
struct TypeRequests {
    /// Requested types that are not built yet.
    private var pending: [TypeIdentifier] = []
    private(set) var requested: Set<TypeIdentifier> = []
    /// Number of requested specializations of each generic type, by its USR.
    private var specializations: [String: Int] = [:]
    /// Modules that signatures refer to.
    private(set) var imports: Set<String> = []

    /// Maximum number of specializations of one generic type. Members that return their own type with other arguments would
    /// otherwise request a number of types that grows with a power of the depth.
    static let mostSpecializations = 256

    /// Requests a type, unless it is requested already.
    mutating func request(_ identifier: TypeIdentifier) {
        guard requested.insert(identifier).inserted else { return }
        if !identifier.arguments.isEmpty { specializations[identifier.usr, default: 0] += 1 }
        pending.append(identifier)
    }

    /// Whether the type is requested already, or its generic type has room for a further specialization.
    func hasRoom(for identifier: TypeIdentifier) -> Bool {
        requested.contains(identifier) || specializations[identifier.usr, default: 0] < Self.mostSpecializations
    }

    /// Removes and returns the next type to build; nil if all are built.
    mutating func next() -> TypeIdentifier? { pending.isEmpty ? nil : pending.removeFirst() }

    /// Notes that a signature refers to a module.
    mutating func use(_ module: String) { imports.insert(module) }
}
