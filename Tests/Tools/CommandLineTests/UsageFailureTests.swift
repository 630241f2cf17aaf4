import ArgumentParsing
import Testing

@testable import hotshoe

@Suite struct UsageFailureTests {
    @Test func `a usage error is one line and a hint, and code 64`() throws {
        let error = try #require(FakeCommands.error(["shoot", "--cuont"]))
        let failure = CommandFailure(error)
        #expect(failure.code == .usage)
        #expect(
            failure.text?.plain == """
                hotshoe: Unknown option --cuont. Did you mean --count?
                hotshoe: See `hotshoe help shoot`.
                """
        )
    }

    @Test func `control characters in an argument are not printed as they are`() throws {
        let error = try #require(FakeCommands.error(["\u{1B}[2J"]))
        #expect(CommandFailure(error).text?.plain.contains("\u{1B}") == false)
    }

    @Test(arguments: [
        (["shoto"], "Unknown command or help topic \"shoto\". Did you mean shoot?"),
        (["exit-code"], "Unknown command or help topic \"exit-code\". Did you mean exit-codes?"),
        (["video", "strat"], "Unknown command or help topic \"strat\". Did you mean start?"),
        (["shoot", "x"], "Unknown command or help topic \"x\"."),
        (["shoot", "shoot"], "Unknown command or help topic \"shoot\"."),
    ])
    func `help reports an unknown topic`(topic: [String], text: String) {
        let error = #expect(throws: UsageError.self) { try HelpPage(FakeCommands.table).check(topic) }
        #expect(error?.text == text)
    }
}
