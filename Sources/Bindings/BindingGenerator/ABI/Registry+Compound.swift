import BindingModel

/// Types that contain others.
extension Registry {
    mutating func declare(_ crossing: Crossing, _ content: Aggregate.Content) -> Crossing {
        let isNew = structures.insert(crossing.representation).inserted
        aggregates.append(Aggregate(crossing: crossing, content: content, sharesStructure: !isNew))
        return crossing
    }

    /// The word of a type: the wanted one, or that with a number if another type has it.
    mutating func unique(_ wanted: String, _ type: BindingType) -> String {
        var (word, number) = (wanted, 2)
        while let other = words[word], other != type {
            word = "\(wanted)_\(number)"
            number += 1
        }
        words[word] = type
        return word
    }

    func aggregate(_ type: BindingType, c: String, word: String, _ swiftType: SwiftType, isPlain: Bool) -> Crossing {
        Crossing(
            type: type,
            shape: .aggregate,
            representation: .structure(c),
            word: word,
            swiftType: swiftType,
            isPlain: isPlain,
            isNullable: false
        )
    }

    mutating func optional(_ type: BindingType, _ wrapped: Crossing) throws(LoweringError) -> Crossing {
        if case .bytes(.span) = wrapped.type { throw LoweringError("an optional span has no C type") }
        if wrapped.shape == .void { throw LoweringError("an optional without a value has no C type") }
        let word = unique("optional_\(wrapped.word)", type)
        var crossing = aggregate(
            type,
            c: "\(prefix)_\(word)",
            word: word,
            .optional(wrapped.swiftType),
            isPlain: wrapped.isPlain
        )
        crossing.isOptional = true
        crossing.isUnique = wrapped.isUnique
        if wrapped.isNullable && !wrapped.isOptional {
            crossing.representation = wrapped.representation
            crossing.isNullable = true
            aggregates.append(Aggregate(crossing: crossing, content: .optional(wrapped), sharesStructure: true))
            return crossing
        }
        return declare(crossing, .optional(wrapped))
    }

    mutating func array(_ type: BindingType, _ element: Crossing, isSet: Bool) throws(LoweringError) -> Crossing {
        if case .bytes(.span) = element.type { throw LoweringError("an array of spans has no C type") }
        if element.shape == .void { throw LoweringError("an array without values has no C type") }
        // Types with the same C representation share the array's structure.
        let structure = "\(prefix)_\(structureWord(element))_array"
        var crossing = aggregate(
            type,
            c: structure,
            word: unique("\(element.word)_\(isSet ? "set" : "array")", type),
            isSet ? .generic("Swift.Set", [element.swiftType]) : .array(element.swiftType),
            isPlain: false
        )
        crossing.isNullable = true
        return declare(crossing, isSet ? .set(element) : .array(element))
    }

    /// The word of a structure with such elements, the same for all element types with the same C representation.
    func structureWord(_ crossing: Crossing) -> String {
        switch crossing.representation {
        case .number(let number): number.word
        case .structure(let name), .enumeration(let name): typeName(name).word
        case .void, .character, .opaque, .function, .pointer: crossing.word
        }
    }

    mutating func map(_ type: BindingType, _ key: Crossing, _ value: Crossing) throws(LoweringError) -> Crossing {
        if value.shape == .void { throw LoweringError("a dictionary without values has no C type") }
        let word = unique("\(key.word)_\(value.word)_map", type)
        let c = "\(prefix)_\(word)"
        var crossing = aggregate(
            type,
            c: c,
            word: word,
            .generic("Swift.Dictionary", [key.swiftType, value.swiftType]),
            isPlain: false
        )
        crossing.isNullable = true
        return declare(crossing, .map(key: key, value: value, entry: "\(prefix)_\(key.word)_\(value.word)_entry"))
    }

    mutating func tuple(_ type: BindingType, _ elements: [TupleElement]) throws(LoweringError) -> Crossing {
        var fields: [AggregateField] = []
        var words: [String] = []
        for (index, element) in elements.enumerated() {
            let field = try field(element, at: index, unlabelled: "item\(index)", after: fields)
            if case .bytes(.span) = element.type { throw LoweringError("a tuple with a span has no C type") }
            words.append((element.label.map { Words.snake($0) + "_" } ?? "") + field.crossing.word)
            fields.append(field)
        }
        let word = unique(words.joined(separator: "_and_"), type)
        let swift = elements.indices.map { index in
            SwiftType.TupleElement(label: elements[index].label, type: fields[index].crossing.swiftType)
        }
        return declare(
            aggregate(
                type,
                c: "\(prefix)_\(word)",
                word: word,
                .tuple(swift),
                isPlain: fields.allSatisfy(\.crossing.isPlain)
            ),
            .tuple(fields)
        )
    }

    /// The member of a C structure for an element of a tuple or of a case's payload.
    mutating func field(
        _ element: TupleElement,
        at index: Int,
        unlabelled name: String,
        after others: [AggregateField]
    ) throws(LoweringError) -> AggregateField {
        let chosen = element.label.map { label in
            Self.distinct(label, from: others.compactMap { $0.label == nil ? nil : $0.chosenName })
        }
        return AggregateField(
            name: chosen.map { Naming.local($0, element.type) } ?? name,
            swiftName: element.label ?? "\(index)",
            label: element.label,
            crossing: try crossing(element.type),
            notes: DeclarationNotes(),
            foreignName: chosen == element.label ? nil : chosen
        )
    }

    /// A label, or one with a number if another language has the same name for another label.
    static func distinct(_ label: String, from others: [String]) -> String {
        func key(_ name: String) -> String { String(Words.snake(name).reversed().drop { $0 == "_" }) }
        let taken = Set(others.map(key))
        if !taken.contains(key(label)) { return label }
        let base = String(label.reversed().drop { $0 == "_" }.reversed())
        var number = 2
        while taken.contains(key("\(base)_\(number)")) { number += 1 }
        return "\(base)_\(number)"
    }

    mutating func range(_ type: BindingType, _ bound: Crossing, isClosed: Bool) throws(LoweringError) -> Crossing {
        let word = unique("\(bound.word)_\(isClosed ? "closed_range" : "range")", type)
        return declare(
            aggregate(
                type,
                c: "\(prefix)_\(word)",
                word: word,
                .generic("Swift.\(isClosed ? "ClosedRange" : "Range")", [bound.swiftType]),
                isPlain: bound.isPlain
            ),
            .range(bound, isClosed: isClosed)
        )
    }
}
