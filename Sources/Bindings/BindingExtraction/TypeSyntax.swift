/// The syntax of a type, before its names are resolved.
indirect enum TypeSyntax: Hashable, Sendable {
    case named([NameSyntax])
    case optional(TypeSyntax)
    case array(TypeSyntax)
    case dictionary(TypeSyntax, TypeSyntax)
    case tuple([ElementSyntax])
    case function(FunctionTypeSyntax)
    /// `any A & B`.
    case existential(TypeSyntax)
    /// `some A & B`.
    case opaque(TypeSyntax)
    case composition([TypeSyntax])
    /// `~Copyable`.
    case suppressed(TypeSyntax)

    static let void = TypeSyntax.tuple([])
}

/// One name of a dotted path, with its arguments: `Page<Int>`.
struct NameSyntax: Hashable, Sendable {
    var name: String
    var usr: String?
    var arguments: [TypeSyntax] = []
}

/// An element of a tuple, or a parameter of a function type.
struct ElementSyntax: Hashable, Sendable {
    var label: String?
    var type: TypeSyntax
    /// `inout`, `isolated`, `borrowing`, `@escaping`, …
    var specifiers: Set<String> = []
    var isVariadic = false
}

/// A function type.
struct FunctionTypeSyntax: Hashable, Sendable {
    var parameters: [ElementSyntax]
    var result: TypeSyntax
    var effects = EffectsSyntax()
    /// The attributes without the at sign: `Sendable`, `MainActor`.
    var attributes: Set<String> = []
}

/// `async throws(E)`.
struct EffectsSyntax: Hashable, Sendable {
    enum Failure: Hashable, Sendable {
        case never
        case untyped
        case typed(TypeSyntax)
        /// The errors of the argument.
        case rethrown
    }

    var isAsync = false
    var failure = Failure.never
}

extension TypeSyntax: CustomStringConvertible {
    /// The type in Swift syntax.
    var description: String {
        switch self {
        case .named(let names):
            names.map { $0.name + ($0.arguments.isEmpty ? "" : "<\($0.arguments.map(\.description).joined(separator: ", "))>") }
                .joined(separator: ".")
        case .optional(.function(let function)): "(\(TypeSyntax.function(function)))?"
        case .optional(.existential(let type)): "(any \(type))?"
        case .optional(let type): "\(type)?"
        case .array(let type): "[\(type)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .tuple(let elements): "(\(elements.map(\.description).joined(separator: ", ")))"
        case .function(let function):
            "(\(function.parameters.map(\.description).joined(separator: ", "))) -> \(function.result)"
        case .existential(let type): "any \(type)"
        case .opaque(let type): "some \(type)"
        case .composition(let types): types.map(\.description).joined(separator: " & ")
        case .suppressed(let type): "~\(type)"
        }
    }
}

extension ElementSyntax: CustomStringConvertible {
    var description: String { (label.map { "\($0): " } ?? "") + type.description + (isVariadic ? "..." : "") }
}
