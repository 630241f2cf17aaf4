package import BindingModel

/// A value that replaces an invalid result of a foreign function that cannot fail.
package indirect enum Fallback: Sendable {
    /// Any value of a type of the language or of Foundation.
    case plain(BindingType)
    case tuple([Part])
    case adapted(AdaptedType, Fallback)
    case enumCase(TypeDeclaration, String)
    case record(TypeDeclaration, [Part])
    /// An implementation of a protocol without functions.
    case unavailable(TypeDeclaration)
    /// The argument in a Swift constant.
    case argument(String)
    /// The description of an error.
    case description
    /// The case of an enum that matches an error best.
    case code(TypeDeclaration, vague: Fallback, hasNotAvailable: Bool, hasCancelled: Bool)

    /// A labelled part of a value.
    package struct Part {
        package var label: String?
        package var value: Fallback
    }
}

/// How any error becomes an error of one type.
package enum FailureConversion: Sendable {
    /// The type is any error.
    case none
    /// The same error if it has the type, otherwise a value with the description of the original.
    case to(TypeDeclaration, otherwise: Fallback)
}

extension Registry {
    /// Any value of the type; nil if there is none.
    package func fallback(_ type: BindingType, depth: Int = 0) -> Fallback? {
        guard depth < 6 else { return nil }
        switch type {
        case .void, .bool, .integer, .float, .double, .string, .character, .bytes(.array), .bytes(.data), .duration, .date, .uuid,
            .optional, .array, .set, .dictionary:
            return .plain(type)
        case .adapted(let adapted) where !adapted.isFailable && adapted.label == nil:
            return fallback(adapted.base, depth: depth).map { .adapted(adapted, $0) }
        case .tuple(let elements):
            return parts(elements.map { ($0.label, $0.type) }, depth).map { .tuple($0) }
        case .named(let identifier):
            return declaration(identifier).flatMap { fallback($0, depth: depth) }
        case .existential(let identifier):
            guard let declaration = declaration(identifier), case .interface(let interface) = declaration.kind,
                interface.unimplementable == nil
            else { return nil }
            return .unavailable(declaration)
        default: return nil
        }
    }

    private func parts(_ elements: [(label: String?, type: BindingType)], _ depth: Int) -> [Fallback.Part]? {
        var parts: [Fallback.Part] = []
        for element in elements {
            guard let value = fallback(element.type, depth: depth + 1) else { return nil }
            parts.append(Fallback.Part(label: element.label, value: value))
        }
        return parts
    }

    private func fallback(_ declaration: TypeDeclaration, depth: Int) -> Fallback? {
        switch declaration.kind {
        case .enumeration(let cases):
            // An unspecific case, if there is one.
            let vague = ["unknown", "other", "unspecified", "failed", "failure", "general", "internalError", "internalFailure"]
            let names = cases.map(\.name)
            return (vague.first(where: names.contains) ?? names.first).map { .enumCase(declaration, $0) }
        case .variant(let cases, _):
            return cases.first(where: \.payload.isEmpty).map { .enumCase(declaration, $0.name) }
        case .record(let fields):
            return parts(fields.map { ($0.label, $0.type) }, depth).map { .record(declaration, $0) }
        default: return nil
        }
    }

    /// The conversion of any error to an error of a type; nil if no value of the type can be made.
    package func failureConversion(_ type: BindingType) -> FailureConversion? {
        guard case .named(let identifier) = type, let declaration = declaration(identifier) else { return nil }
        let made: Fallback?
        switch declaration.kind {
        case .record(let fields): made = described(declaration, fields)
        case .value: made = messageInitializer(declaration)
        default: made = fallback(declaration, depth: 0)
        }
        return made.map { .to(declaration, otherwise: $0) }
    }

    /// A record whose first text is the description of an error.
    private func described(_ declaration: TypeDeclaration, _ fields: [Field]) -> Fallback? {
        var parts: [Fallback.Part] = []
        var hasText = false
        for field in fields {
            if field.type == .string, !hasText {
                parts.append(Fallback.Part(label: field.label, value: .description))
                hasText = true
            } else if let value = fallback(field.type, depth: 1) {
                parts.append(Fallback.Part(label: field.label, value: value))
            } else {
                return nil
            }
        }
        return .record(declaration, parts)
    }

    /// The case of an enum that matches an error best: cancelled, not available, or an unspecific case.
    private func code(_ identifier: TypeIdentifier) -> Fallback? {
        guard let declaration = declaration(identifier), case .enumeration(let cases) = declaration.kind, !cases.isEmpty,
            let vague = fallback(declaration, depth: 0)
        else { return nil }
        let names = Set(cases.map(\.name))
        return .code(
            declaration,
            vague: vague,
            hasNotAvailable: names.contains("notAvailable"),
            hasCancelled: names.contains("cancelled")
        )
    }

    /// A call of an initialiser that cannot fail and has a text parameter.
    private func messageInitializer(_ declaration: TypeDeclaration) -> Fallback? {
        for function in declaration.functions
        where function.kind == .initializer(isFailable: false) && function.effects == Effects() {
            if let parts = described(function.parameters) { return .record(declaration, parts) }
        }
        return nil
    }

    /// Arguments of which one is the description of an error; nil if the parameters do not permit that.
    private func described(_ parameters: [Parameter]) -> [Fallback.Part]? {
        var parts: [Fallback.Part] = []
        var hasText = false
        for parameter in parameters {
            if case .named(let identifier) = parameter.type, let code = code(identifier) {
                parts.append(Fallback.Part(label: parameter.label, value: code))
            } else if parameter.type == .string, !hasText {
                parts.append(Fallback.Part(label: parameter.label, value: .description))
                hasText = true
            } else if parameter.defaultValue != nil {
                continue
            } else if let value = fallback(parameter.type, depth: 1) {
                parts.append(Fallback.Part(label: parameter.label, value: value))
            } else {
                return nil
            }
        }
        return hasText ? parts : nil
    }
}
