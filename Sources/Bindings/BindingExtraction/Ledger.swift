import BindingModel

/// Records which declarations have a place in the model, and the reasons for omissions.
struct Ledger {
    private var generated: Set<String> = []
    private var reasons: [String: String] = [:]

    mutating func generate(_ usr: String) { generated.insert(usr) }

    /// Records a reason. The first reason of a declaration is kept; it is ignored if the declaration has a place elsewhere.
    mutating func omit(_ usr: String, _ reason: String) {
        if reasons[usr] == nil { reasons[usr] = reason }
    }

    func isGenerated(_ usr: String) -> Bool { generated.contains(usr) }
    func reason(_ usr: String) -> String? { generated.contains(usr) ? nil : reasons[usr] }
    func isDecided(_ usr: String) -> Bool { generated.contains(usr) || reasons[usr] != nil }
}
