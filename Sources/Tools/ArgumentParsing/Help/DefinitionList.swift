/// Terms on the left, their meanings on the right: the layout of every list in a help page.
package struct DefinitionList {
    private var entries: [(term: String, meaning: String)] = []

    package init() {}

    /// Creates a list from terms with their meanings.
    package init(_ entries: [(String, String)]) {
        self.entries = entries.map { (term: $0, meaning: $1) }
    }

    package mutating func add(_ term: String, _ meaning: String) { entries.append((term, meaning)) }

    /// The lines, indented by two. Meanings start in one column; a term that is too long for the column has a separate line.
    package func lines(width: Int) -> [HelpLine] {
        let column = min(entries.map { DisplayWidth.of($0.term) }.max() ?? 0, max(12, width / 3)) + 4
        return entries.flatMap { term, meaning -> [HelpLine] in
            var meaning = TextWrapping.lines(meaning, width: max(20, width - column))[...]
            let gap = column - 2 - DisplayWidth.of(term)
            let start = gap >= 2 ? meaning.popFirst().map { HelpLine.spaces(gap) + $0 } : nil
            let first = HelpLine(
                HelpLine.Part(text: "  ", role: .text),
                HelpLine.Part(text: term, role: .term),
                HelpLine.Part(text: start ?? "", role: .text)
            )
            return [first] + meaning.map { HelpLine(HelpLine.spaces(column) + $0) }
        }
    }
}
