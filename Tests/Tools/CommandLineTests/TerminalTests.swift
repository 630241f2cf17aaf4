import Testing

@testable import hotshoe

@Suite struct TerminalTests {
    static let cases: [([String: String], ColorDepth)] = [
        (["TERM": "xterm"], .basic), (["TERM": "xterm-256color"], .palette), (["TERM": "xterm-direct"], .trueColor),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
        (["TERM": "screen", "COLORTERM": "24bit"], .trueColor),
        (["TERM": "dumb", "COLORTERM": "truecolor"], .none), (["COLORTERM": "truecolor"], .none), (["TERM": ""], .none),
        (["TERM": "xterm", "NO_COLOR": "1"], .none), (["TERM": "xterm", "NO_COLOR": ""], .basic),
    ]

    @Test(arguments: cases)
    func `colours follow the environment`(environment: [String: String], colors: ColorDepth) {
        #expect(Terminal(isTerminal: true, environment: { environment[$0] }).colors == colors)
        #expect(Terminal(isTerminal: true, wantsColor: false, environment: { environment[$0] }).colors == .none)
        #expect(Terminal(isTerminal: false, environment: { environment[$0] }).colors == .none)
    }

    @Test(arguments: [("xterm", true), ("dumb", false), ("", false)])
    func `a dumb terminal cannot be drawn over`(term: String, canRedraw: Bool) {
        #expect(Terminal(isTerminal: true, environment: { $0 == "TERM" ? term : nil }).canRedraw == canRedraw)
        #expect(!Terminal(isTerminal: false, environment: { $0 == "TERM" ? term : nil }).canRedraw)
    }

    @Test func `refusing colours does not stop redrawing`() {
        #expect(Terminal.fake(.none).canRedraw)
    }

    @Test(
        arguments: [(120, "50", 120), (0, "50", 50), (nil, "50", 50), (nil, "x", 80), (nil, "-3", 80), (nil, nil, 80)]
            as [(Int?, String?, Int)]
    )
    func `the device knows its width best, then COLUMNS, then 80`(device: Int?, columns: String?, width: Int) {
        let terminal = Terminal(isTerminal: true, environment: { $0 == "COLUMNS" ? columns : nil }, columns: { device })
        #expect(terminal.width == width)
    }
}
