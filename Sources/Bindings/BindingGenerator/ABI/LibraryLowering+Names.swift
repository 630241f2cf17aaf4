import BindingModel

/// The names of functions.
extension LibraryLowering {
    private func with(_ stem: String) -> String { stem == "create" || stem == "make" ? "_with_" : "_" }

    /// Assigns a name: the short one, or a longer distinct one. The first declaration has the short name.
    mutating func claimName(
        _ owner: Owner?,
        _ stem: String,
        _ labels: [String?],
        _ parameters: [Parameter],
        for who: String,
        isChosen: Bool = false
    ) -> (name: String, stem: String) {
        let base = "\(owner?.c ?? prefix)_\(stem)"
        if isChosen { return (claimChosen(base, for: who), stem) }
        let words = labels.compactMap { $0 }.map(Words.snake).filter { !stem.hasSuffix("_" + $0) }
        let labelled = words.isEmpty ? stem : stem + with(stem) + words.joined(separator: "_and_")
        let alternatives = alternatives(base, stem, words, labelled, owner, parameters)
        let name = naming.claim(base, alternatives, for: who) ?? naming.claimNumbered(base, for: who)
        if name == base { labelsOfShortNames[base] = Set(words) }
        let isLabelled = labelled != stem && name.hasPrefix("\(owner?.c ?? prefix)_\(labelled)")
        return (name, isLabelled ? labelled : stem)
    }

    /// Assigns a name that the author chose; records a clash.
    private mutating func claimChosen(_ name: String, for who: String) -> String {
        if let name = naming.claim(name, for: who) { return name }
        clashes.append("\(name), which --rename gives \(who), is the name of \(naming.owner(of: name) ?? "another declaration")")
        return naming.claimNumbered(name, for: who)
    }

    /// The word of a parameter's type; nil for a function, which needs no type of its own.
    private mutating func word(of type: BindingType) -> String? { type.isClosure ? nil : try? registry.crossing(type).word }

    /// The longer names of a function, in the order of preference.
    private mutating func alternatives(
        _ base: String,
        _ stem: String,
        _ words: [String],
        _ labelled: String,
        _ owner: Owner?,
        _ parameters: [Parameter]
    ) -> [String] {
        var alternatives: [String] = []
        let fixed = parameters.compactMap(\.fixedType).map(Words.snake)
        if !fixed.isEmpty { alternatives.append(base + "_" + fixed.joined(separator: "_")) }
        let parameters = parameters.filter { $0.fixedValue == nil }
        if let first = parameters.first {
            // Preferred: the first label that the function with the short name does not have; without labels, the first
            // parameter's type.
            if let label = first.label {
                let distinct = words.first { !labelsOfShortNames[base, default: []].contains($0) } ?? Words.snake(label)
                if !stem.hasSuffix("_" + distinct), words.count > 1 { alternatives.append(base + with(stem) + distinct) }
            } else if let word = word(of: first.type) {
                alternatives.append(base + with(stem) + word)
            }
        }
        if !words.isEmpty { alternatives.append("\(owner?.c ?? prefix)_\(labelled)") }
        if parameters.isEmpty {
            let isLifetime = stem == "retain" || stem == "release"
            alternatives.append("\(owner?.c ?? prefix)_\(isLifetime ? "call" : "get")_\(stem)")
        }
        let types = parameters.compactMap { word(of: $0.type) }
        if !types.isEmpty { alternatives.append(base + "_" + types.joined(separator: "_")) }
        if !types.isEmpty, !words.isEmpty {
            alternatives.append(base + "_" + words.joined(separator: "_and_") + "_" + types.joined(separator: "_"))
        }
        return alternatives
    }
}
