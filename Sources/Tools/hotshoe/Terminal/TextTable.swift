/// A table of text: columns are as wide as their widest cell, with two spaces between them.
struct TextTable {
    struct Column: Sendable {
        enum Alignment: Sendable {
            case left, right
        }

        let title: String
        let alignment: Alignment
        /// Whether the column is shortened first if the table is too wide, so that the next column is visible.
        var shrinks = false

        static func left(_ title: String) -> Column { Column(title: title, alignment: .left) }
        static func shrinking(_ title: String) -> Column { Column(title: title, alignment: .left, shrinks: true) }
        static func right(_ title: String) -> Column { Column(title: title, alignment: .right) }
    }

    /// The table with only the characters that a terminal supports: widths are measured after the replacement.
    func limited(to characters: CharacterRange) -> TextTable {
        var table = self
        if characters == .ascii { table.rows = rows.map { row in row.map { $0.limited(to: characters) } } }
        return table
    }

    private let columns: [Column]
    private var rows: [[StyledText]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row. Missing cells are empty; surplus ones are a programming error.
    mutating func add(_ cells: [StyledText]) {
        precondition(cells.count <= columns.count, "a row has more cells than the table has columns")
        rows.append(cells + Array(repeating: "", count: columns.count - cells.count))
    }

    /// The rows, after a title row unless all titles are empty. Rows wider than `width` are shortened; nil for no limit, as for
    /// a file.
    func lines(width: Int? = nil) -> [StyledText] {
        let titles = columns.map { StyledText($0.title, .dim) }
        let all = columns.contains { !$0.title.isEmpty } ? [titles] + rows : rows
        let widths = columns.indices.map { column in all.map { $0[column].displayWidth }.max() ?? 0 }
        let narrow = width.flatMap { narrowed(widths, to: $0) }
        return all.map { cells in
            let (cells, widths) = narrow.map { shrink(cells, $0, to: width ?? 0) } ?? (cells, widths)
            let line = joined(cells, widths)
            return width.map { line.shortened(to: $0) } ?? line
        }
    }

    /// The widths with a shrinking column that leaves room for the next column, but remains wide enough to be readable; nil if
    /// no column has to shrink.
    private func narrowed(_ widths: [Int], to width: Int) -> [Int]? {
        guard let column = columns.firstIndex(where: \.shrinks), column + 1 < widths.count else { return nil }
        let excess = widths[...(column + 1)].reduce(0, +) + 2 * (column + 1) - width
        guard excess > 0 else { return nil }
        var widths = widths
        widths[column] = min(widths[column], max(Self.readable, widths[column] - excess))
        return widths
    }

    /// Shortens a row's cell in the shrinking column, further if the row's next cell is long.
    private func shrink(_ cells: [StyledText], _ widths: [Int], to width: Int) -> ([StyledText], [Int]) {
        guard let column = columns.firstIndex(where: \.shrinks) else { return (cells, widths) }
        var (cells, widths) = (cells, widths)
        let before = widths[..<column].reduce(0) { $0 + $1 + 2 }
        let room = width - before - 2 - cells[column + 1].displayWidth
        widths[column] = min(widths[column], max(Self.narrowest, room))
        cells[column] = cells[column].shortened(to: widths[column])
        return (cells, widths)
    }

    private static let readable = 10
    private static let narrowest = 3

    private func joined(_ cells: [StyledText], _ widths: [Int]) -> StyledText {
        var line: StyledText = ""
        var pending = 0
        for (index, cell) in cells.enumerated() {
            let padding = widths[index] - cell.displayWidth
            let isLeft = columns[index].alignment == .left
            // Spaces are written only before further text, so that no line ends in them.
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
        let lines = table.limited(to: dataTerminal.characters).lines(width: dataTerminal.isTerminal ? dataTerminal.width : nil)
        for line in lines {
            // The ellipsis of a shortened text may be longer in ASCII.
            let line = line.limited(to: dataTerminal.characters)
            try self.line(dataTerminal.isTerminal ? line.cut(to: dataTerminal.width) : line)
        }
    }
}
