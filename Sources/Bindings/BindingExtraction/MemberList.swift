import BindingModel

/// Functions and properties that belong together.
struct MemberList {
    var functions: [Function] = []
    var properties: [PropertyDeclaration] = []

    /// Removes functions with any number of values beside one with an array of them, which stands for both. Returns the USRs of what was
    /// removed, with those of what stands for it.
    mutating func mergeVariadics() -> [(variadic: String, other: String)] {
        let arrays = functions.filter { !$0.parameters.contains(where: \.isVariadic) }
        var merged: [(variadic: String, other: String)] = []
        functions.removeAll { function in
            guard function.parameters.contains(where: \.isVariadic) else { return false }
            guard let other = arrays.first(where: { function.differsByVariadics(from: $0) }) else { return false }
            merged.append((function.usr, other.usr))
            return true
        }
        return merged
    }
}

extension [Function] {
    /// Marks functions that differ from another one only in their results, of which a call must name the result.
    mutating func markAmbiguousResults(among all: [Function]) {
        let byName = Dictionary(grouping: all, by: \.name)
        for index in indices where !self[index].namesResult {
            let function = self[index]
            self[index].namesResult = (byName[function.name] ?? []).contains { other in
                other.result != function.result && other.receiver == function.receiver
                    && other.parameters.map(\.label) == function.parameters.map(\.label)
                    && other.parameters.map(\.type) == function.parameters.map(\.type)
            }
        }
    }
}
