import BindingModel

/// Comments and attributes.
enum CPlusPlusText {
    /// `[[deprecated("…")]]`
    static func deprecated(_ deprecation: Deprecation) -> String {
        let text = deprecation.message ?? deprecation.renamed.map { "renamed to \($0)" } ?? ""
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return quoted.isEmpty ? "[[deprecated]]" : "[[deprecated(\"\(quoted)\")]]"
    }

    /// The lines of a documentation comment, with `///`.
    static func comment(_ lines: [String]) -> [String] {
        var lines = lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            // A backslash at the end would continue the comment on the next line.
            let line = line.hasSuffix("\\") ? line + " ." : line
            return line.isEmpty ? "///" : "/// " + line
        }
    }

    /// The documentation comment of a function, from the Swift one.
    static func comment(_ function: CPlusPlusFunction) -> [String] {
        let notes: DeclarationNotes
        switch function.lowered.origin {
        case .function(let origin)?: notes = origin.notes
        case .property(let origin)?: notes = origin.notes
        case nil: return comment(function.lowered.summary)
        }
        let documentation = Documentation(notes.documentation)
        var lines = documentation.body
        var details: [String] = []
        let names = Set(function.arguments.map(\.name))
        for parameter in documentation.parameters {
            let name = Naming.local(parameter.name)
            guard names.contains(name) else { continue }
            details += indented("@param \(name) ", parameter.text)
        }
        if !documentation.returns.isEmpty { details += indented("@returns ", documentation.returns) }
        if !documentation.throws.isEmpty { details += indented("@throws ", documentation.throws) }
        if !lines.isEmpty && !details.isEmpty { lines.append("") }
        return comment(lines + details)
    }

    private static func indented(_ start: String, _ text: [String]) -> [String] {
        text.enumerated().map { $0.offset == 0 ? start + $0.element : "  " + $0.element }
    }
}

/// Swift's default values as C++ source.
enum CPlusPlusLiteral {
    /// The literal; nil if the value is not a literal.
    static func text(_ text: String, _ crossing: Crossing, _ types: CPlusPlusTypes) -> String? {
        switch crossing.shape {
        case .scalar: return number(text, crossing)
        case .text:
            let isPlain =
                text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") && text.allSatisfy { $0.isASCII }
                && !text.dropFirst().dropLast().contains { $0 == "\\" || $0 == "\"" || $0 == "?" }
            return isPlain ? text : nil
        case .duration: return duration(text)
        case .enumeration:
            guard case .named(let identifier) = crossing.type, let declaration = types.declaration(identifier),
                case .enumeration(let cases) = declaration.kind, text.hasPrefix("."),
                cases.contains(where: { $0.name == text.dropFirst() })
            else { return nil }
            return "\(types.value(crossing))::\(Naming.local(String(text.dropFirst())))"
        case .aggregate:
            if text == "nil", crossing.isOptional { return "std::nullopt" }
            switch types.content(crossing) {
            case .array, .set: return text == "[]" ? "{}" : nil
            case .map: return text == "[:]" ? "{}" : nil
            default: return nil
            }
        default: return nil
        }
    }

    private static func number(_ text: String, _ crossing: Crossing) -> String? {
        if crossing.representation == .number(.bool) { return text == "true" || text == "false" ? text : nil }
        let digits = text.replacing("_", with: "")
        if crossing.representation == .number(.double) || crossing.representation == .number(.float) {
            guard let value = Double(digits), value.isFinite, digits.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) else {
                return nil
            }
            return (digits.contains(".") ? digits : digits + ".0") + (crossing.representation == .number(.float) ? "F" : "")
        }
        guard let value = Int32(digits) else { return nil }
        return String(value)
    }

    /// `.seconds(3)`, `.milliseconds(60 * 30)`, `.zero`.
    private static func duration(_ text: String) -> String? {
        if text == ".zero" { return "std::chrono::nanoseconds(0)" }
        for unit in ["seconds", "milliseconds", "microseconds", "nanoseconds"]
        where text.hasPrefix(".\(unit)(") && text.hasSuffix(")") {
            let inside = text.dropFirst(unit.count + 2).dropLast()
            guard !inside.isEmpty, inside.allSatisfy({ $0.isNumber || $0 == " " || $0 == "*" }) else { return nil }
            return "std::chrono::\(unit)(\(inside))"
        }
        return nil
    }
}
