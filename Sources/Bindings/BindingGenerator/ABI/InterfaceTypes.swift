package import BindingModel

/// The types of an interface, by their names, and who owns their values.
package struct InterfaceTypes {
    /// Who owns a result, and how it is freed.
    package enum Ownership: Hashable {
        /// The value has nothing to free.
        case none
        /// The memory belongs to the receiver of the call.
        case borrowed
        /// An object, or none: the program owns a handle, and releases it.
        case object
        /// An error, or none: the program owns it, and frees it.
        case error
        /// A structure: the program frees its parts with a function, which takes a pointer to it.
        case freed(by: String)
    }

    private let prefix: String
    /// By the words of their types, of which each closure of a type has one.
    private let contents: [String: Aggregate.Content]
    private let declarations: [TypeIdentifier: TypeDeclaration]
    private let types: [String: LoweredType]
    private let handles: [String: HandleType]

    package init(_ library: LoweredLibrary) {
        prefix = library.prefix
        contents = Dictionary(library.aggregates.map { ($0.crossing.word, $0.content) }, uniquingKeysWith: { first, _ in first })
        declarations = Dictionary(library.library.types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        types = Dictionary(library.types.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
        handles = Dictionary(library.handles.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The parts of a structure; nil for all other types.
    package func content(_ crossing: Crossing) -> Aggregate.Content? { contents[crossing.word] }

    package func declaration(_ identifier: TypeIdentifier) -> TypeDeclaration? { declarations[identifier] }

    /// The library's type with a C name; nil for other types, such as streams.
    package func type(_ c: String) -> LoweredType? { types[c] }

    package func handle(_ c: String) -> HandleType? { handles[c] }

    /// The type that an optional wraps.
    package func wrapped(_ crossing: Crossing) -> Crossing? {
        if case .optional(let wrapped)? = content(crossing) { wrapped } else { nil }
    }

    /// Who owns a result of a type.
    package func ownership(_ crossing: Crossing) -> Ownership {
        if crossing.isPlain { return .none }
        if crossing.isBorrowed { return .borrowed }
        switch crossing.shape {
        case .text: return .freed(by: "\(prefix)_string_free")
        case .bytes: return .freed(by: "\(prefix)_bytes_free")
        case .handle: return .object
        case .error: return .error
        case .aggregate:
            if crossing.isNullable, let wrapped = wrapped(crossing) { return ownership(wrapped) }
            return .freed(by: crossing.freeing)
        case .void, .scalar, .duration, .date, .uuid, .enumeration: return .none
        }
    }

    /// The function that frees the parts of a result; nil if there is none.
    package func free(_ crossing: Crossing) -> String? {
        if case .freed(let function) = ownership(crossing) { function } else { nil }
    }

    /// The constant of an enumeration, if a default value is one.
    package func constant(_ value: DefaultValue, of crossing: Crossing) -> EnumerationCase? {
        guard case .member(let name)? = value.constant, case .named(let identifier) = crossing.type,
            case .enumeration(let cases)? = declaration(identifier)?.kind
        else { return nil }
        return cases.first { $0.name == name }
    }

    /// Whether values are objects of a class, an enumeration or a structure of the library.
    package func isOfLibrary(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .handle, .enumeration: return true
        case .aggregate:
            switch content(crossing) {
            case .record, .variant: return true
            default: return false
            }
        default: return false
        }
    }
}

extension Crossing {
    /// Whether bytes belong to the receiver of the call.
    package var isBorrowed: Bool { type == .bytes(.span) || type == .bytes(.buffer) }

    /// The name of the function that frees a structure of the type.
    package var freeing: String { "\(c)_free" }
}

extension TypeDeclaration {
    /// Whether values can be thrown.
    package var isError: Bool { conformances.contains(.error) }
}
