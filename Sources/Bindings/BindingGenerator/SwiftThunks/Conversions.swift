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
        held(handle)
        if case .elementStream(let element, _) = handle.holder { return giveStream(handle, element) }
        if handle.holder == .runtime && handle.word != "subscription" { return }
        if case .source = handle.holder { return }
        writer.gap()
        writer.block("func take_\(handle.word)(_ handle: \(handle.c)) throws(Status) -> \(handle.swift) {") { writer in
            writer.line("let held = try held_\(handle.word)(handle)")
            writer.line("return \(handle.value(of: "held"))")
        }
        give(handle, subclasses, isRepeated)
    }

    /// Writes the function that returns the object that the handle table holds.
    private mutating func held(_ handle: HandleType) {
        writer.gap()
        writer.block("func held_\(handle.word)(_ handle: \(handle.c)) throws(Status) -> \(handle.held) {") { writer in
            writer.line(
                "guard let pinned = Handles.pin(handle.bits, \(Self.number(handle)), Spans.\(handle.word)) else { throw Handles.failure }"
            )
            writer.line("defer { Handles.unpin(handle.bits) }")
            writer.line("return Unmanaged<\(handle.held)>.fromOpaque(pinned).takeUnretainedValue()")
        }
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
        case .stream: box = "BindingStream(value)"
        }
        writer.gap()
        if isRepeated { writer.line("let \(handle.word)_boxes = BoxPool<\(handle.swift)>()") }
        let parameter = "_ value: \(handle.isClosure ? "@escaping " : "")\(handle.swift)"
        writer.block("func give_\(handle.word)(\(parameter)) -> \(handle.c) {") { writer in
            let isObject = handle.holder == .object || handle.holder == .runtime
            // The subclasses of subclasses first.
            for subclass in subclasses.sorted(by: { $0.number > $1.number }) where isObject {
                writer.line("if value is \(subclass.swift) { return \(made("value", subclass)) }")
            }
            writer.line((isObject ? "return " : "") + made(box, handle))
        }
    }

    /// The number that a handle type has in this library.
    static func number(_ handle: HandleType) -> String { "Types.\(handle.word)" }

    // MARK: Aggregates

    mutating func aggregate(_ aggregate: Aggregate) {
        let crossing = aggregate.crossing
        let word = crossing.word
        writer.gap()
        writer.block("func take_\(word)(_ value: \(crossing.imported)) throws(Status) -> \(crossing.swift) {") { writer in
            crossing.adapted == nil ? Self.writeFromC(aggregate, &writer) : Self.adapt(aggregate, &writer)
        }
        writer.gap()
        writer.block("func give_\(word)(_ value: \(crossing.swift)) -> \(crossing.imported) {") { writer in
            Self.writeToC(aggregate, &writer)
        }
        if !crossing.isPlain {
            writer.gap()
            writer.block("func free_\(word)(_ value: \(crossing.imported)) {") { writer in
                Self.free(aggregate, &writer)
            }
        }
    }

    private static func writeFromC(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        switch aggregate.content {
        case .optional(let wrapped):
            if crossing.isNullable {
                writer.line("if \(Conversion.isNull(wrapped, "value")) { return nil }")
                writer.line("return \(Conversion.fromC(wrapped, "value"))")
            } else {
                writer.line("value.has_value ? \(Conversion.fromC(wrapped, "value.value")) : nil")
            }
        case .array(let element): writer.line(elements(element))
        case .set(let element): writer.line("Set(\(elements(element, converts: true)))")
        case .map(let key, let value, _): mapFromC(crossing, key, value, &writer)
        case .tuple(let fields):
            writer.line("(" + arguments(fields, "value") + ")")
        case .range(let bound, let isClosed):
            writer.line(
                "let (lower, upper) = (\(Conversion.fromC(bound, "value.lower")), \(Conversion.fromC(bound, "value.upper")))"
            )
            writer.line("guard lower <= upper else { throw .invalidArgument }")
            writer.line("return lower\(isClosed ? "..." : "..<")upper")
        case .record(let declaration, let fields):
            writer.line("\(declaration.spelling)(\(arguments(fields, "value")))")
        case .variant(_, let cases): variantFromC(cases, &writer)
        }
    }

    static func elements(_ element: Crossing, converts: Bool = false) -> String {
        if !converts, element.shape == .scalar, element.swift == "Swift.\(element.imported)" {
            return "try take_elements(value.data, value.count)"
        }
        let conversion = Conversion.fromC(element, "element")
        return "try take_elements(value.data, value.count) { (element) throws(Status) in \(conversion) }"
    }

    private static func mapFromC(_ crossing: Crossing, _ key: Crossing, _ value: Crossing, _ writer: inout CodeWriter) {
        writer.line("var map: \(crossing.swift) = [:]")
        writer.line("let entries = try take_elements(value.data, value.count) { (entry) throws(Status) in")
        writer.line("    (\(Conversion.fromC(key, "entry.key")), \(Conversion.fromC(value, "entry.value")))")
        writer.line("}")
        writer.line("for (key, value) in entries { map[key] = value }")
        writer.line("return map")
    }

    private static func variantFromC(_ cases: [AggregateCase], _ writer: inout CodeWriter) {
        writer.line("switch value.kind {")
        for (index, each) in cases.enumerated() {
            let payload = each.payload.isEmpty ? "" : "(\(arguments(each.payload, "value.as.\(swiftMember(each.name))")))"
            writer.line("case \(index): return .\(escaped(each.swiftName))\(payload)")
        }
        writer.line("default: throw .invalidArgument")
        writer.line("}")
    }

    private static func arguments(_ fields: [AggregateField], _ owner: String) -> String {
        fields.map { field in
            (field.label.map { "\(asLabel($0)): " } ?? "")
                + Conversion.fromC(field.crossing, "\(owner).\(swiftMember(field.name))")
        }.joined(separator: ", ")
    }

    private static func writeToC(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        switch aggregate.content {
        case .optional(let wrapped):
            if crossing.isNullable {
                writer.line("guard let value else { return \(null(wrapped)) }")
                writer.line("return \(Conversion.toC(wrapped, "value"))")
            } else {
                writer.line("var result = \(crossing.imported)()")
                writer.line("if let value {")
                writer.line("    result.has_value = true")
                writer.line("    result.value = \(Conversion.toC(wrapped, "value"))")
                writer.line("}")
                writer.line("return result")
            }
        case .array(let element), .set(let element):
            writer.line("let (data, count) = give_elements(value) { \(Conversion.toC(element, "$0")) }")
            writer.line("return \(crossing.imported)(data: data, count: count)")
        case .map(let key, let value, let entry):
            writer.line("let (data, count) = give_elements(value) {")
            writer.line("    \(entry)(key: \(Conversion.toC(key, "$0.key")), value: \(Conversion.toC(value, "$0.value")))")
            writer.line("}")
            writer.line("return \(crossing.imported)(data: data, count: count)")
        case .tuple(let fields), .record(_, let fields):
            writer.line("var result = \(crossing.imported)()")
            for field in fields {
                writer.line(
                    "result.\(swiftMember(field.name)) = \(Conversion.toC(field.crossing, "value.\(escaped(field.swiftName))"))"
                )
            }
            writer.line("return result")
        case .range(let bound, _):
            writer.line("var result = \(crossing.imported)()")
            writer.line("result.lower = \(Conversion.toC(bound, "value.lowerBound"))")
            writer.line("result.upper = \(Conversion.toC(bound, "value.upperBound"))")
            writer.line("return result")
        case .variant(_, let cases): variantToC(crossing, cases, &writer)
        }
    }

    private static func variantToC(_ crossing: Crossing, _ cases: [AggregateCase], _ writer: inout CodeWriter) {
        writer.line("var result = \(crossing.imported)()")
        writer.line("switch value {")
        for (index, each) in cases.enumerated() {
            let names = each.payload.indices.map { "part\($0)" }
            let name = escaped(each.swiftName)
            writer.line(each.payload.isEmpty ? "case .\(name):" : "case let .\(name)(\(names.joined(separator: ", "))):")
            writer.line("    result.kind = \(index)")
            for (field, part) in zip(each.payload, names) {
                let member = "result.as.\(swiftMember(each.name)).\(swiftMember(field.name))"
                writer.line("    \(member) = \(Conversion.toC(field.crossing, part))")
            }
        }
        writer.line("}")
        writer.line("return result")
    }

    private static func free(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        switch aggregate.content {
        case .optional(let wrapped):
            if aggregate.crossing.isNullable {
                writer.line(Conversion.free(wrapped, "value") ?? "_ = value")
            } else {
                writer.line("if value.has_value { \(Conversion.free(wrapped, "value.value") ?? "_ = value") }")
            }
        case .array(let element), .set(let element):
            if let statement = Conversion.free(element, "element") {
                writer.line("for_each_element(value.data, value.count) { element in \(statement) }")
            }
            writer.line("Memory.free(value.data)")
        case .map(let key, let value, _):
            let statements = [Conversion.free(key, "entry.key"), Conversion.free(value, "entry.value")].compactMap { $0 }
            if !statements.isEmpty {
                writer.line("for_each_element(value.data, value.count) { entry in")
                for statement in statements { writer.line("    \(statement)") }
                writer.line("}")
            }
            writer.line("Memory.free(value.data)")
        case .tuple(let fields), .record(_, let fields):
            for field in fields {
                if let statement = Conversion.free(field.crossing, "value.\(swiftMember(field.name))") { writer.line(statement) }
            }
        case .range(let bound, _):
            for end in ["lower", "upper"] {
                if let statement = Conversion.free(bound, "value.\(end)") { writer.line(statement) }
            }
        case .variant(_, let cases): free(cases, &writer)
        }
    }

    private static func free(_ cases: [AggregateCase], _ writer: inout CodeWriter) {
        writer.line("switch value.kind {")
        for (index, each) in cases.enumerated() {
            let statements = each.payload.compactMap {
                Conversion.free($0.crossing, "value.as.\(swiftMember(each.name)).\(swiftMember($0.name))")
            }
            if statements.isEmpty { continue }
            writer.line("case \(index):")
            for statement in statements { writer.line("    \(statement)") }
        }
        writer.line("default: break")
        writer.line("}")
    }

    private static func null(_ crossing: Crossing) -> String { crossing.shape == .error ? "nil" : "\(crossing.imported)()" }
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
