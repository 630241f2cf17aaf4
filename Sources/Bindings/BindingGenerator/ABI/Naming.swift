import BindingModel

/// Assigns every name of the C interface, each only once.
struct Naming {
    /// The library's prefix without underscore: `weather`.
    let prefix: String
    private var claimed: [String: String] = [:]

    /// The names that the runtime's part of each header defines, without the prefix.
    static let reserved: Set<String> = [
        "status", "error", "string", "bytes", "uuid", "queue", "operation", "subscription", "completion", "release",
        "callback", "handle", "text", "ok", "shutdown", "abi", "debug", "library",
    ]

    /// The owner of the names that the runtime's part of the header declares.
    private static let runtime = "the runtime"

    /// Creates the names of a library, in which those of the runtime's part of the header and of structures are taken.
    init(prefix: String, structures: Set<String> = []) {
        self.prefix = prefix
        for name in structures { claimed[name] = "a type" }
        for name in RuntimeHeader.names(prefix) { claimed[name] = Self.runtime }
    }

    /// `weather_station_reading`.
    func type(_ path: [String]) -> String {
        let word = path.map(Words.snake).joined(separator: "_")
        return "\(prefix)_\(Self.reserved.contains(word) ? word + "_type" : word)"
    }

    /// `WEATHER_CLOUD_CIRRUS`.
    func constant(_ type: String, _ name: String) -> String { "\(type)_\(Words.snake(name))".uppercased() }

    /// Assigns `wanted` to `owner`, or the first of `alternatives` that is free; nil if none is free.
    mutating func claim(_ wanted: String, _ alternatives: [String] = [], for owner: String) -> String? {
        for name in [wanted] + alternatives where claimed[name] == nil {
            claimed[name] = owner
            return name
        }
        return nil
    }

    /// Assigns the C name of a type: that of its path, or a longer one that no other has.
    mutating func claimType(_ declaration: TypeDeclaration) -> String {
        let wanted = type(declaration.path)
        let suffix = "_type"
        let other = wanted.hasSuffix(suffix) ? wanted.dropLast(suffix.count) + "_value" : wanted + suffix
        let qualified = declaration.module.isEmpty ? other : type([declaration.module] + declaration.path)
        // Of two types with one path, the module distinguishes them; from the runtime, a suffix does.
        let alternatives = claimed[wanted] == Self.runtime ? [other, qualified] : [qualified, other]
        if let name = claim(wanted, alternatives, for: declaration.spelling) { return name }
        var number = 2
        while true {
            if let name = claim("\(wanted)_\(number)", for: declaration.spelling) { return name }
            number += 1
        }
    }

    /// The owner of a name.
    func owner(of name: String) -> String? { claimed[name] }

    /// Assigns a name with a number, for a declaration that neither its labels nor its types distinguish.
    mutating func claimNumbered(_ wanted: String, for owner: String) -> String {
        var number = 2
        while true {
            if let name = claim("\(wanted)_\(number)", for: owner) { return name }
            number += 1
        }
    }

    /// The part of a name in C after that of the type, or after the library's prefix, to which it belongs.
    static func local(of name: String, in owner: String) -> String { String(name.dropFirst(owner.count + 1)) }

    /// A parameter's or member's name: never a keyword of C or C++.
    static func local(_ name: String) -> String {
        let word = word(name)
        return keywords.contains(word) ? word + "_" : word
    }

    /// The word of a parameter's or member's name; `value` for none.
    static func word(_ name: String) -> String {
        let word = Words.snake(name)
        return word.isEmpty || word == "_" ? "value" : word
    }

    /// A parameter's or member's name, with its unit if the C type has none: `timeout_ns`.
    static func local(_ name: String, _ type: BindingType) -> String {
        switch type {
        case .duration, .optional(.duration): Words.snake(name) + "_ns"
        case .date, .optional(.date): Words.snake(name) + "_unix_ns"
        default: local(name)
        }
    }

    /// The keywords of C23 and C++20, and names that headers define as macros.
    static let keywords: Set<String> = [
        "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
        "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
        "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
        "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
        "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
        "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
        "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
        "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union",
        "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", "null", "errno", "stdin",
        "stdout", "stderr", "assert", "linux", "unix", "major", "minor",
    ]

    /// Words that belong to the preceding verb: `write(to:)` is `write_to`.
    static let prepositions: Set<String> = [
        "to", "from", "at", "with", "for", "in", "into", "by", "of", "on", "onto", "until", "after", "before", "as",
        "using", "between", "near", "over", "under", "within", "without", "than", "since", "through", "where",
    ]
}
