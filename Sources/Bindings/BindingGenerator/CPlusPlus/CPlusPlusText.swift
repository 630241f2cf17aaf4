import BindingModel

/// Comments and attributes.
enum CPlusPlusText {
    /// `[[deprecated("…")]]`
    static func deprecated(_ deprecation: Deprecation) -> String {
        let text = deprecation.literal
        return text.isEmpty ? "[[deprecated]]" : "[[deprecated(\"\(text)\")]]"
    }

    /// Writes a declaration with a list, on several lines if one would be too long.
    static func declare(_ start: String, _ items: [String], _ end: String, depth: Int, _ writer: inout CodeWriter) {
        let line = start + items.joined(separator: ", ") + end
        if line.count + depth * 2 <= CodeWriter.headerWidth || items.isEmpty { return writer.line(line) }
        writer.line(start.last == " " ? String(start.dropLast()) : start)
        var rest = ""
        for (index, item) in items.enumerated() {
            let word = item + (index == items.count - 1 ? end : ",")
            if !rest.isEmpty, rest.count + word.count + 5 + depth * 2 > CodeWriter.headerWidth {
                writer.line("    \(rest)")
                rest = ""
            }
            rest += (rest.isEmpty ? "" : " ") + word
        }
        writer.line("    \(rest)")
    }

    /// The lines of a documentation comment, with `///`, about the type with a path or a declaration in it. `depth` is the
    /// indentation of the declaration.
    static func comment(_ prose: Prose, _ lines: [String], in scope: [String] = [], depth: Int = 0) -> [String] {
        var lines = prose.lines(lines, in: scope, width: 116 - depth * 2)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            line.isEmpty ? "///" : "/// " + closed(line)
        }
    }

    /// A line of a comment. A backslash at its end, or the trigraph of one, would continue the comment on the next line.
    static func closed(_ line: String) -> String {
        let line = line.replacing("??/", with: "? ?/")
        return line.hasSuffix("\\") ? line + " ." : line
    }

    /// The documentation comment of a function, from the Swift one.
    static func comment(_ prose: Prose, _ function: CPlusPlusFunction, in scope: [String], depth: Int) -> [String] {
        let notes: DeclarationNotes
        switch function.lowered.origin {
        case .function(let origin)?: notes = origin.notes
        case .property(let origin)?: notes = origin.notes
        case nil: return comment(prose, function.lowered.summary, in: scope, depth: depth)
        }
        let documentation = Documentation(notes.documentation)
        var lines = documentation.body
        var details: [String] = []
        let names = Set(function.arguments.map(\.name))
        for parameter in documentation.parameters {
            let name = CPlusPlusNames.value(parameter.name)
            guard names.contains(name) else { continue }
            details += indented("@param \(name) ", parameter.text)
        }
        if !documentation.returns.isEmpty { details += indented("@returns ", documentation.returns) }
        if !documentation.throws.isEmpty { details += indented("@throws ", documentation.throws) }
        if !lines.isEmpty && !details.isEmpty { lines.append("") }
        return comment(prose, lines + details, in: scope, depth: depth)
    }

    private static func indented(_ start: String, _ text: [String]) -> [String] {
        text.enumerated().map { $0.offset == 0 ? start + $0.element : "  " + $0.element }
    }
}

extension CodeWriter {
    /// Writes the definition of a function, in one line if there is place for its only statement. `head` ends with the brace.
    mutating func definition(_ head: String, _ lines: [String]) {
        if lines.count == 1 { return line("\(head) \(lines[0]) }") }
        gap()
        block(head) { writer in for line in lines { writer.line(line) } }
        gap()
    }
}

/// A default value as C++ source.
struct CPlusPlusLiteral {
    let text: String
    /// Whether `{}` is the same value.
    let isEmpty: Bool

    /// The literal; nil if C++ has none for the value.
    init?(_ value: DefaultValue, _ crossing: Crossing, _ types: CPlusPlusTypes) {
        guard let constant = value.constant else { return nil }
        if crossing.shape == .aggregate {
            if constant == .null, crossing.isOptional {
                (text, isEmpty) = ("std::nullopt", true)
                return
            }
            switch types.interface.content(crossing) {
            case .array where constant == .emptyArray, .set where constant == .emptyArray,
                .map where constant == .emptyDictionary:
                (text, isEmpty) = ("{}", true)
                return
            default: return nil
            }
        }
        guard let text = Self.text(value, constant, crossing, types) else { return nil }
        (self.text, isEmpty) = (text, false)
    }

    private static func text(
        _ value: DefaultValue,
        _ constant: DefaultValue.Constant,
        _ crossing: Crossing,
        _ types: CPlusPlusTypes
    ) -> String? {
        switch crossing.shape {
        case .scalar:
            let literal = number(constant, crossing.representation)
            return crossing.isInterval ? literal.map { "\(types.value(crossing))(\($0))" } : literal
        case .text:
            guard case .text(let text) = constant, text.allSatisfy({ $0.isASCII && $0 != "?" }) else { return nil }
            return "\"\(text)\""
        case .duration: return duration(constant)
        case .enumeration:
            return types.interface.constant(value, of: crossing).map {
                "\(types.value(crossing))::\(CPlusPlusNames.value($0.chosenName))"
            }
        default: return nil
        }
    }

    private static func number(_ constant: DefaultValue.Constant, _ type: CType) -> String? {
        let isFloat = type == .number(.float)
        let isFraction = isFloat || type == .number(.double)
        switch constant {
        case .boolean(let value) where type == .number(.bool): return "\(value)"
        case .integer(let magnitude, let isNegative) where isFraction:
            return "\(isNegative ? "-" : "")\(magnitude).0\(isFloat ? "F" : "")"
        case .integer(let magnitude, let isNegative) where type != .number(.bool):
            guard magnitude <= Int32.max else { return nil }
            return "\(isNegative ? "-" : "")\(magnitude)"
        case .decimal(let text) where isFraction: return text + (isFloat ? "F" : "")
        default: return nil
        }
    }

    private static func duration(_ constant: DefaultValue.Constant) -> String? {
        switch constant {
        case .member("zero"): "std::chrono::nanoseconds(0)"
        case .duration(let count, let unit) where count <= Int32.max: "std::chrono::\(unit.rawValue)(\(count))"
        default: nil
        }
    }
}
