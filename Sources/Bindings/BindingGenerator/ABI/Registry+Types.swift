import BindingModel

/// The conversions of the library's own types.
extension Registry {
    mutating func elementStream(_ type: BindingType, _ sequence: SequenceType) throws(LoweringError) -> Crossing {
        let element = try crossing(sequence.element)
        if case .bytes(.span) = sequence.element { throw LoweringError("a sequence of spans has no C type") }
        let word = "\(element.word)_stream"
        let c = "\(prefix)_\(word)"
        add(
            HandleType(
                c: c,
                word: word,
                swiftType: .generic("ElementStream", [element.swiftType]),
                holder: .elementStream(element: element, failure: sequence.failure)
            )
        )
        return .handle(type, c: c, word: word, .named(sequence.spelling))
    }

    mutating func existential(_ type: BindingType, _ identifier: TypeIdentifier) throws(LoweringError) -> Crossing {
        guard let declaration = declarations[identifier], let c = names[identifier] else {
            throw LoweringError("\(identifier) is not among the types that are generated")
        }
        let word = typeName(c).word
        let holder: HandleType.Holder = declaration.changesItself ? .mutableValue : .existential
        let swiftType = SwiftType.existential(declaration.spelling)
        add(HandleType(c: c, word: word, swiftType: swiftType, holder: holder, declaration: declaration))
        return .handle(type, c: c, word: word, swiftType)
    }

    mutating func named(_ type: BindingType, _ identifier: TypeIdentifier) throws(LoweringError) -> Crossing {
        guard let declaration = declarations[identifier], let c = names[identifier] else {
            throw LoweringError("\(identifier) is not among the types that are generated")
        }
        let word = typeName(c).word
        use(declaration.systemModule)
        if identifier.usr == TypeDeclaration.anyValue { usesAny = true }
        if let maker = declaration.maker { foundationParts.insert(maker) }
        if identifier.usr == TypeDeclaration.iterator { usesIterators = true }
        switch declaration.kind {
        case .object:
            add(HandleType(c: c, word: word, swiftType: SwiftType(declaration), holder: .object, declaration: declaration))
            return .handle(type, c: c, word: word, SwiftType(declaration))
        case .value: return try value(type, declaration, c, word)
        case .variant(let cases, let isRecursive):
            if isRecursive { return try value(type, declaration, c, word) }
            return try variant(type, declaration, cases, c, word)
        case .record(let fields): return try record(type, declaration, fields, c, word)
        case .enumeration:
            return Crossing(
                type: type,
                shape: .enumeration,
                representation: .enumeration(c),
                word: word,
                swiftType: SwiftType(declaration),
                isPlain: true,
                isNullable: false
            )
        case .interface: throw LoweringError("a protocol is not the type of a value")
        }
    }

    private mutating func value(
        _ type: BindingType,
        _ declaration: TypeDeclaration,
        _ c: String,
        _ word: String
    ) throws(LoweringError) -> Crossing {
        var holder = HandleType.Holder.value
        if declaration.changesItself { holder = .mutableValue }
        if !declaration.isCopyable { holder = .uniqueValue }
        // A recursive type must find this entry.
        var crossing = Crossing.handle(type, c: c, word: word, SwiftType(declaration))
        crossing.isUnique = !declaration.isCopyable
        crossings[type] = .success(crossing)
        for conformance in declaration.conformances {
            if case .asyncSequence(let element, let failure) = conformance {
                holder = try .stream(element: self.crossing(element), failure: failure)
            }
        }
        add(HandleType(c: c, word: word, swiftType: SwiftType(declaration), holder: holder, declaration: declaration))
        return crossing
    }

    private mutating func record(
        _ type: BindingType,
        _ declaration: TypeDeclaration,
        _ fields: [Field],
        _ c: String,
        _ word: String
    ) throws(LoweringError) -> Crossing {
        var members: [AggregateField] = []
        for field in fields {
            members.append(
                AggregateField(
                    name: Naming.local(field.chosenName, field.type),
                    swiftName: field.name,
                    label: field.label,
                    crossing: try crossing(field.type),
                    notes: field.notes,
                    foreignName: field.foreignName,
                    isAssigned: field.isAssigned,
                    owner: word
                )
            )
        }
        return declare(
            aggregate(
                type,
                c: c,
                word: word,
                SwiftType(declaration),
                isPlain: members.allSatisfy(\.crossing.isPlain)
            ),
            .record(declaration, members)
        )
    }

    private mutating func variant(
        _ type: BindingType,
        _ declaration: TypeDeclaration,
        _ cases: [VariantCase],
        _ c: String,
        _ word: String
    ) throws(LoweringError) -> Crossing {
        var members: [AggregateCase] = []
        for each in cases {
            var payload: [AggregateField] = []
            for (index, element) in each.payload.enumerated() {
                let unlabelled = each.payload.count == 1 ? "value" : "item\(index)"
                payload.append(try field(element, at: index, unlabelled: unlabelled, after: payload))
            }
            members.append(
                AggregateCase(
                    constant: "\(c)_\(Words.snake(each.chosenName))".uppercased(),
                    name: Naming.local(each.chosenName),
                    swiftName: each.name,
                    payload: payload,
                    notes: each.notes,
                    foreignName: each.foreignName
                )
            )
        }
        return declare(
            aggregate(
                type,
                c: c,
                word: word,
                SwiftType(declaration),
                isPlain: members.allSatisfy { $0.payload.allSatisfy(\.crossing.isPlain) }
            ),
            .variant(declaration, members)
        )
    }
}

extension TypeDeclaration {
    /// Whether the type has members that change a value of it.
    fileprivate var changesItself: Bool {
        functions.contains { $0.receiver == .mutated }
            || properties.contains { $0.isSettable && $0.setterMutates || $0.receiver == .mutated }
    }
}
