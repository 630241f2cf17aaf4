import Testing

@testable import hotshoe

@Suite struct UsageErrorTests {
    static let cases: [(words: [String], text: String, topic: [String])] = [
        (["shoto"], "'shoto': no such command; did you mean shoot?", []),
        (["live"], "'live': no such command; did you mean liveview?", []),
        (["xyzzy"], "'xyzzy': no such command", []),
        ([""], "'': no such command", []),
        (["--json"], "no command is given", []),
        (["video"], "video: needs one of start and stop after it", ["video"]),
        (["video", "strat"], "'strat': no such command; did you mean video start?", ["video"]),
        (["shoot", "--cuont", "3"], "--cuont: no such option; did you mean --count?", ["shoot"]),
        (["--cmaera", "sim", "shoot"], "--cmaera: no such option; did you mean --camera?", []),
        (["shoot", "--frobnicate=1"], "--frobnicate: no such option", ["shoot"]),
        (["shoot", "-x"], "-x: no such option", ["shoot"]),
        (["shoot", "-qx"], "-x: no such option", ["shoot"]),
        (["list", "--count", "3"], "--count: is an option of shoot, not of list", ["list"]),
        (["list", "-t", "x"], "-t: is an option of shoot and download, not of list", ["list"]),
        (["shoot", "--count"], "--count: needs a value: N", ["shoot"]),
        (["shoot", "-n"], "-n: needs a value: N", ["shoot"]),
        (["shoot", "--count", "--json"], "--count: needs a value: N", ["shoot"]),
        (["shoot", "--count", "--", "3"], "--count: needs a value: N", ["shoot"]),
        (["list", "--json=yes"], "--json: takes no value", ["list"]),
        (["shoot", "--count", "1", "-n", "2"], "-n: is given twice", ["shoot"]),
        (["list", "-q", "--verbose"], "--quiet: contradicts --verbose", ["list"]),
        (["shoot", "--count", "many"], "--count: 'many' is not a whole number", ["shoot"]),
        (["shoot", "--count", "0"], "--count: '0' is out of range; use 1 or more", ["shoot"]),
        (["shoot", "--count", "-3"], "--count: '-3' is out of range; use 1 or more", ["shoot"]),
        (["shoot", "-n99999999999999999999"], "-n: '99999999999999999999' is out of range; use 1 or more", ["shoot"]),
        (["simulate", "--port", "65536"], "--port: '65536' is out of range; use 1 to 65535", ["simulate"]),
        (["shoot", "--interval", "soon"], "--interval: 'soon' is not a number of seconds, such as 1.5", ["shoot"]),
        (["list", "--timeout", "-1.5"], "--timeout: '-1.5' is out of range; use 0 or more", ["list"]),
        (["simulate", "--transport", "ubs"], "--transport: 'ubs' is not accepted; did you mean usb?", ["simulate"]),
        (["simulate", "--transport", "bluetooth"], "--transport: 'bluetooth' is not accepted; use ptpip or usb", ["simulate"]),
        (["list", "--camera", ""], "--camera: '' is empty", ["list"]),
        (["set"], "PROPERTY: is missing", ["set"]),
        (["set", "iso"], "VALUE: is missing", ["set"]),
        (["download"], "NAME: is missing", ["download"]),
        (["set", ""], "PROPERTY: '' is empty", ["set"]),
        (["set", "iso", "100", "200"], "'200': is one argument too many", ["set"]),
        (["completions", "bsh"], "SHELL: 'bsh' is not accepted; did you mean bash?", ["completions"]),
    ]

    @Test(arguments: cases)
    func `every mistake has its sentence`(words: [String], text: String, topic: [String]) throws {
        let error = try #require(FakeCommands.error(words))
        #expect(error.text == text)
        #expect(error.topic == topic)
    }

    @Test func `a usage error is one line and a hint, and code 64`() throws {
        let error = try #require(FakeCommands.error(["shoot", "--cuont"]))
        let failure = CommandFailure(error)
        #expect(failure.code == .usage)
        #expect(
            failure.text?.plain == """
                hotshoe: --cuont: no such option; did you mean --count?
                hotshoe: See `hotshoe help shoot`.
                """
        )
    }

    @Test(arguments: [
        (["shoto"], "'shoto': no such command or topic; did you mean shoot?"),
        (["exit-code"], "'exit-code': no such command or topic; did you mean exit-codes?"),
        (["video", "strat"], "'strat': no such command or topic; did you mean start?"),
        (["shoot", "x"], "'x': no such command or topic"), (["shoot", "shoot"], "'shoot': no such command or topic"),
    ])
    func `help says which topic it does not know`(topic: [String], text: String) {
        let error = #expect(throws: UsageError.self) { try HelpPage(FakeCommands.table).check(topic) }
        #expect(error?.text == text)
    }
}
