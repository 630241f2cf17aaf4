/// Overloads that differ only in parameters that may be left out: a call with the others would be ambiguous.
extension CSharpMembers {
    /// Makes a parameter of each overload required that those with fewer parameters do not have. One that has none gets another name.
    mutating func distinguishOverloads() {
        for c in owned.keys.sorted() {
            let methods = owned[c, default: []].indices.filter { index in
                let kind = owned[c]?[index].kind
                return kind == .method || kind == .constructor
            }
            let groups = Dictionary(grouping: methods) { owned[c]?[$0].name ?? "" }
            for group in groups.sorted(by: { $0.key < $1.key }) where group.value.count > 1 { distinguish(group.value, of: c) }
        }
    }

    private mutating func distinguish(_ overloads: [Int], of c: String) {
        // Those with fewer parameters first, of equal ones the first that was declared.
        let ordered = overloads.sorted { left, right in
            let counts = [left, right].map { owned[c]?[$0].function.parameters.count ?? 0 }
            return counts[0] == counts[1] ? left < right : counts[0] < counts[1]
        }
        for (position, index) in ordered.enumerated() {
            let earlier = ordered.prefix(position)
            while let other = earlier.first(where: { isAmbiguous(owned[c]?[$0], owned[c]?[index]) }) {
                if !requireParameter(of: index, missingIn: other, of: c) {
                    rename(index, of: c)
                    break
                }
            }
        }
    }

    private func isAmbiguous(_ one: CSharpMember?, _ other: CSharpMember?) -> Bool {
        guard let one, let other, one.name == other.name else { return false }
        let lists = [one, other].map(\.function.parameters)
        if lists[0].map(\.key) == lists[1].map(\.key) { return true }
        return lists.allSatisfy { $0.contains { $0.preset != nil } }
            && lists[0].filter { $0.preset == nil }.map(\.key) == lists[1].filter { $0.preset == nil }.map(\.key)
    }

    /// A token that cancels is the last parameter of all overloads.
    private static func mayBeLeftOut(_ parameter: CSharpFunction.Parameter) -> Bool {
        parameter.preset != nil && parameter.name != CSharpFunction.tokenName
    }

    private mutating func requireParameter(of index: Int, missingIn other: Int, of c: String) -> Bool {
        guard let parameters = owned[c]?[index].function.parameters, let others = owned[c]?[other].function.parameters,
            let chosen = parameters.firstIndex(where: { parameter in
                Self.mayBeLeftOut(parameter) && !others.contains { $0.name == parameter.name && $0.key == parameter.key }
            })
        else { return false }
        owned[c]?[index].function.require(chosen)
        return true
    }

    private mutating func rename(_ index: Int, of c: String) {
        guard let member = owned[c]?[index], member.kind == .method else { return }
        let taken = Set(owned[c, default: []].map(\.name))
        let suffix = member.call.isAwaited ? "Async" : ""
        let names = [member.call.function.uniqueStem].map { CSharpNames.pascal($0) + suffix }
        let numbered = (2...).lazy.map { "\(member.name)\($0)" }
        guard let name = names.first(where: { !taken.contains($0) }) ?? numbered.first(where: { !taken.contains($0) }) else {
            return
        }
        owned[c]?[index].name = name
    }
}
