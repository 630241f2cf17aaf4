import BindingModel

/// Documentation comments in XML.
extension CSharpLibrary {
    func documentation(_ notes: DeclarationNotes) -> [String] { Documentation(notes.documentation).body }

    mutating func obsolete(_ deprecation: Deprecation?) {
        guard let deprecation else { return }
        let text = deprecation.literal
        writer.line("[global::System.Obsolete(\"\(text.isEmpty ? "deprecated" : text)\")]")
    }

    mutating func summary(_ lines: [String], in path: [String], otherwise: String? = nil) {
        Self.summary(prose, lines, in: path, otherwise: otherwise, &writer)
    }

    static func summary(
        _ prose: Prose,
        _ lines: [String],
        in path: [String],
        otherwise: String? = nil,
        _ writer: inout CodeWriter
    ) {
        var text = prose.lines(lines, in: path, width: 110)
        while text.last?.isEmpty == true { text.removeLast() }
        if text.isEmpty, let otherwise { text = [otherwise] }
        if text.isEmpty { return }
        if text.count == 1 { return writer.line("/// <summary>\(escaped(text[0]))</summary>") }
        writer.line("/// <summary>")
        for line in text { writer.line(line.isEmpty ? "///" : "/// \(escaped(line))") }
        writer.line("/// </summary>")
    }

    /// Text in XML; code in backquotes is an element.
    static func escaped(_ text: String) -> String {
        var result = ""
        var isCode = false
        let plain = text.filter { $0 == "`" }.count % 2 == 1
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "`" where !plain:
                result += isCode ? "</c>" : "<c>"
                isCode.toggle()
            default: result.append(character)
            }
        }
        return result
    }

    mutating func document(_ member: CSharpMember, _ function: CSharpFunction?, in path: [String]) {
        let lowered = member.call.function
        summary(lowered.summary, in: path)
        for parameter in function?.parameters ?? [] where !parameter.documentation.isEmpty {
            let name = parameter.name.hasPrefix("@") ? String(parameter.name.dropFirst()) : parameter.name
            tag("param name=\"\(name)\"", "param", parameter.documentation, in: path)
        }
        if function != nil {
            let results = (member.call.taking ?? lowered).parameters.filter { if case .result = $0.role { true } else { false } }
            if let text = results.first?.documentation, !text.isEmpty { tag("returns", "returns", text, in: path) }
        }
        for error in lowered.errors { tag("exception cref=\"LibraryException\"", "exception", error, in: path) }
        obsolete(lowered.deprecation)
    }

    mutating func tag(_ opening: String, _ name: String, _ text: String, in path: [String]) {
        let lines = prose.lines([text], in: path, width: 110).map(Self.escaped)
        guard lines.count > 1 else { return writer.line("/// <\(opening)>\(lines.first ?? "")</\(name)>") }
        writer.line("/// <\(opening)>")
        for line in lines { writer.line("/// \(line)") }
        writer.line("/// </\(name)>")
    }
}
