import BindingModel

/// Structures: optionals, collections, tuples, ranges, records and variants.
extension ConversionEmitter {
    mutating func aggregate(_ aggregate: Aggregate) {
        let crossing = aggregate.crossing
        let word = crossing.word
        writer.gap()
        if !crossing.isUnique {
            let body = Self.lines { crossing.adapted == nil ? Self.writeFromC(aggregate, &$0) : Self.adapt(aggregate, &$0) }
            writer.function("func take_\(word)(_ value: \(crossing.imported)) throws(Status) -> \(crossing.swift)", body)
        }
        let mark = crossing.isUnique ? "consuming " : ""
        writer.function(
            "func give_\(word)(_ value: \(mark)\(crossing.swift)) -> \(crossing.imported)",
            Self.lines { Self.writeToC(aggregate, &$0) }
        )
        if !crossing.isPlain {
            writer.function("func free_\(word)(_ value: \(crossing.imported))", Self.lines { Self.free(aggregate, &$0) })
        }
    }

    /// The lines that a function writes.
    private static func lines(_ body: (inout CodeWriter) -> Void) -> [String] {
        var writer = CodeWriter()
        body(&writer)
        return writer.text.lines.dropLast()
    }

    private static func writeFromC(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        switch aggregate.content {
        case .optional(let wrapped):
            if crossing.isNullable {
                writer.line("\(Conversion.isNull(wrapped, "value")) ? nil : \(Conversion.fromC(wrapped, "value"))")
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
        case .record(let declaration, let fields) where fields.contains(where: \.isAssigned):
            Self.assignedFromC(declaration, fields, &writer)
        case .record(let declaration, let fields) where declaration.maker != nil:
            writer.line("try \(declaration.maker ?? "")(\(arguments(fields, "value")))")
        case .record(let declaration, let fields):
            writer.line("\(declaration.spelling)(\(arguments(fields, "value")))")
        case .variant(_, let cases): variantFromC(cases, &writer)
        }
    }

    static func elements(_ element: Crossing, converts: Bool = false) -> String {
        if !converts, element.shape == .scalar, element.swift == "Swift.\(element.imported)" {
            return "try Elements.take(value.data, value.count)"
        }
        return "try Elements.take(value.data, value.count, \(Conversion.taker(element)))"
    }

    /// A record whose fields are set after its initialiser.
    private static func assignedFromC(
        _ declaration: TypeDeclaration,
        _ fields: [AggregateField],
        _ writer: inout CodeWriter
    ) {
        let names = fields.indices.map { "part\($0)" }
        for (name, field) in zip(names, fields) {
            writer.line("let \(name) = \(Conversion.fromC(field.crossing, "value.\(swiftMember(field.name))"))")
        }
        let arguments = zip(names, fields).map { SwiftArgument(label: $1.label, value: $0).text }
        writer.line("var record = \(declaration.spelling)(\(arguments.joined(separator: ", ")))")
        for (name, field) in zip(names, fields) { writer.line("record.\(escaped(field.swiftName)) = \(name)") }
        writer.line("return record")
    }

    private static func mapFromC(_ crossing: Crossing, _ key: Crossing, _ value: Crossing, _ writer: inout CodeWriter) {
        writer.line("var map: \(crossing.swift) = [:]")
        writer.line("let entries = try Elements.take(value.data, value.count) { (entry) throws(Status) in")
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
                writer.line("guard let value else { return \(crossing.imported)() }")
                writer.line("return \(crossing.imported)(has_value: true, value: \(Conversion.toC(wrapped, "value")))")
            }
        case .array(let element), .set(let element):
            let elements = crossing.adapted?.isSequence == true ? "Swift.Array(value)" : "value"
            writer.line("let (data, count) = Elements.give(\(elements), \(Conversion.giver(element)))")
            writer.line("return \(crossing.imported)(data: data, count: count)")
        case .map(let key, let value, let entry):
            writer.line("let (data, count) = Elements.give(value) {")
            writer.line("    \(entry)(key: \(Conversion.toC(key, "$0.key")), value: \(Conversion.toC(value, "$0.value")))")
            writer.line("}")
            writer.line("return \(crossing.imported)(data: data, count: count)")
        case .tuple(let fields), .record(_, let fields):
            let parts = fields.map { "\(asLabel($0.name)): \(Conversion.toC($0.crossing, "value.\(escaped($0.swiftName))"))" }
            writer.line("\(crossing.imported)(\(parts.joined(separator: ", ")))")
        case .range(let bound, _):
            let (lower, upper) = (Conversion.toC(bound, "value.lowerBound"), Conversion.toC(bound, "value.upperBound"))
            writer.line("\(crossing.imported)(lower: \(lower), upper: \(upper))")
        case .variant(_, let cases): variantToC(crossing, cases, &writer)
        }
    }

    private static func variantToC(_ crossing: Crossing, _ cases: [AggregateCase], _ writer: inout CodeWriter) {
        writer.line("var result = \(crossing.imported)()")
        writer.line("switch value {")
        for (index, each) in cases.enumerated() {
            let names = each.payload.indices.map { "part\($0)" }
            let name = escaped(each.swiftName)
            if each.payload.isEmpty {
                writer.line("case .\(name): result.kind = \(index)")
                continue
            }
            writer.line("case let .\(name)(\(names.joined(separator: ", "))):")
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
                writer.line("Elements.forEach(value.data, value.count) { element in \(statement) }")
            }
            writer.line("Memory.free(value.data)")
        case .map(let key, let value, _):
            let statements = [Conversion.free(key, "entry.key"), Conversion.free(value, "entry.value")].compactMap { $0 }
            if !statements.isEmpty {
                writer.line("Elements.forEach(value.data, value.count) { entry in")
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
            if statements.count == 1 {
                writer.line("case \(index): \(statements[0])")
                continue
            }
            writer.line("case \(index):")
            for statement in statements { writer.line("    \(statement)") }
        }
        writer.line("default: break")
        writer.line("}")
    }

    private static func null(_ crossing: Crossing) -> String { crossing.shape == .error ? "nil" : "\(crossing.imported)()" }
}
