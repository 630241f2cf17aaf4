import BindingModel

/// Types of other libraries that simpler types represent.
extension Registry {
    /// A type that a simpler type represents: the same C type, with its own conversions.
    mutating func adapted(_ type: BindingType, _ adapted: AdaptedType) throws(LoweringError) -> Crossing {
        let base = try crossing(adapted.base)
        use(adapted.module)
        if adapted.isUnit || adapted.name == "IndexSet" { foundationParts.insert(adapted.name) }
        if adapted == .presence { usesPresence = true }
        if adapted == .cText { usesCText = true }
        if adapted.isRawName { usesRawNames = true }
        var crossing = base
        crossing.type = type
        crossing.swiftType = .named(adapted.spelling)
        let isAggregate = base.shape == .aggregate
        defer { if !isAggregate { adaptedWords.append((crossing.word, base.word)) } }
        crossing.word = unique(Words.snake(adapted.name) + (isAggregate ? "_of_\(base.word)" : ""), type)
        if isAggregate, let content = aggregates.first(where: { $0.crossing.type == base.type })?.content {
            aggregates.append(Aggregate(crossing: crossing, content: content, sharesStructure: true))
        } else if crossing.isConvertedByFunction || crossing.shape != .scalar {
            adaptations.append((crossing, base))
        }
        return crossing
    }
}
