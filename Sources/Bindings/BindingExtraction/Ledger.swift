import BindingModel

/// Records which declarations have a place in the model, and the reasons for omissions.
struct Ledger {
    /// The reason for the parts of a sequence, which represents them.
    static let partOfSequence = "part of the sequence"

    private var generated: Set<String> = []
    /// The conformances that represent members, with the types that have them.
    private(set) var implied: [String: (conformance: Conformance, owner: String)] = [:]
    /// The declarations that represent others: the type of its memberwise initialiser.
    private(set) var substitutes: [String: String] = [:]
    /// Generic sequences, which streams of their elements replace.
    private(set) var replaced: Set<String> = []
    private var reasons: [String: String] = [:]
    /// The declarations whose reason is that their generic type has other arguments.
    private var missing: Set<String> = []

    mutating func generate(_ usr: String) { generated.insert(usr) }

    /// Records that one declaration represents another.
    mutating func substitute(_ usr: String, by other: String) { substitutes[usr] = other }

    /// Records that a stream of its elements replaces a type.
    mutating func replace(_ usr: String) {
        generate(usr)
        replaced.insert(usr)
    }

    /// Records that a conformance of a type represents a member.
    mutating func imply(_ usr: String, by conformance: Conformance, of owner: String) {
        generate(usr)
        implied[usr] = (conformance, owner)
    }

    /// Records a reason. The first reason of a declaration is kept; it is ignored if the declaration has a place elsewhere. That it
    /// exists for other arguments of its generic type (`isOfArguments`) is replaced by any other reason.
    mutating func omit(_ usr: String, _ reason: String, isOfArguments: Bool = false) {
        guard reasons[usr] == nil || missing.contains(usr) && !isOfArguments else { return }
        reasons[usr] = reason
        if isOfArguments { missing.insert(usr) } else { missing.remove(usr) }
    }

    func isGenerated(_ usr: String) -> Bool { generated.contains(usr) }
    func reason(_ usr: String) -> String? { generated.contains(usr) ? nil : reasons[usr] }
    func isDecided(_ usr: String) -> Bool { generated.contains(usr) || reasons[usr] != nil }
}
