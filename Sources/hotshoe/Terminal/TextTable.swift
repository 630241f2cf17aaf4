/// A table of text: columns as wide as their widest cell, two spaces between them.
struct TextTable {
    struct Column: Sendable {
        enum Alignment: Sendable {
            case left, right
        }

        let title: String
        let alignment: Alignment

        static func left(_ title: String) -> Column { Column(title: title, alignment: .left) }
        static func right(_ title: String) -> Column { Column(title: title, alignment: .right) }
    }

    private let columns: [Column]
    private var rows: [[StyledText]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row. Missing cells are empty, surplus ones a defect of ours.
    mutating func add(_ cells: [StyledText]) {
        precondition(cells.count <= columns.count, "a row has more cells than the table has columns")
        rows.append(cells + Array(repeating: "", count: columns.count - cells.count))
    }

    /// The rows, a title row first unless all titles are empty. Wider ones are shortened to `width`; nil leaves them whole, as a file wants them.
    func lines(width: Int? = nil) -> [StyledText] {
        let titles = columns.map { StyledText($0.title, .dim) }
        let all = columns.contains { !$0.title.isEmpty } ? [titles] + rows : rows
        let widths = columns.indices.map { column in all.map { $0[column].displayWidth }.max() ?? 0 }
        return all.map { cells in
            let line = joined(cells, widths)
            return width.map { line.shortened(to: $0) } ?? line
        }
    }

    private func joined(_ cells: [StyledText], _ widths: [Int]) -> StyledText {
        var line: StyledText = ""
        var pending = 0
        for (index, cell) in cells.enumerated() {
            let padding = widths[index] - cell.displayWidth
            let isLeft = columns[index].alignment == .left
            // Spaces wait for something to follow, so that no line ends in them.
            if cell.displayWidth > 0 {
                line += .spaces(pending + (isLeft ? 0 : padding)) + cell
                pending = isLeft ? padding : 0
            } else {
                pending += padding
            }
            pending += 2
        }
        return line
    }
}

extension Output {
    /// Prints a table as data, shortened only on a terminal.
    func table(_ table: TextTable) throws(OutputError) {
        for line in table.lines(width: dataTerminal.isTerminal ? dataTerminal.width : nil) { try self.line(line) }
    }
}
