/// The type of a parameter in C++: a value, or a reference.
struct CPlusPlusParameter: Hashable {
    /// The type without the mark of a reference: `const std::string`.
    let base: String
    let isReference: Bool

    static func value(_ type: String) -> Self { Self(base: type, isReference: false) }

    static func reference(_ type: String) -> Self { Self(base: type, isReference: true) }

    /// The declaration without a name: `const std::string &`.
    var unnamed: String { isReference ? "\(base) &" : base }

    /// The declaration: `const std::string &value`, `bool value`.
    func declaring(_ name: String) -> String { isReference ? "\(base) &\(name)" : "\(base) \(name)" }

    /// The expression that passes the parameter on.
    func passing(_ name: String) -> String { isReference ? name : "std::move(\(name))" }
}

/// The kind of an argument, by which C++ distinguishes functions of one name.
enum CPlusPlusCategory: Hashable {
    case bool
    case number
    case text
    case list
    case function
    case queue
    /// Any other type, by its name.
    case type(String)

    /// Whether C++ has operators for such values, so that a library cannot declare others.
    var isBuiltIn: Bool {
        switch self {
        case .bool, .number, .text, .list: true
        case .function, .queue, .type: false
        }
    }

    /// Whether an argument of the one is never converted to the other.
    func differs(from other: Self) -> Bool {
        let loose: [Set<Self>] = [[.number, .bool], [.text, .bool], [.text, .list]]
        return self != other && !loose.contains([self, other])
    }
}

/// What a function returns in C++.
enum CPlusPlusReturn {
    /// The function is a constructor.
    case nothing
    case void
    case value(String)
    /// A future of a value, or of `void`.
    case future(of: String, qualifier: String)

    /// The type as text; nil for a constructor.
    var text: String? {
        switch self {
        case .nothing: nil
        case .void: "void"
        case .value(let type): type
        case .future(let type, let qualifier): "\(qualifier)::future<\(type)>"
        }
    }

    /// The type before the name in a declaration.
    var head: String { text.map { $0 + " " } ?? "" }
}
