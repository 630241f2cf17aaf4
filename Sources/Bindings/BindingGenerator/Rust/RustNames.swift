import BindingModel

/// The names of types in Rust, and the words that no name may be.
struct RustNames {
    /// The crate with the declarations of C: `weather_sys` in a path.
    let sys: String
    /// The name of the safe crate.
    let crate: String
    private let prefix: String
    private var types: [String: String] = [:]
    private var taken = Self.reserved

    init(_ library: LoweredLibrary) {
        prefix = library.prefix
        crate = library.prefix
        sys = "\(library.prefix)_sys"
        for type in library.types { claim(type.c, type.declaration.path.map(Self.pascal).joined()) }
        for handle in library.handles where types[handle.c] == nil && handle.holder != .runtime {
            claim(handle.c, Self.pascal(handle.word))
        }
        // After all types: what an author has named keeps its name.
        for handle in library.handles where handle.holdsProtocol { objects[handle.c] = distinct("Any\(types[handle.c] ?? "")") }
    }

    /// The names of the types of a protocol's objects.
    private var objects: [String: String] = [:]

    private mutating func claim(_ c: String, _ wanted: String) {
        if types[c] != nil || wanted.isEmpty { return }
        types[c] = distinct(wanted.first?.isNumber == true ? "Type\(wanted)" : wanted)
    }

    /// A name that no other type has.
    mutating func distinct(_ wanted: String) -> String {
        var name = wanted
        while !taken.insert(name).inserted { name += "Type" }
        return name
    }

    /// The type of a structure, an enumeration, or an object.
    func type(_ c: String) -> String { objects[c] ?? types[c] ?? Self.pascal(Naming.local(of: c, in: prefix)) }

    /// The trait of a protocol.
    func trait(_ c: String) -> String { types[c] ?? Self.pascal(Naming.local(of: c, in: prefix)) }

    func local(_ c: String) -> String { Naming.local(of: c, in: prefix) }

    /// A name in Pascal case, in which an acronym is a word: `USBPort` becomes `UsbPort`.
    static func pascal(_ name: String) -> String {
        Words.snake(name).split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name of a case.
    static func variant(_ name: String) -> String {
        let pascal = pascal(name)
        if pascal.first?.isNumber == true || pascal.isEmpty { return "Case\(pascal)" }
        return pascal == "Self" ? "SelfCase" : pascal
    }

    /// The names of cases, each another one.
    static func variants(_ names: [String]) -> [String] { distinct(names.map(variant)) }

    /// The name of a function, a parameter or a field.
    static func value(_ name: String) -> String {
        let snake = Words.snake(name)
        if snake.first?.isNumber == true { return "value_\(snake)" }
        if snake.isEmpty || snake.allSatisfy({ $0 == "_" }) { return "value" }
        return keywords.contains(snake) ? "\(snake)_" : snake
    }

    /// The names of fields, each another one.
    static func fields(_ fields: [AggregateField]) -> [String] { distinct(fields.map { value($0.chosenName) }) }

    /// The name of a member of a structure in C.
    static func member(_ name: String) -> String { keywords.contains(name) ? "\(name)_" : name }

    private static func distinct(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { wanted in
            var name = wanted
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(wanted)\(number)"
                number += 1
            }
            return name
        }
    }

    /// The names that emitted text means otherwise: those of the prelude, and those of the runtime.
    private static let reserved: Set<String> = [
        "Option", "Some", "None", "Result", "Ok", "Err", "String", "Vec", "Box", "Error", "ErrorKind", "Failure", "Iterator",
        "IntoIterator", "Send", "Sync", "Sized", "Unpin", "Fn", "FnMut", "FnOnce", "Drop", "Clone", "Copy", "Default", "From",
        "Into", "TryFrom", "TryInto", "AsRef", "AsMut", "ToString", "ToOwned", "PartialEq", "Eq", "PartialOrd", "Ord", "Debug",
        "Hash", "Extend", "DoubleEndedIterator", "ExactSizeIterator", "Self", "Arena", "Arc", "Duration", "SystemTime", "Uuid",
        "HashMap", "HashSet", "Range", "RangeInclusive", "Queue", "Subscription", "Operation", "BoxFuture", "Next", "Elements",
        "Object", "RawStream", "Step", "Implementation", "Target", "Temporary", "Future", "Pin", "Context", "Poll", "PhantomData",
    ]

    static let keywords: Set<String> = [
        "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false", "fn", "for",
        "if",
        "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "static", "struct", "super",
        "trait", "true", "type", "unsafe", "use", "where", "while", "abstract", "become", "box", "do", "final", "gen", "macro",
        "override", "priv", "try", "typeof", "unsized", "virtual", "yield", "union", "arena", "sys", "status_", "arguments",
    ]
}
