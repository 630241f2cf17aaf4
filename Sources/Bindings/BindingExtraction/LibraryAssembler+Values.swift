import BindingModel

/// Records, enumerations and variants.
extension LibraryAssembler {
    /// Makes a struct a record if it consists only of its public fields and has an initialiser for all of them.
    mutating func makeRecord(_ declaration: inout TypeDeclaration) {
        // A sequence is iterated through a handle, so it cannot be a record.
        let isSequence = declaration.conformances.contains { if case .asyncSequence = $0 { true } else { false } }
        if isSequence { return }
        let usr = declaration.identifier.usr
        let stored = (table.members[usr] ?? []).compactMap { symbols[$0] }
            .filter { $0.kind == "property" && isStored($0) }
        let fields = stored.compactMap { symbol in declaration.properties.first { $0.usr == symbol.usr } }
        guard fields.count == stored.count, !fields.isEmpty, fields.allSatisfy({ $0.effects == Effects() && isPlain($0.type) }),
            stored.allSatisfy(\.isPublic)
        else { return }
        guard let (initializer, ordered) = memberwise(fields, declaration.functions) else { return }
        opaque[declaration.identifier] = declaration
        ledger.substitute(initializer.usr, by: usr)
        declaration.kind = .record(ordered)
        declaration.functions.removeAll { $0.usr == initializer.usr }
        declaration.properties.removeAll { property in fields.contains { $0.usr == property.usr } }
    }

    /// Whether a property is stored. For public properties the digester reports it; for non-public ones the declaration shows it.
    private func isStored(_ symbol: Symbol) -> Bool {
        if symbol.fragments.contains(where: { $0.kind == "keyword" && $0.spelling == "lazy" }) { return true }
        if symbol.isPublic, let facts = table.facts[symbol.usr] { return facts.hasStorage }
        return symbol.looksStored
    }

    /// The initialiser with a parameter for each of these fields, and the fields in the order of the parameters.
    private func memberwise(_ fields: [PropertyDeclaration], _ functions: [Function]) -> (Function, [Field])? {
        func field(_ property: PropertyDeclaration, _ parameter: Parameter) -> Field {
            Field(
                usr: property.usr,
                name: property.name,
                type: property.type,
                label: parameter.label,
                defaultValue: parameter.defaultValue,
                isSettable: property.isSettable,
                notes: property.notes
            )
        }
        if let initializer = functions.first(where: { makes(fields, $0) }) {
            let ordered = initializer.parameters.compactMap { parameter in
                fields.first { $0.name == parameter.label ?? parameter.name || $0.name == parameter.name }
                    .map { field($0, parameter) }
            }
            return (initializer, ordered)
        }
        let sorted = fields.sorted { ($0.notes.location?.line ?? 0, $0.name) < ($1.notes.location?.line ?? 0, $1.name) }
        guard let initializer = functions.first(where: { fills(sorted, $0) }) else { return nil }
        let ordered = zip(sorted, initializer.parameters).map { property, parameter in
            var assigned = field(property, parameter)
            assigned.isAssigned = true
            return assigned
        }
        return (initializer, ordered)
    }

    /// Whether an initialiser has parameters of the types of these fields, which can all be set, in their order. What it makes of
    /// them does not matter, because the fields are set afterwards.
    private func fills(_ fields: [PropertyDeclaration], _ function: Function) -> Bool {
        function.kind == .initializer(isFailable: false) && function.effects == Effects()
            && fields.allSatisfy { $0.isSettable && $0.setterMutates }
            && function.parameters.map(\.type.inSeconds) == fields.map(\.type.inSeconds)
            && !function.parameters.contains { $0.isInout || $0.isVariadic || $0.fixedValue != nil }
    }

    /// Whether an initialiser has a parameter for each of these fields; its other parameters must have defaults.
    private func makes(_ fields: [PropertyDeclaration], _ function: Function) -> Bool {
        guard function.kind == .initializer(isFailable: false), function.effects == Effects() else { return false }
        let matching = function.parameters.filter { parameter in
            fields.contains {
                ($0.name == parameter.label ?? parameter.name || $0.name == parameter.name)
                    && $0.type.inSeconds == parameter.type.inSeconds
                    && !parameter.isInout && !parameter.isVariadic
            }
        }
        return matching.count == fields.count
            && function.parameters.allSatisfy { parameter in matching.contains(parameter) || parameter.defaultValue != nil }
    }

