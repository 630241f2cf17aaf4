import BindingModel

/// Which declarations have a place in the model, and why others have none.
struct Ledger {
    private var generated: Set<String> = []
    private var reasons: [String: String] = [:]

    mutating func generate(_ usr: String) { generated.insert(usr) }

    /// The first reason stands; a declaration that has a place elsewhere needs none.
    mutating func omit(_ usr: String, _ reason: String) {
        if reasons[usr] == nil { reasons[usr] = reason }
    }

    func isGenerated(_ usr: String) -> Bool { generated.contains(usr) }
    func reason(_ usr: String) -> String? { generated.contains(usr) ? nil : reasons[usr] }
    func isDecided(_ usr: String) -> Bool { generated.contains(usr) || reasons[usr] != nil }
}
