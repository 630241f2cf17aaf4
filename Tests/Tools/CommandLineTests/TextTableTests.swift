import ArgumentParsing
import Testing

@testable import hotshoe

@Suite struct TextTableTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("+1⅓", 3), ("写真", 4), ("e\u{301}", 1), ("📷", 2), ("f/2.8 → f/4", 11), ("한국어", 6), ("ｱ", 1),
        ("Ａ", 2), ("☀️", 2),
        ("👨‍👩‍👧", 2),
    ])
    func `a text is as wide as it is shown`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [("写真機", 6, "写真機"), ("写真機", 5, "写真…"), ("写真機", 4, "写…"), ("写真機", 1, "…"), ("abc", 0, "")])
    func `a wide text is shortened between characters`(text: String, columns: Int, shortened: String) {
        #expect(DisplayWidth.shorten(text, to: columns) == shortened)
    }

    private var table: TextTable {
        var table = TextTable([.left("NAME"), .right("SIZE"), .left("DATE")])
        table.add(["IMG_1.JPG", "6.1 MB", "2026-01-02"])
        table.add(["写真.JPG", "⅓ MB"])
        table.add(["\("a\u{1B}b")", "", "x"])
        return table
    }

    @Test func `columns are aligned and lines end without spaces`() {
        #expect(
            table.lines().map(\.plain) == [
                "NAME         SIZE  DATE", "IMG_1.JPG  6.1 MB  2026-01-02", "写真.JPG     ⅓ MB", "a\\x1bb             x",
            ]
        )
    }

    @Test func `lines are shortened only to a given width`() {
        #expect(table.lines(width: 12).map(\.plain) == ["NAME       …", "IMG_1.JPG  …", "写真.JPG   …", "a\\x1bb     …"])
    }

    @Test func `a table without titles has no title row`() {
        var table = TextTable([.left(""), .left("")])
        table.add(["a", "b"])
        #expect(table.lines().map(\.plain) == ["a  b"])
        #expect(TextTable([.left("")]).lines().isEmpty)
    }

    @Test func `a table is shortened on a terminal and whole in a file`() throws {
        let (screen, file) = (RecordedOutput(data: .fake(.none, columns: 12)), RecordedOutput())
        try screen.output.table(table)
        try file.output.table(table)
        #expect(screen.data.text.hasPrefix("NAME       …\n"))
        #expect(file.data.text.hasPrefix("NAME         SIZE  DATE\n"))
    }
}
