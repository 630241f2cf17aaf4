import BindingModel

/// Swift expressions that convert C values to Swift values and back.
enum Conversion {
    /// The Swift value of a C expression; with `try` if the conversion can fail.
    static func fromC(_ crossing: Crossing, _ expression: String) -> String {
        (crossing.canBeRefused ? "try " : "") + valueFromC(crossing, expression)
    }

    /// The Swift value of a C expression, for a statement that has the `try` of the conversion in another place.
    static func valueFromC(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: "()"
        case .scalar where !crossing.isConvertedByFunction:
            // `Int64` and `Int` are one type in C.
            crossing.swift == "Swift.\(crossing.imported)" ? expression : "\(crossing.swift)(\(expression))"
        case .duration: "Time.duration(\(expression))"
        default: "take_\(crossing.word)(\(expression))"
        }
    }

    /// Whether a C expression of a nullable type is "none".
    static func isNull(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .handle: "\(expression).bits == 0"
        case .error: "\(expression) == nil"
        default: "\(expression).data == nil"
        }
    }

    /// The C value of a Swift expression.
    static func toC(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: expression
        case .scalar where !crossing.isConvertedByFunction:
            crossing.swift == "Swift.\(crossing.imported)" ? expression : "\(crossing.imported)(\(expression))"
        case .duration: "Time.nanoseconds(\(expression))"
        default: "give_\(crossing.word)(\(expression))"
        }
    }

    /// The function that makes the Swift value of a C value.
    static func taker(_ crossing: Crossing) -> String {
        let conversion = fromC(crossing, "value")
        let head = "take_\(crossing.word)"
        if valueFromC(crossing, "value") == "\(head)(value)" { return head }
        return "{ (value)\(crossing.canBeRefused ? " throws(Status)" : "") in \(conversion) }"
    }

    /// The function that makes the C value of a Swift value.
    static func giver(_ crossing: Crossing) -> String {
        let conversion = toC(crossing, "value")
        let head = "give_\(crossing.word)"
        return conversion == "\(head)(value)" ? head : "{ (value: \(crossing.swift)) in \(conversion) }"
    }

    /// The statement that frees the contents of a C value; nil if there are none.
    static func free(_ crossing: Crossing, _ expression: String) -> String? {
        if crossing.isPlain { return nil }
        switch crossing.shape {
        case .handle: return "free_handle(\(expression).bits)"
        case .text: return "free_text(\(expression))"
        case .bytes: return "free_bytes(\(expression))"
        case .error: return "Errors.free(\(expression))"
        case .aggregate: return "free_\(crossing.word)(\(expression))"
        default: return nil
        }
    }
}

/// Writes the conversions of a library's types, each once.
struct ConversionEmitter {
    let prefix: String
    var writer = CodeWriter()

    init(prefix: String) {
        self.prefix = prefix
    }

    // MARK: Enumerations

    mutating func enumeration(_ crossing: Crossing, _ cases: [EnumerationCase]) {
        writer.gap()
        writer.block("func take_\(crossing.word)(_ number: Int32) throws(Status) -> \(crossing.swift) {") { writer in
            writer.line("switch number {")
            for (index, each) in cases.enumerated() { writer.line("case \(index): return .\(escaped(each.name))") }
            writer.line("default: throw .invalidArgument")
            writer.line("}")
        }
        writer.gap()
        writer.block("func give_\(crossing.word)(_ value: \(crossing.swift)) -> Int32 {") { writer in
            writer.line("switch value {")
            for (index, each) in cases.enumerated() { writer.line("case .\(escaped(each.name)): return \(index)") }
            writer.line("}")
        }
    }

    // MARK: Handles

    /// Writes the conversions of a handle type. `isRepeated` is whether streams deliver it repeatedly.
    mutating func handle(_ handle: HandleType, subclasses: [HandleType], isRepeated: Bool) {
        if case .elementStream(let element, _) = handle.holder { return giveStream(handle, element) }
        if handle.holder == .runtime && handle.word != "subscription" { return }
        if case .source = handle.holder { return }
        if handle.holder == .uniqueValue { return give(handle, subclasses, isRepeated) }
        writer.gap()
        writer.line(
            "func take_\(handle.word)(_ handle: \(handle.c)) throws(Status) -> \(handle.swift) { try \(handle.value(of: handle.held(by: "handle"))) }"
        )
        give(handle, subclasses, isRepeated)
    }

    private mutating func giveStream(_ handle: HandleType, _ element: Crossing) {
        writer.gap()
        writer.block(
            "func give_\(handle.word)<Sequence: AsyncSequence & SendableMetatype>(_ value: Sequence) -> \(handle.c) where Sequence.Element == \(element.swift) {"
        ) {
            $0.line("\(handle.c)(bits: Handles.insert(BindingStream(value), type: \(Self.number(handle))))")
        }
    }

    private mutating func give(_ handle: HandleType, _ subclasses: [HandleType], _ isRepeated: Bool) {
        func made(_ object: String, _ type: HandleType) -> String {
            "\(handle.c)(bits: Handles.insert(\(object), type: \(Self.number(type))))"
        }
        let box: String
        switch handle.holder {
        case .object, .runtime, .elementStream, .source: box = "value"
        case .value, .existential: box = isRepeated ? "\(handle.word)_boxes.box(value)" : "ValueBox<\(handle.swift)>(value)"
        case .mutableValue: box = "MutableBox<\(handle.swift)>(value)"
        case .uniqueValue: box = "UniqueBox<\(handle.swift)>(value)"
        case .stream: box = "BindingStream(value)"
        }
        if isRepeated { writer.line("let \(handle.word)_boxes = BoxPool<\(handle.swift)>()") }
        let mark = handle.isClosure ? "@escaping " : handle.holder == .uniqueValue ? "consuming " : ""
        let parameter = "_ value: \(mark)\(handle.swift)"
        let isObject = handle.holder == .object || handle.holder == .runtime
        let subclasses = isObject ? subclasses : []
        // The subclasses of subclasses first.
        let choices = subclasses.sorted { $0.number > $1.number }
            .map { "if value is \($0.swift) { return \(made("value", $0)) }" }
        let last = (choices.isEmpty ? "" : "return ") + made(box, handle)
        writer.function("func give_\(handle.word)(\(parameter)) -> \(handle.c)", choices + [last])
    }

    /// The number that a handle type has in this library.
    static func number(_ handle: HandleType) -> String { "Types.\(handle.word).number" }
}

/// Swift keywords that may be names in C or in another module.
private let swiftKeywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try", "typealias", "var", "where", "while", "Any", "actor", "async", "await", "borrowing", "consuming", "each", "any",
    "some",
]

/// A name as an identifier in Swift source.
func escaped(_ name: String) -> String { swiftKeywords.contains(name) ? "`\(name)`" : name }

/// A C member's name as an identifier in Swift source.
func swiftMember(_ name: String) -> String { escaped(name) }

/// A name as an argument label, for which most keywords need no backquotes.
func asLabel(_ name: String) -> String { ["inout", "let", "var"].contains(name) ? "`\(name)`" : name }
