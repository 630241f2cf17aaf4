import BindingModel

/// Assigns every name of the C++ header.
struct CPlusPlusNames {
    /// The library's prefix without underscore.
    let prefix: String

    /// The words of the library's types: their C names without the prefix.
    private let words: [TypeIdentifier: String]
    /// The namespace in front of a name: from the global namespace if a type or a case has its name.
    let qualifier: String

    init(_ library: LoweredLibrary) {
        let prefix = library.prefix
        let types = library.types.map { ($0.declaration.identifier, Naming.local(of: $0.c, in: prefix)) }
        self.prefix = prefix
        words = Dictionary(types, uniquingKeysWith: { first, _ in first })
        let space = Self.space(prefix)
        let isHidden = words.values.contains(space) || library.types.contains { $0.declaration.hasCase(called: space) }
        qualifier = isHidden ? "::" + space : space
    }

    /// A type's word.
    func word(_ declaration: TypeDeclaration) -> String {
        words[declaration.identifier] ?? Naming.local(of: Naming(prefix: prefix).type(declaration.path), in: prefix)
    }

    /// The namespace: the prefix, unless a function of the C library, a keyword, or a name in the namespace is the same. In a class
    /// called `queue`, or with a member type called `kind`, that type hides the namespace.
    var space: String { Self.space(prefix) }

    private static func space(_ prefix: String) -> String {
        let taken = [Naming.keywords, CLibraryNames.all, reserved, members]
        return taken.contains { $0.contains(prefix) } ? prefix + "_library" : prefix
    }

    // MARK: Names that are taken

    /// The name of a parameter, field or case: a keyword is a `default_value`.
    static func value(_ name: String) -> String {
        let word = Naming.word(name)
        return Naming.keywords.contains(word) ? word + "_value" : word
    }

    /// The name of a field that must not be that of its structure.
    static func field(_ name: String, in structure: String) -> String { name == structure ? name + "_value" : name }

    /// The name of a function for a word that is taken: `get_default` if it returns a value of nothing but its object, else
    /// `do_delete`.
    static func taken(_ word: String, isGetter: Bool) -> String { (isGetter ? "get_" : "do_") + word }

    /// The names that the runtime's part of each header defines.
    private static let reserved: Set<String> = [
        "abi_check", "all", "async_function", "awaiter", "byte_view", "cancelled_error", "closed_range", "completion", "detail",
        "end_of_stream", "error", "exception_handler", "future", "invalid_argument_error", "invalid_handle_error", "live_handles",
        "operation", "overloaded", "polled", "queue", "range", "set_unhandled_exception_handler", "shutdown", "span", "status",
        "std", "stream_awaiter", "stream_iterator", "subscription", "task", "timed_out_error", "to_string", "uuid",
        "wait_for_live_handles",
    ]

    /// The members that every class with a handle has in addition to its own.
    private static let members: Set<String> = [
        "adopt", "as", "as_variant", "base_type", "begin", "bits", "end", "get", "get_if", "handle_type", "is", "kind",
        "kind_type",
        "release", "set_bits", "to_string", "share", "take_bits", "value_type", "variant_type", "visit",
    ]

    /// The word before functions that are inline only if all of the library is in headers.
    var inline: String { "\(prefix.uppercased())_INLINE" }

    /// The classes of the runtime, which other types refer to.
    private static let runtime: Set<String> = ["queue", "operation", "subscription", "completion", "error", "uuid"]

    /// A type's name from its word: `oven_door`.
    func type(_ word: String) -> String {
        let isReserved = Self.reserved.contains(word) && !Self.runtime.contains(word)
        return isReserved || Naming.keywords.contains(word) ? word + "_type" : word
    }

    /// The type's name with its namespace, so that no member hides it.
    func qualified(_ word: String) -> String { "\(qualifier)::\(type(word))" }

    /// A member function's name; `type` is the enclosing class, whose name no member may have.
    func member(_ stem: String, of type: String, isGetter: Bool = false) -> String {
        let name = Naming.word(stem)
        let isTaken = name == type || Self.members.contains(name) || Naming.keywords.contains(name)
        return isTaken ? Self.taken(name, isGetter: isGetter) : name
    }

    /// A free function's name, which must not hide a type's.
    func function(_ stem: String, types: Set<String>, isGetter: Bool = false) -> String {
        let name = Naming.word(stem)
        let isTaken = Self.reserved.contains(name) || types.contains(name) || name == space || Naming.keywords.contains(name)
        return isTaken ? Self.taken(name, isGetter: isGetter) : name
    }
}

extension TypeDeclaration {
    /// Whether the type has a case whose structure has a name.
    fileprivate func hasCase(called name: String) -> Bool {
        guard case .variant(let cases, _) = kind else { return false }
        return cases.contains { CPlusPlusNames.value($0.chosenName) == name }
    }
}
