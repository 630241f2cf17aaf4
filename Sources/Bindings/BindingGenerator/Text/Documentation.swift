import BindingModel

extension Deprecation {
    /// The reason, or the name of the replacement, as the contents of a C string literal; empty if there is neither.
    var literal: String {
        let text = message ?? renamed.map { "renamed to \($0)" } ?? ""
        return text.map { character in
            if character.isNewline { return " " }
            return character == "\\" || character == "\"" ? "\\\(character)" : String(character)
        }.joined()
    }
}

/// A parsed Swift documentation comment.
struct Documentation {
    /// The lines before any list of parameters, without trailing empty ones.
    var body: [String] = []
    var parameters: [(name: String, text: [String])] = []
    var returns: [String] = []
    var `throws`: [String] = []

    private enum Section {
        case body
        case parameter
        case returns
        case `throws`
    }

    /// Parses Swift's markup: `- Parameter x:`, `- Parameters:` with a list below, `- Returns:`, `- Throws:`.
    init(_ comment: String) {
        var section = Section.body
        var listsParameters = false
        for line in comment.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("- Parameters:") {
                listsParameters = true
                continue
            }
            // Checked before the parameters, because it would otherwise be another one of their list.
            if let text = Self.rest(of: trimmed, after: ["- Returns:", "- returns:"]) {
                returns = [text]
                section = .returns
                listsParameters = false
            } else if let text = Self.rest(of: trimmed, after: ["- Throws:", "- throws:"]) {
                `throws` = [text]
                section = .throws
                listsParameters = false
            } else if let (name, text) = Self.parameter(trimmed, isListed: listsParameters) {
                parameters.append((name, [text]))
                section = .parameter
            } else if trimmed.isEmpty, section != .body {
                section = .body
                listsParameters = false
            } else {
                add(section == .body ? line : String(trimmed), to: section)
            }
        }
        while body.last?.isEmpty == true { body.removeLast() }
        while body.first?.isEmpty == true { body.removeFirst() }
    }

    private mutating func add(_ line: String, to section: Section) {
        switch section {
        case .body: if !(line.isEmpty && body.last?.isEmpty == true) { body.append(line) }
        case .parameter: parameters[parameters.count - 1].text.append(line)
        case .returns: returns.append(line)
        case .throws: `throws`.append(line)
        }
    }

    private static func parameter(_ line: Substring, isListed: Bool) -> (String, String)? {
        let start: Substring
        if let rest = rest(of: line, after: ["- Parameter ", "- parameter "]) {
            start = Substring(rest)
        } else if isListed, line.hasPrefix("- ") {
            start = line.dropFirst(2)
        } else {
            return nil
        }
        guard let colon = start.firstIndex(of: ":") else { return nil }
        return (String(start[..<colon]), String(start[start.index(after: colon)...].drop { $0 == " " }))
    }

    private static func rest(of line: Substring, after prefixes: [String]) -> String? {
        for prefix in prefixes where line.hasPrefix(prefix) {
            return String(line.dropFirst(prefix.count).drop { $0 == " " })
        }
        return nil
    }
}
