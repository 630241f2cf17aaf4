import Testing

@testable import hotshoe

@Suite struct HotShoeCommandTests {
    private func run(_ words: String..., recorded: RecordedOutput = RecordedOutput()) async -> (
        code: ExitCode, data: String, messages: String
    ) {
        let code = await HotShoeCommand.run(words, table: FakeCommands.table, output: recorded.output)
        return (code, recorded.data.text, recorded.messages.text)
    }

    @Test func `a command prints text, or JSON on request`() async {
        #expect(await run("list", "-w") == (.success, "watch true\n", ""))
        #expect(await run("list", "--json") == (.success, "{\"watch\":false}\n", ""))
        #expect(await run("video", "start") == (.success, "started\n", ""))
    }

    @Test func `a failure is one line and its code`() async {
        let text = "hotshoe: aperture: f/3 is not accepted now; nearest: f/2.8, f/3.2\n"
        #expect(await run("set", "aperture", "f/3") == (.value, "", text))
    }

    @Test func `a failure cannot steer the terminal`() async {
        #expect(
            await run("set", "a\u{1B}c", "\u{7}").messages
                == "hotshoe: a\\x1bc: \\x07 is not accepted now; nearest: f/2.8, f/3.2\n"
        )
    }

    @Test func `a usage error is printed with a hint`() async {
        let text = "hotshoe: Unknown command \"shoto\". Did you mean shoot?\nhotshoe: See `hotshoe help`.\n"
        #expect(await run("shoto") == (.usage, "", text))
    }

    @Test func `a cancelled command prints nothing`() async {
        #expect(await run("liveview") == (.interrupted, "", ""))
    }

    @Test(arguments: [
        (OutputError.closed, ExitCode.outputClosed, ""),
        (.full("No space left on device"), .storage, "hotshoe: standard output: No space left on device.\n"),
        (.failed("Bad file descriptor"), .failure, "hotshoe: standard output: Bad file descriptor.\n"),
    ])
    func `data that cannot be written ends the command`(error: OutputError, code: ExitCode, text: String) async {
        let messages = MemorySink()
        let output = Output(data: MemorySink(failing: error), messages: messages)
        #expect(await HotShoeCommand.run(["list"], table: FakeCommands.table, output: output) == code)
        #expect(messages.text == text)
    }

    @Test func `an unknown error is a failure with its description`() {
        struct Odd: Error, CustomStringConvertible { let description = "odd" }
        #expect(CommandFailure(Odd()) == CommandFailure(.failure, nil, "odd"))
    }

    @Test func `a value that cannot be encoded is a defect of ours`() {
        let error = EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "no"))
        #expect(CommandFailure(error).code == .internalError)
    }

    @Test func `a status does not outlive the command`() async {
        let recorded = RecordedOutput(messages: .fake(.none))
        let table = CommandTable(
            program: "p",
            version: "1",
            summary: "",
            commands: [Command("show", summary: "") { $0.output.show(status: ["[1/2]"]) }]
        )
        #expect(await HotShoeCommand.run(["show"], table: table, output: recorded.output) == .success)
        #expect(recorded.messages.text.hasSuffix("\u{1B}[J"))
    }

    @Test func `the version is printed for three spellings`() async {
        for words in [["--version"], ["version"], ["list", "--version"]] {
            let recorded = RecordedOutput()
            #expect(await HotShoeCommand.run(words, table: FakeCommands.table, output: recorded.output) == .success)
            #expect(recorded.data.text == "hotshoe 9.8.7\n")
        }
        #expect(await run("version", "--json").data == "{\"name\":\"hotshoe\",\"version\":\"9.8.7\"}\n")
    }

    @Test func `verbose prints which command runs`() async {
        #expect(await run("files", recorded: RecordedOutput(verbosity: .verbose)).messages == "hotshoe: files: started\n")
    }
}
