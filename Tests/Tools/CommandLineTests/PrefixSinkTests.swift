import Testing

@testable import hotshoe

@Suite struct PrefixSinkTests {
    @Test func `each whole line begins with the name, and JSON has it as a field`() throws {
        let sink = MemorySink()
        let prefixed = PrefixSink(sink, "R5\u{1B}")
        for part in ["IS", "O 200\nsecond", " line\n{}\n", "{\"a\":1}\n", "unfinished"] {
            try prefixed.write(Array(part.utf8).span)
        }
        #expect(
            sink.text
                == "R5\\x1b  ISO 200\nR5\\x1b  second line\n{\"camera\":\"R5\\u001b\"}\n{\"camera\":\"R5\\u001b\",\"a\":1}\n"
        )
    }

    @Test func `what a command in the background prints stands above the status, and draws none itself`() throws {
        let terminal = Terminal(isTerminal: true, environment: { $0 == "TERM" ? "xterm" : nil })
        let recorded = RecordedOutput(messages: terminal)
        recorded.output.show(status: ["prompt> "])
        let background = recorded.output.inBackground
        background.show(status: ["a bar"])
        background.note("a message")
        try background.line("a result")
        #expect(recorded.data.text == "a result\n")
        #expect(!recorded.messages.text.contains("a bar"))
        #expect(recorded.messages.text.hasSuffix("a message\nprompt> \n"))
    }
}
