/// Terms on the left, their meanings on the right: the layout of every list in a help page.
struct DefinitionList {
    private var entries: [(term: String, meaning: String)] = []

    mutating func add(_ term: String, _ meaning: String) { entries.append((term, meaning)) }

    var isEmpty: Bool { entries.isEmpty }

    /// The lines, indented by two. Meanings start in one column; a term that is too long for the column has a separate line.
    func lines(width: Int) -> [StyledText] {
        let column = min(entries.map { DisplayWidth.of($0.term) }.max() ?? 0, max(12, width / 3)) + 4
        return entries.flatMap { term, meaning -> [StyledText] in
            var meaning = TextWrapping.lines(meaning, width: max(20, width - column))[...]
            let gap = column - 2 - DisplayWidth.of(term)
            var first: StyledText = "  \(term, .cyan)"
            if gap >= 2, let start = meaning.popFirst() { first += StyledText.spaces(gap) + StyledText(start) }
            return [first] + meaning.map { StyledText.spaces(column) + StyledText($0) }
        }
    }
}
