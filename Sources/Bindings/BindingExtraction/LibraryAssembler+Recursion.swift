import BindingModel

/// Types that contain themselves.
extension LibraryAssembler {
    /// Replaces recursive records by their members: a record that contains itself, for instance in an array, has no fixed size.
    mutating func demoteRecursiveRecords() {
        let recursive = declarations.values.filter { declaration in
            if case .record = declaration.kind { reaches(declaration.identifier) } else { false }
        }
        for declaration in recursive {
            if let members = opaque[declaration.identifier] { declarations[declaration.identifier] = members }
        }
    }

    mutating func markRecursiveVariants() {
        for (identifier, declaration) in declarations {
            guard case .variant(let cases, _) = declaration.kind, reaches(identifier) else { continue }
            var recursive = declaration
            recursive.kind = .variant(cases, isRecursive: true)
            declarations[identifier] = recursive
        }
    }

    /// Whether a type contains itself by value.
    private func reaches(_ identifier: TypeIdentifier) -> Bool {
        var seen: Set<TypeIdentifier> = []
        var pending = contents(of: identifier)
        while let next = pending.popLast() {
            if next == identifier { return true }
            if seen.insert(next).inserted { pending += contents(of: next) }
        }
        return false
    }

    private func contents(of identifier: TypeIdentifier) -> [TypeIdentifier] {
        switch declarations[identifier]?.kind {
        case .record(let fields): fields.flatMap { names(in: $0.type) }
        case .variant(let cases, _): cases.flatMap { $0.payload.flatMap { names(in: $0.type) } }
        default: []
        }
    }

    private func names(in type: BindingType) -> [TypeIdentifier] {
        switch type {
        case .named(let identifier): [identifier]
        case .optional(let type), .array(let type), .set(let type), .range(let type, _): names(in: type)
        case .dictionary(let key, let value): names(in: key) + names(in: value)
        case .tuple(let elements): elements.flatMap { names(in: $0.type) }
        case .adapted(let adapted): names(in: adapted.base)
        default: []
        }
    }
}