    /// Whether a value of the type can be a field: it is copied and stored, without a reference to shared state.
    func isPlain(_ type: BindingType, withObjects: Bool = false) -> Bool {
        func isPlain(_ type: BindingType) -> Bool { self.isPlain(type, withObjects: withObjects) }
        return switch type {
        case .closure, .existential: withObjects
        case .sequence, .queue, .subscription, .bytes(.span), .bytes(.buffer), .void, .never, .result,
            .memory:
            false
        case .adapted(let adapted): isPlain(adapted.base)
        case .optional(let type), .array(let type), .set(let type), .range(let type, _): isPlain(type)
        case .dictionary(let key, let value): isPlain(key) && isPlain(value)
        case .tuple(let elements): elements.allSatisfy { isPlain($0.type) }
        default: true
        }
    }

    /// Makes an enum an enumeration or a variant. A case whose payload has no place in the model is opaque.
    mutating func makeEnumeration(_ declaration: inout TypeDeclaration, _ symbol: Symbol) {
        let scope = symbols.scope(of: declaration.identifier)
        let cases = (table.members[symbol.usr] ?? []).compactMap { symbols[$0] }.filter { $0.kind == "enum.case" }
        guard !cases.isEmpty else { return }
        var variants: [(symbol: Symbol, variant: VariantCase)] = []
        // A value that cannot be copied is used through functions for each case.
        var isOpaque = !declaration.isCopyable
        for symbol in cases where !symbol.isSPI && !symbol.isUnavailable {
            do throws(Unrepresentable) {
                variants.append((symbol, try variant(symbol, scope)))
                ledger.generate(symbol.usr)
            } catch {
                // The other cases stay usable.
                ledger.omit(symbol.usr, "its payload cannot be read or made outside: \(error.reason)")
                variants.append((symbol, opaqueCase(symbol)))
                isOpaque = true
            }
        }
        for symbol in cases where symbol.isSPI || symbol.isUnavailable {
            ledger.omit(symbol.usr, symbol.isSPI ? "SPI" : "unavailable")
        }
        if variants.count < cases.count {
            for (symbol, variant) in variants where !variant.isOpaque { add(variant, symbol, to: &declaration) }
        } else if !isOpaque, variants.allSatisfy({ $0.variant.payload.isEmpty }) {
            declaration.kind = .enumeration(
                variants.map { EnumerationCase(usr: $0.symbol.usr, name: $0.variant.name, notes: $0.variant.notes) }
            )
        } else {
            declaration.kind = .variant(variants.map(\.variant), isRecursive: isOpaque)
        }
    }

    private func opaqueCase(_ symbol: Symbol) -> VariantCase {
        let name = symbol.path.last?.prefix { $0 != "(" } ?? ""
        var opaque = VariantCase(usr: symbol.usr, name: String(name), payload: [], notes: symbol.notes)
        opaque.isOpaque = true
        return opaque
    }

    private mutating func variant(_ symbol: Symbol, _ scope: Scope) throws(Unrepresentable) -> VariantCase {
        let declaration = try DeclarationParser.parse(symbol.fragments)
        var payload: [TupleElement] = []
        for parameter in declaration.parameters {
            let type = try resolver.resolve(parameter.element.type, scope)
            guard isPlain(type, withObjects: true) else {
                throw Unrepresentable("its payload of type `\(parameter.element.type)` cannot be kept outside")
            }
            payload.append(TupleElement(label: parameter.label, type: type))
        }
        return VariantCase(usr: symbol.usr, name: declaration.name, payload: payload, notes: symbol.notes)
    }

    /// Adds a case of an enum that is used through its members only: a property or function that creates its value.
    private func add(_ variant: VariantCase, _ symbol: Symbol, to declaration: inout TypeDeclaration) {
        let type = BindingType.named(declaration.identifier)
        if variant.payload.isEmpty {
            declaration.properties.append(
                PropertyDeclaration(usr: symbol.usr, name: variant.name, type: type, notes: variant.notes)
            )
            return
        }
        let parameters = variant.payload.enumerated().map { index, element in
            Parameter(label: element.label, name: element.label ?? "value\(index)", type: element.type)
        }
        declaration.functions.append(
            Function(usr: symbol.usr, name: variant.name, parameters: parameters, result: type, notes: variant.notes)
        )
    }
}

extension BindingType {
    /// The type, or the number of seconds that `TimeInterval` is.
    fileprivate var inSeconds: BindingType {
        switch self {
        case .adapted(.interval): .double
        case .optional(.adapted(.interval)): .optional(.double)
        default: self
        }
    }
}
