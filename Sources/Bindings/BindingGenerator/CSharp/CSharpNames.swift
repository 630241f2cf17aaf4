import BindingModel

/// The names of C#'s classes, and the words that no other name may be.
struct CSharpNames {
    let prefix: String
    /// The namespace of all classes: `Kitchen`.
    let space: String
    /// The class of the functions that belong to no type: `KitchenLibrary`.
    let library: String
    /// The names of classes by the C names of their types.
    private var classes: [String: String] = [:]
    /// The names that are made of those of classes.
    private var derived: [Derived: [String: String]] = [:]
    private var taken = Self.runtime
    /// The names of nested classes, which hide classes of the namespace where they are declared.
    private var nested: Set<String> = []
    /// The names that members have, or would have if no other had them.
    private var members: Set<String> = []

    init(_ library: LoweredLibrary) {
        prefix = library.prefix
        let module = library.library.modules.first { $0.lowercased() == library.prefix.lowercased() }
        space = Self.capitalised(module ?? Self.pascal(library.prefix))
        self.library = "\(space)Library"
        taken.formUnion([self.library, space])
        for type in library.types {
            guard case .variant(let cases, _) = type.declaration.kind else { continue }
            nested.formUnion(cases.map { Self.member($0.chosenName) })
        }
        for type in library.types { claim(type.c, type.declaration.path.map(Self.className).joined()) }
        for handle in library.handles where classes[handle.c] == nil && handle.holder != .runtime {
            claim(handle.c, Self.pascal(handle.word))
        }
        hide(library)
        // After all classes: what an author has named keeps its name.
        let errors = Set(library.types.filter(\.isError).map(\.c))
        for (c, name) in classes.sorted(by: { $0.key < $1.key }) {
            for kind in Derived.allCases where kind != .exception || errors.contains(c) {
                derived[kind, default: [:]][c] = derive(kind, of: name)
            }
        }
    }

    /// Finds the names of members. A property that has the name of its own type does not hide that.
    private mutating func hide(_ library: LoweredLibrary) {
        func add(_ name: String, _ crossing: Crossing?) {
            if crossing.flatMap({ classes[$0.c] }) != name { members.insert(name) }
        }
        for member in library.allMembers {
            if case .property(let property) = member.kind {
                add(Self.pascal(property.name), property.getter.function.result)
                continue
            }
            for function in member.callables.map(\.function) {
                for stem in [function.baseStem, function.stem] { add(Self.pascal(stem), nil) }
            }
        }
        for aggregate in library.aggregates {
            guard case .record(_, let fields) = aggregate.content else { continue }
            for field in fields { add(Self.member(field.chosenName), field.crossing) }
        }
    }

    /// A class or interface that belongs to a class.
    enum Derived: CaseIterable {
        /// The interface of a protocol.
        case interface
        /// The interface by which the library's own objects of a protocol are recognised.
        case nativeInterface
        /// The class of the objects of a protocol that the library implements.
        case proxy
        /// The class from which implementations of a protocol inherit.
        case base
        /// The class of the extension methods.
        case extensions
        /// The class for the exceptions with an error.
        case exception
        /// The class of the handles of a type.
        case handle

        func name(of name: String) -> String {
            switch self {
            case .interface: "I\(name)"
            case .nativeInterface: "INative\(name)"
            case .proxy: "\(name)Object"
            case .base: "\(name)Base"
            case .extensions: "\(name)Extensions"
            case .exception: "\(name)Exception"
            case .handle: "\(name)Handle"
            }
        }
    }

    private mutating func derive(_ kind: Derived, of name: String) -> String {
        var own = name
        if kind == .exception, name.hasSuffix("Error"), name != "Error" {
            let short = String(name.dropLast("Error".count))
            if !taken.contains(kind.name(of: short)) { own = short }
        }
        while taken.contains(kind.name(of: own)) { own += "Type" }
        taken.insert(kind.name(of: own))
        return kind.name(of: own)
    }

    /// The name of a class or interface that belongs to the class for a C type.
    func derived(_ kind: Derived, _ c: String) -> String { derived[kind]?[c] ?? kind.name(of: classes[c] ?? Self.pascal(c)) }

    /// The names of the runtime's classes that have no underscore. Those that emitted expressions use have one, which no member of a
    /// class has, so that no member hides them.
    static let runtime: Set<String> = [
        "LibraryObject", "LibraryException", "LibraryStream", "LibrarySource", "NativeBytes", "Queue", "Range", "ClosedRange",
        "Subscription", "SubscriptionHandle", "OperationHandle", "ContextFunction", "OperationFunction", "StreamListener",
        "ObjectHandle", "CallbackFailure", "Members", "StreamSubscription", "CallbackFailedEventArgs", "QueueHandle",
        "RuntimeHandle", "System",
    ]

