extension Library {
    /// Gives fields and cases whose names are equal in another language names of their own: of `m` and `M`, the second becomes `M_2`.
    ///
    /// - Parameter word: The word of a name in C, of which other languages make theirs.
    public mutating func distinguishParts(by word: (String) -> String) {
        for index in types.indices { types[index].kind.distinguishParts(by: word) }
    }

    /// Gives cases whose constants in C would be those of another type names of their own: that of `A.bC` is that of `AB.c`.
    ///
    /// - Parameter constant: The constant for a case of the type with this index and a name.
    public mutating func distinguishConstants(_ constant: (Int, String) -> String) {
        var taken: Set<String> = []
        for index in types.indices {
            func key(_ name: String) -> String { constant(index, name) }
            switch types[index].kind {
            case .enumeration(let cases):
                types[index].kind = .enumeration(cases.distinct(from: &taken, keepsChosen: false, key))
            case .variant(let cases, let isRecursive):
                let distinct = cases.distinct(from: &taken, keepsChosen: false, key)
                types[index].kind = .variant(distinct, isRecursive: isRecursive)
            case .record, .object, .value, .interface: break
            }
        }
    }
}

extension TypeKind {
    fileprivate mutating func distinguishParts(by word: (String) -> String) {
        /// A keyword becomes another word by an underscore.
        func plain(_ name: String) -> String { word(name).withoutFinalUnderscores }
        /// A case with a payload is a type, too, whose name has no underscores.
        func joined(_ name: String) -> String { plain(name).filter { $0 != "_" } }
        func distinct<Part: NamedPart>(_ parts: [Part], _ key: (String) -> String) -> [Part] {
            var taken = Set(parts.compactMap(\.foreignName).map(key))
            return parts.distinct(from: &taken, keepsChosen: true, key)
        }
        switch self {
        case .record(let fields): self = .record(distinct(fields, plain))
        case .enumeration(let cases): self = .enumeration(distinct(cases, plain))
        case .variant(let cases, let isRecursive): self = .variant(distinct(cases, joined), isRecursive: isRecursive)
        case .object, .value, .interface: break
        }
    }
}

extension Array where Element: NamedPart {
    /// The parts with names whose keys no other has: the first with a name keeps it.
    ///
    /// - Parameters:
    ///   - taken: The keys that others have; those of the parts are added.
    ///   - keepsChosen: Whether a part to which the author gave a name keeps it; its key is in `taken`.
    ///   - key: The key of a name.
    /// - Returns: the parts.
    fileprivate func distinct(from taken: inout Set<String>, keepsChosen: Bool, _ key: (String) -> String) -> [Element] {
        var parts = self
        for index in parts.indices where !keepsChosen || parts[index].foreignName == nil {
            let name = parts[index].chosenName
            if taken.insert(key(name)).inserted { continue }
            let base = name.withoutFinalUnderscores
            var number = 2
            while !taken.insert(key("\(base)_\(number)")).inserted { number += 1 }
            parts[index].foreignName = "\(base)_\(number)"
        }
        return parts
    }
}

extension String {
    fileprivate var withoutFinalUnderscores: String { String(reversed().drop { $0 == "_" }.reversed()) }
}
