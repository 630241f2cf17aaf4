import BindingModel

/// The names of Python's classes, and the words that no other name may be.
struct PythonNames {
    let prefix: String
    /// The names of classes by the C names of their types.
    private var classes: [String: String] = [:]
    private var taken: Set<String> = []

    init(_ library: LoweredLibrary) {
        prefix = library.prefix
        // Names of the runtime that the package has too.
        taken = Self.runtime
        for type in library.types {
            claim(type.c, type.declaration.path.map(Self.capitalised).joined())
        }
        for handle in library.handles where classes[handle.c] == nil {
            claim(handle.c, handle.holder == .runtime ? "" : Self.pascal(handle.word))
        }
    }

    /// The names that a package has in addition to those of the library.
    static let runtime: Set<String> = [
        "Error", "CancelledError", "InvalidHandleError", "InvalidArgumentError", "InvalidTextError", "TooLargeError",
        "NotAvailableError", "ShutDownError", "WrongThreadError", "ForkedError", "InUseError", "TimedOutError", "Operation",
        "Queue", "Subscription", "Stream", "Source", "Range", "ClosedRange", "Record", "Handle", "Interface", "Any", "Optional",
        "Union",
        "Callable", "Iterable", "Mapping", "Awaitable", "NamedTuple", "ClassVar", "UUID",
    ]

    private mutating func claim(_ c: String, _ wanted: String) {
        if classes[c] != nil || wanted.isEmpty { return }
        var name = wanted.first?.isNumber == true ? "_\(wanted)" : wanted
        if taken.contains(name) { name = Self.pascal(Naming.local(of: c, in: prefix)) }
        while taken.contains(name) || Self.keywords.contains(name) { name += "_" }
        taken.insert(name)
        classes[c] = name
    }

    /// The class for a C type; nil if it has none.
    func className(_ c: String) -> String? { classes[c] }

    /// The class for a handle, a record, a variant or an enumeration.
    func className(_ crossing: Crossing) -> String {
        switch crossing.representation.name.map({ Naming.local(of: $0, in: prefix) }) {
        case "queue": "_r.Queue"
        case "subscription": "_r.Subscription"
        case "operation": "_r.Operation[Any]"
        default: crossing.representation.name.flatMap { classes[$0] } ?? Self.pascal(crossing.word)
        }
    }

    /// The class for a case of a variant, or of an error.
    static func caseClass(_ base: String, _ name: String) -> String { base + capitalised(pascal(Words.snake(name))) }

    /// A name with a capital first letter, in ASCII.
    static func capitalised(_ name: String) -> String {
        let ascii = name.allSatisfy { $0.isASCII } ? name : pascal(Words.snake(name))
        return ascii.prefix(1).uppercased() + ascii.dropFirst()
    }

    /// `iso_speed` → `IsoSpeed`.
    static func pascal(_ word: String) -> String {
        word.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name of a member or of a parameter: never a keyword.
    static func local(_ name: String) -> String {
        let word = Words.snake(name)
        if word.isEmpty || word == "_" { return "value" }
        if word.first?.isNumber == true { return "_\(word)" }
        return keywords.contains(word) ? word + "_" : word
    }

    /// The name of a member of an enumeration.
    static func constant(_ name: String) -> String {
        let word = Words.snake(name).uppercased()
        return word.first?.isNumber == true ? "_\(word)" : word
    }

    static let keywords: Set<String> = [
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
        "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
        "pass", "raise", "return", "try", "while", "with", "yield", "self",
    ]
}
