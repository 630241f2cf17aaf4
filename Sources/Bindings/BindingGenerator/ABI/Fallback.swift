import BindingModel

/// Values that replace an invalid result of a foreign function that cannot fail.
enum Fallback {
    /// Swift source of any value of the type; nil if there is none.
    static func value(_ type: BindingType, registry: inout Registry, depth: Int = 0) -> String? {
        guard depth < 6 else { return nil }
        switch type {
        case .void: return "()"
        case .bool: return "false"
        case .integer, .float, .double: return "0"
        case .string: return "\"\""
        case .character: return "\"?\""
        case .bytes(.array): return "[]"
        case .bytes(.data): return "Foundation.Data()"
        case .duration: return ".zero"
        case .date: return "Foundation.Date(timeIntervalSince1970: 0)"
        case .uuid: return "Foundation.UUID()"
        case .optional: return "nil"
        case .array, .set: return "[]"
        case .dictionary: return "[:]"
        case .tuple(let elements):
            var parts: [String] = []
            for element in elements {
                guard let part = value(element.type, registry: &registry, depth: depth + 1) else { return nil }
                parts.append((element.label.map { "\($0): " } ?? "") + part)
            }
            return "(\(parts.joined(separator: ", ")))"
        case .named(let identifier):
            guard let declaration = registry.declaration(identifier) else { return nil }
            return named(declaration, registry: &registry, depth: depth)
        case .existential(let identifier):
            guard let declaration = registry.declaration(identifier), case .interface(let interface) = declaration.kind,
                interface.unimplementable == nil
            else { return nil }
            return "\(Adapter.name(declaration)).unavailable()"
        default: return nil
        }
    }

    private static func named(_ declaration: TypeDeclaration, registry: inout Registry, depth: Int) -> String? {
        switch declaration.kind {
        case .enumeration(let cases):
            // An unspecific case, if there is one.
            let vague = [
                "unknown", "other", "unspecified", "failed", "failure", "general", "internalError", "internalFailure",
                "deviceFailed",
            ]
            let names = cases.map(\.name)
            let name = vague.first(where: names.contains) ?? names.first
            return name.map { "\(declaration.spelling).\(escaped($0))" }
        case .variant(let cases, _):
            for each in cases where each.payload.isEmpty { return "\(declaration.spelling).\(escaped(each.name))" }
            return nil
        case .record(let fields):
            var parts: [String] = []
            for field in fields {
                guard let part = value(field.type, registry: &registry, depth: depth + 1) else { return nil }
                parts.append((field.label.map { "\(asLabel($0)): " } ?? "") + part)
            }
            return "\(declaration.spelling)(\(parts.joined(separator: ", ")))"
        default: return nil
        }
    }

    /// A Swift closure that converts any error to an error of a type: the same error if it has the type already, else one whose
    /// first text is the description of the original.
    static func failure(_ type: BindingType, registry: inout Registry) -> String? {
        guard case .named(let identifier) = type, let declaration = registry.declaration(identifier) else { return nil }
        let made: String
        switch declaration.kind {
        case .record(let fields):
            var parts: [String] = []
            var hasText = false
            for field in fields {
                let part: String
                if field.type == .string, !hasText {
                    part = "Swift.String(describing: error)"
                    hasText = true
                } else if let value = value(field.type, registry: &registry, depth: 1) {
                    part = value
                } else {
                    return nil
                }
                parts.append((field.label.map { "\(asLabel($0)): " } ?? "") + part)
            }
            made = "\(declaration.spelling)(\(parts.joined(separator: ", ")))"
        case .value:
            guard let initializer = messageInitializer(declaration, registry: &registry) else { return nil }
            made = initializer
        default:
            guard let value = named(declaration, registry: &registry, depth: 0) else { return nil }
            made = value
        }
        return "{ (error: any Swift.Error) -> \(declaration.spelling) in error as? \(declaration.spelling) ?? \(made) }"
    }

    /// The case of an enum that matches an error best: cancelled, not available, or an unspecific case.
    private static func code(_ identifier: TypeIdentifier, registry: Registry) -> String? {
        guard let declaration = registry.declaration(identifier), case .enumeration(let cases) = declaration.kind,
            !cases.isEmpty
        else { return nil }
        var copy = registry
        guard let vague = named(declaration, registry: &copy, depth: 0) else { return nil }
        let names = Set(cases.map(\.name))
        var expression = vague
        if names.contains("notAvailable") {
            expression =
                "(error as? ForeignError)?.status == .notAvailable ? \(declaration.spelling).notAvailable : \(expression)"
        }
        if names.contains("cancelled") {
            expression = "error is CancellationError ? \(declaration.spelling).cancelled : (\(expression))"
        }
        return "(\(expression))"
    }

    /// A call of an initialiser that cannot fail and has a text parameter.
    private static func messageInitializer(_ declaration: TypeDeclaration, registry: inout Registry) -> String? {
        for function in declaration.functions
        where function.kind == .initializer(isFailable: false) && function.effects == Effects() {
            var parts: [String] = []
            var hasText = false
            var fits = true
            for parameter in function.parameters where fits {
                let label = parameter.label.map { "\(asLabel($0)): " } ?? ""
                if case .named(let identifier) = parameter.type, let code = code(identifier, registry: registry) {
                    parts.append(label + code)
                } else if parameter.type == .string, !hasText {
                    parts.append(label + "Swift.String(describing: error)")
                    hasText = true
                } else if parameter.defaultValue != nil {
                    continue
                } else if let value = value(parameter.type, registry: &registry, depth: 1) {
                    parts.append(label + value)
                } else {
                    fits = false
                }
            }
            if fits && hasText { return "\(declaration.spelling)(\(parts.joined(separator: ", ")))" }
        }
        return nil
    }
}
