import Testing

@testable import hotshoe

@Suite struct OutputTests {
    @Test func `data and talk go to different streams`() throws {
        let recorded = RecordedOutput()
        try recorded.output.line("data")
        try recorded.output.write("as it is\u{1B}")
        recorded.output.say("talk")
        #expect(recorded.data.text == "data\nas it is\u{1B}")
        #expect(recorded.talk.text == "talk\n")
    }

    @Test func `quiet silences talk but no complaint, verbose adds detail`() {
        func talk(_ verbosity: Output.Verbosity) -> String {
            let recorded = RecordedOutput(verbosity: verbosity)
            recorded.output.say("say")
            recorded.output.detail("detail")
            recorded.output.complain("complain")
            return recorded.talk.text
        }
        #expect(talk(.quiet) == "complain\n")
        #expect(talk(.normal) == "say\ncomplain\n")
        #expect(talk(.verbose) == "say\ndetail\ncomplain\n")
    }

    @Test func `each stream has its own colours`() throws {
        let recorded = RecordedOutput(talk: .fake(.basic))
        try recorded.output.line("\("x", .red)")
        recorded.output.say("\("x", .red)")
        #expect(recorded.data.text == "x\n")
        #expect(recorded.talk.text == "\u{1B}[31mx\u{1B}[0m\n")
    }

    @Test func `lines appear above the status`() throws {
        let recorded = RecordedOutput(data: .fake(.none), talk: .fake(.none))
        recorded.output.show(status: ["[1/2]", "[3/4]"])
        recorded.output.say("talk")
        try recorded.output.line("data")
        recorded.output.clearStatus()
        let (shown, erased) = ("[1/2]\n[3/4]\n", "\u{1B}[2A\r\u{1B}[J")
        #expect(recorded.talk.text == shown + erased + "talk\n" + shown + erased + shown + erased)
        #expect(recorded.data.text == "data\n")
    }

    @Test func `data that goes to a file does not disturb the status`() throws {
        let recorded = RecordedOutput(talk: .fake(.none))
        recorded.output.show(status: ["[1/2]"])
        try recorded.output.line("data")
        #expect(recorded.talk.text == "[1/2]\n")
    }

    @Test func `a status that is kept is not erased`() {
        let recorded = RecordedOutput(talk: .fake(.none))
        recorded.output.show(status: ["picture"])
        recorded.output.keepStatus()
        recorded.output.say("talk")
        #expect(recorded.talk.text == "picture\ntalk\n")
    }

    @Test(arguments: [
        RecordedOutput(), RecordedOutput(talk: Terminal(isTerminal: true, environment: { _ in "dumb" })),
        RecordedOutput(talk: .fake(), verbosity: .quiet),
    ])
    func `no status is shown where it would not be seen`(recorded: RecordedOutput) {
        recorded.output.show(status: ["[1/2]"])
        recorded.output.clearStatus()
        #expect(recorded.talk.text == "")
    }

    @Test func `talk that cannot be written is no reason to fail`() throws {
        let data = MemorySink()
        let output = Output(data: data, talk: MemorySink(failing: .closed), talkTerminal: .fake())
        output.show(status: ["[1/2]"])
        output.complain("complain")
        output.tellWithoutWaiting("hurry")
        try output.line("data")
        #expect(data.text == "data\n")
    }

    @Test func `data that cannot be written is reported`() {
        let output = Output(data: MemorySink(failing: .full("No space")), talk: MemorySink())
        #expect(throws: OutputError.full("No space")) { try output.line("data") }
        #expect(throws: OutputError.full("No space")) { try output.json(1) }
    }

    @Test func `the null sink takes everything`() throws {
        try Output(data: NullSink(), talk: NullSink()).line("data")
    }
}
