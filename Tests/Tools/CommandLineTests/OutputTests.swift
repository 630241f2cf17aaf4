import Testing

@testable import hotshoe

@Suite struct OutputTests {
    @Test func `data and messages are written to different streams`() throws {
        let recorded = RecordedOutput()
        try recorded.output.line("data")
        try recorded.output.write("as it is\u{1B}")
        recorded.output.note("message")
        #expect(recorded.data.text == "data\nas it is\u{1B}")
        #expect(recorded.messages.text == "message\n")
    }

    @Test func `quiet suppresses messages except warnings, verbose adds detail`() {
        func messages(_ verbosity: Output.Verbosity) -> String {
            let recorded = RecordedOutput(verbosity: verbosity)
            recorded.output.note("note")
            recorded.output.detail("detail")
            recorded.output.warn("warn")
            return recorded.messages.text
        }
        #expect(messages(.quiet) == "warn\n")
        #expect(messages(.normal) == "note\nwarn\n")
        #expect(messages(.verbose) == "note\ndetail\nwarn\n")
    }

    @Test func `each stream has its own colours`() throws {
        let recorded = RecordedOutput(messages: .fake(.basic))
        try recorded.output.line("\("x", .red)")
        recorded.output.note("\("x", .red)")
        #expect(recorded.data.text == "x\n")
        #expect(recorded.messages.text == "\u{1B}[31mx\u{1B}[0m\n")
    }

    @Test func `lines appear above the status`() throws {
        let recorded = RecordedOutput(data: .fake(.none), messages: .fake(.none))
        recorded.output.show(status: ["[1/2]", "[3/4]"])
        recorded.output.note("message")
        try recorded.output.line("data")
        recorded.output.clearStatus()
        let (shown, erased) = ("[1/2]\n[3/4]\n", "\u{1B}[2A\r\u{1B}[J")
        #expect(recorded.messages.text == shown + erased + "message\n" + shown + erased + shown + erased)
        #expect(recorded.data.text == "data\n")
    }

    @Test func `data that is written to a file does not disturb the status`() throws {
        let recorded = RecordedOutput(messages: .fake(.none))
        recorded.output.show(status: ["[1/2]"])
        try recorded.output.line("data")
        #expect(recorded.messages.text == "[1/2]\n")
    }

    @Test func `a status that is kept is not erased`() {
        let recorded = RecordedOutput(messages: .fake(.none))
        recorded.output.show(status: ["picture"])
        recorded.output.keepStatus()
        recorded.output.note("message")
        #expect(recorded.messages.text == "picture\nmessage\n")
    }

    @Test(arguments: [
        RecordedOutput(), RecordedOutput(messages: Terminal(isTerminal: true, environment: { _ in "dumb" })),
        RecordedOutput(messages: .fake(), verbosity: .quiet),
    ])
    func `no status is shown where it would not be seen`(recorded: RecordedOutput) {
        recorded.output.show(status: ["[1/2]"])
        recorded.output.clearStatus()
        #expect(recorded.messages.text == "")
    }

    @Test func `messages that cannot be written cause no failure`() throws {
        let data = MemorySink()
        let output = Output(data: data, messages: MemorySink(failing: .closed), messageTerminal: .fake())
        output.show(status: ["[1/2]"])
        output.warn("warn")
        output.printWithoutWaiting("hurry")
        try output.line("data")
        #expect(data.text == "data\n")
    }

    @Test func `data that cannot be written is reported`() {
        let output = Output(data: MemorySink(failing: .full("No space")), messages: MemorySink())
        #expect(throws: OutputError.full("No space")) { try output.line("data") }
        #expect(throws: OutputError.full("No space")) { try output.json(1) }
    }

    @Test func `the null sink accepts everything`() {
        let output = Output(data: NullSink(), messages: NullSink())
        #expect(throws: Never.self) { try output.line("data") }
        #expect(throws: Never.self) { try output.json(1) }
    }
}
