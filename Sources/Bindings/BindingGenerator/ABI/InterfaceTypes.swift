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
    /// The identifiers of the types with handles.
    private let classes: Set<TypeIdentifier>
    private let all: [LoweredType]

    package init(_ library: LoweredLibrary) {
        prefix = library.prefix
        contents = Dictionary(library.aggregates.map { ($0.crossing.word, $0.content) }, uniquingKeysWith: { first, _ in first })
        declarations = Dictionary(library.library.types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        types = Dictionary(library.types.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
        handles = Dictionary(library.handles.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
        classes = Set(library.handles.compactMap(\.declaration?.identifier))
        all = library.types
    }

    /// The library's types, each after its bases; those for which `isFirst` is true before all others that they do not need.
    package func ordered(first isFirst: (LoweredType) -> Bool) -> [LoweredType] {
        let byIdentifier = Dictionary(all.map { ($0.declaration.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        var ordered: [LoweredType] = []
        var placed: Set<String> = []
        func place(_ type: LoweredType) {
            guard placed.insert(type.c).inserted else { return }
            for base in bases(of: type.declaration) { byIdentifier[base].map(place) }
            ordered.append(type)
        }
        for type in all.filter(isFirst) + all { place(type) }
        return ordered
    }

    /// The superclass and the protocols of a type, without those that another of them has.
    package func bases(of declaration: TypeDeclaration) -> [TypeIdentifier] {
        let bases = declaration.namedBases(among: classes)
        var inherited: Set<TypeIdentifier> = []
        var next = bases
        while let base = next.popLast() {
            let further = declarations[base]?.namedBases(among: classes) ?? []
            next += further.filter { inherited.insert($0).inserted }
        }
        var seen: Set<TypeIdentifier> = []
        return bases.filter { !inherited.contains($0) && seen.insert($0).inserted }
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

extension LoweredType {
    /// Whether it is an enumeration without payload.
    package var isEnumeration: Bool { if case .enumeration = declaration.kind { true } else { false } }
}

extension TypeDeclaration {
    /// The superclass and the protocols that the declaration names, of those with handles.
    fileprivate func namedBases(among classes: Set<TypeIdentifier>) -> [TypeIdentifier] {
        var bases: [TypeIdentifier] = []
        if case .object(let object) = kind, let superclass = object.superclass { bases.append(superclass) }
        return bases + interfaces.filter(classes.contains)
    }

    /// Whether values can be thrown.
    package var isError: Bool { conformances.contains(.error) }
}