    private mutating func claim(_ c: String, _ wanted: String) {
        if classes[c] != nil || wanted.isEmpty { return }
        var name = wanted.first?.isNumber == true ? "Type\(wanted)" : wanted
        if taken.contains(name) { name = Self.pascal(Naming.local(of: c, in: prefix)) }
        while taken.contains(name) { name += "Type" }
        taken.insert(name)
        classes[c] = name
    }

    /// The class for a C type in a declaration: with its namespace if a nested class has the same name. Nil if it has none.
    func type(_ c: String) -> String? {
        classes[c].map { nested.contains($0) ? "global::\(space).\($0)" : $0 }
    }

    /// The class for a C type in an expression, where a member of the same name would hide it. Nil if it has none.
    func expression(_ c: String) -> String? {
        classes[c].map { nested.contains($0) || members.contains($0) ? "global::\(space).\($0)" : $0 }
    }

    /// The class for a C type; nil if it has none.
    func className(_ c: String) -> String? { classes[c] }

    func interface(_ c: String) -> String { derived(.interface, c) }
    func proxy(_ c: String) -> String { derived(.proxy, c) }
    func exception(_ c: String) -> String { derived(.exception, c) }
    func handle(_ c: String) -> String { derived(.handle, c) }

    // MARK: Words

    /// A name with a capital first letter, in ASCII and without underscores.
    static func capitalised(_ name: String) -> String {
        let plain = name.allSatisfy { $0.isASCII && $0 != "_" } ? name : pascal(Words.snake(name))
        return plain.prefix(1).uppercased() + plain.dropFirst()
    }

    /// The name of a class: .NET writes an acronym of three and more letters as a word, `ISOSpeed` → `IsoSpeed`.
    static func className(_ name: String) -> String {
        let letters = Array(capitalised(name))
        var result = ""
        var index = 0
        while index < letters.count {
            let end = letters[index...].firstIndex { !$0.isUppercase } ?? letters.count
            // The last capital before a small letter begins the next word.
            let isFollowed = end < letters.count && letters[end].isLowercase
            let acronym = isFollowed ? end - 1 : end
            if acronym - index >= 3 {
                result.append(letters[index])
                result += String(letters[(index + 1)..<acronym]).lowercased()
                index = acronym
            } else {
                result += String(letters[index..<max(end, index + 1)])
                index = max(end, index + 1)
            }
        }
        return result
    }

    /// `iso_speed` → `IsoSpeed`. A number that follows a number stays apart from it: `f2_8` → `F28`.
    static func pascal(_ word: String) -> String {
        let name = word.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if name.isEmpty { return "Value" }
        return name.first!.isNumber ? "Value\(name)" : name
    }

    /// The name of a member: `servingsOf` → `ServingsOf`.
    static func member(_ name: String) -> String { pascal(Words.snake(name)) }

    /// The name of a parameter: `iso_speed` → `isoSpeed`, and never a keyword.
    static func local(_ name: String) -> String {
        let name = pascal(Words.snake(name))
        let local = name.prefix(1).lowercased() + name.dropFirst()
        return keywords.contains(local) ? "@\(local)" : local
    }

    /// The name of a member of a structure of C.
    static func field(_ name: String) -> String { keywords.contains(name) ? "@\(name)" : name }

    /// The word for an operator that C# cannot overload as a member.
    static func word(_ sign: String) -> String { pascal(OperatorWords.word(for: sign)) }

    static let keywords: Set<String> = [
        "abstract", "as", "await", "base", "bool", "break", "byte", "case", "catch", "char", "checked", "class", "const",
        "continue",
        "decimal", "default", "delegate", "do", "double", "else", "enum", "event", "explicit", "extern", "false", "finally",
        "fixed", "float", "for", "foreach", "goto", "if", "implicit", "in", "int", "interface", "internal", "is", "lock", "long",
        "namespace", "new", "null", "object", "operator", "out", "override", "params", "private", "protected", "public",
        "readonly", "ref", "return", "sbyte", "sealed", "short", "sizeof", "stackalloc", "static", "string", "struct", "switch",
        "this", "throw", "true", "try", "typeof", "uint", "ulong", "unchecked", "unsafe", "ushort", "using", "virtual", "void",
        "volatile", "while",
    ]
}
