import BindingModel

/// The definitions of the header, and their order.
extension CPlusPlusEmitter {
    // MARK: Items

    /// An item of the header, with the items that must precede it.
    enum Item {
        case type(LoweredType)
        case handle(HandleType)
        case tuple(Aggregate)
    }

    func word(_ item: Item) -> String {
        switch item {
        case .type(let type): names.word(type.declaration)
        case .handle(let handle): handle.word
        case .tuple(let aggregate): aggregate.crossing.word
        }
    }

    func c(_ item: Item) -> String { "\(prefix)_\(word(item))" }

    var items: [Item] {
        var items: [Item] = []
        for type in library.types where type.crossing != nil {
            if case .enumeration = type.declaration.kind { continue }
            items.append(.type(type))
        }
        for handle in library.handles where handle.holder != .runtime && handle.declaration == nil {
            items.append(.handle(handle))
        }
        for aggregate in library.aggregates {
            if case .tuple(let fields) = aggregate.content, fields.contains(where: { $0.label != nil }) {
                items.append(.tuple(aggregate))
            }
        }
        return items
    }

    /// The items, each after its parts and, as far as possible, after the types of its default values.
    func ordered() -> [Item] {
        let items = self.items
        let byWord = Dictionary(items.map { (word($0), $0) }, uniquingKeysWith: { first, _ in first })
        var result: [Item] = []
        var done: Set<String> = []
        var open: Set<String> = []
        func place(_ item: Item) {
            let name = word(item)
            if done.contains(name) || !open.insert(name).inserted { return }
            for need in parts(item) { if let other = byWord[need] { place(other) } }
            for need in presets(item) where !open.contains(need) {
                // Only if the type does not depend on this one.
                if let other = byWord[need], !reaches(other, name, byWord) { place(other) }
            }
            if done.insert(name).inserted { result.append(item) }
        }
        for item in items { place(item) }
        return result
    }

    func reaches(_ item: Item, _ goal: String, _ byWord: [String: Item]) -> Bool {
        var seen: Set<String> = []
        func visit(_ item: Item) -> Bool {
            let name = word(item)
            if name == goal { return true }
            if !seen.insert(name).inserted { return false }
            return parts(item).contains { byWord[$0].map(visit) ?? false }
        }
        return visit(item)
    }

    /// The types that an item holds by value, or derives from.
    func parts(_ item: Item) -> [String] {
        switch item {
        case .handle: return []
        case .tuple(let aggregate): return named(aggregate.crossing, isOutermost: true)
        case .type(let type):
            if case .object(let object) = type.declaration.kind, let parent = object.superclass {
                return types.interface.declaration(parent).map { [names.word($0)] } ?? []
            }
            if type.handle != nil { return [] }
            return type.crossing.map { named($0, isOutermost: true) } ?? []
        }
    }

    func named(_ crossing: Crossing, isOutermost: Bool = false) -> [String] {
        switch crossing.shape {
        case .handle: return [types.handleWord(crossing)]
        case .aggregate:
            switch types.interface.content(crossing) {
            case .optional(let wrapped): return named(wrapped)
            case .array(let element), .set(let element): return named(element)
            case .map(let key, let value, _): return named(key) + named(value)
            case .range(let bound, _): return named(bound)
            case .tuple(let fields):
                if !isOutermost && fields.contains(where: { $0.label != nil }) { return [crossing.word] }
                return fields.flatMap { named($0.crossing) }
            case .record(_, let fields): return isOutermost ? fields.flatMap { named($0.crossing) } : [crossing.word]
            case .variant(_, let cases):
                return isOutermost ? cases.flatMap { $0.payload.flatMap { named($0.crossing) } } : [crossing.word]
            case nil: return []
            }
        default: return []
        }
    }

    func presets(_ item: Item) -> [String] {
        (scopes[c(item)]?.functions ?? []).flatMap { $0.arguments.compactMap(\.presetNeeds) }
    }
}
