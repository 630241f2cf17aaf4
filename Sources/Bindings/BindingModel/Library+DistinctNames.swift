extension Library {
    /// Gives fields and cases whose names are equal in another language names of their own: of `m` and `M`, the second becomes `M2`.
    ///
    /// - Parameter word: The word of a name in C, of which other languages make theirs.
    public mutating func distinguishParts(by word: (String) -> String) {
        for index in types.indices { types[index].kind.distinguishParts(by: word) }
    }
}

extension TypeKind {
    fileprivate mutating func distinguishParts(by word: (String) -> String) {
        func distinct<Part: NamedPart>(_ parts: [Part], _ key: (String) -> String) -> [Part] {
            // The first with a name keeps it, and so do all to which the author gave one.
            var taken = Set(parts.compactMap(\.foreignName).map(key))
            var parts = parts
            for index in parts.indices where parts[index].foreignName == nil {
                let name = parts[index].name
                if taken.insert(key(name)).inserted { continue }
                let base = trimmed(name)
                var number = 2
                while !taken.insert(key("\(base)_\(number)")).inserted { number += 1 }
                parts[index].foreignName = "\(base)_\(number)"
            }
            return parts
        }
        func trimmed(_ name: String) -> String { String(name.reversed().drop { $0 == "_" }.reversed()) }
        /// A keyword becomes another word by an underscore.
        func plain(_ name: String) -> String { trimmed(word(name)) }
        switch self {
        case .record(let fields): self = .record(distinct(fields, plain))
        case .enumeration(let cases): self = .enumeration(distinct(cases, plain))
        // A case with a payload is a type, too, whose name has no underscores.
        case .variant(let cases, let isRecursive):
            self = .variant(distinct(cases) { plain($0).filter { $0 != "_" } }, isRecursive: isRecursive)
        case .object, .value, .interface: break
        }
    }
}
