import ArgumentParsing
import PTPResponder
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

@Suite(.ownThread) struct HelpPageTests {
    private let page = HelpPage(FakeCommands.table)

    static let everywhere = """
        Options of every command:
          -c, --camera SELECTOR  Camera to use: sim, ptpip:HOST[:PORT],
                                 fujifilm:HOST[:PORT], http://HOST[:PORT] of hotshoe
                                 serve, usb:BUS-ADDRESS, a serial number, or a name or a
                                 part of it. Not needed if only one is found. May be
                                 given several times.
              --plugin PATH      Also use the cameras of a plugin: a shared library
                                 (.so) or a Python program (.py). May be given several
                                 times.
              --json             Print JSON, one object per line.
              --timeout SECONDS  Maximum time to wait, in seconds.
          -q, --quiet            Print errors only.
          -v, --verbose          Print log messages.
              --no-color         Print without colours.
          -h, --help             Print this help and exit.
              --version          Print the version and exit.

        """

    @Test func `the overview lists every command`() {
        #expect(
            page.text(for: [], on: .none) == """
                Finds cameras and controls them.

                Usage:
                  hotshoe COMMAND [ARGUMENTS] [OPTIONS]

                Commands:
                  list         List cameras
                  get          Show properties
                  set          Change a property
                  shoot        Take pictures
                  liveview     Show what the camera sees
                  files        List files
                  download     Copy files from the card
                  video        Record video
                  simulate     Be a camera
                  help         Show the help of a command
                  completions  Print a script that completes commands in a shell
                  version      Show the version

                \(Self.everywhere)
                `hotshoe help COMMAND` explains a command, `hotshoe help exit-codes` the exit
                codes.

                """
        )
    }

    @Test func `a page has a section for everything a command has`() {
        #expect(
            page.text(for: ["shoot"], on: .none) == """
                Take pictures.

                Usage:
                  hotshoe shoot [OPTIONS]

                Focuses, releases the shutter, and waits until the picture is on the card.

                With --to, copies it as well.

                Options:
                  -n, --count N           How many pictures to take. (default: 1)
                      --interval SECONDS  The time between two pictures.
                  -t, --to DIR            Where the files go. (default: .)

                \(Self.everywhere)
                Examples:
                  hotshoe shoot --count 3
                      Three pictures, one after the other.

                Exit codes:
                    0  Success.
                    1  Failure that no other code describes.
                    6  The camera does not support this, or not in its current mode.
                    7  A card or disk is full or missing, or a file does not exist.
                   64  Invalid command line; nothing was done.

                """
        )
    }

    @Test(arguments: [
        (["set"], "hotshoe set PROPERTY VALUE [OPTIONS]"), (["get"], "hotshoe get [PROPERTY…] [OPTIONS]"),
        (["download"], "hotshoe download NAME… [OPTIONS]"), (["files"], "hotshoe files [PATH] [OPTIONS]"),
        (["video"], "hotshoe video COMMAND [OPTIONS]"), (["video", "stop"], "hotshoe video stop [OPTIONS]"),
    ])
    func `the usage line shows required and repeated parts`(topic: [String], usage: String) {
        #expect(page.text(for: topic, on: .none).contains("Usage:\n  \(usage)\n"))
    }

    @Test func `a group lists its commands`() {
        #expect(page.text(for: ["video"], on: .none).contains("  video start  Start recording\n  video stop   Stop recording\n"))
    }

    @Test func `notes list accepted values, repetition and defaults`() {
        let text = page.text(for: ["simulate"], on: .none)
        #expect(text.contains("--port PORT       The first port. (default: 15740)\n"))
        #expect(text.contains("--fault SPEC      A fault to inject. May be given several times.\n"))
        #expect(text.contains("--transport KIND  How the camera is reached. One of ptpip or usb.\n"))
        #expect(text.contains("\n                        (default: ptpip)\n"))
    }

    @Test(arguments: [40, 41, 57, 80, 99, 100])
    func `no line is wider than the terminal`(columns: Int) {
        for topic in [[], ["exit-codes"], ["faults"], ["patterns"]] + FakeCommands.table.syntax.leaves.map(\.path) {
            let lines = page.text(for: topic, on: .fake(.none, columns: columns)).split(separator: "\n")
            #expect(lines.filter { DisplayWidth.of(String($0)) > columns && !$0.contains("hotshoe ") } == [])
        }
    }

    @Test func `a page is at least 40 and at most 100 columns wide`() {
        #expect(page.text(for: [], on: .fake(.none, columns: 5)) == page.text(for: [], on: .fake(.none, columns: 40)))
        #expect(page.text(for: [], on: .fake(.none, columns: 500)) == page.text(for: [], on: .fake(.none, columns: 100)))
    }

    @Test func `titles stand out where there are colours, and only there`() {
        #expect(page.text(for: [], on: .fake(.basic)).contains("\u{1B}[1mUsage\u{1B}[0m:"))
        #expect(!page.text(for: [], on: .fake(.none)).contains("\u{1B}"))
    }

    @Test func `every exit code is explained`() {
        let text = page.text(for: ["exit-codes"], on: .none)
        for code in ExitCode.allCases { #expect(text.contains(" \(code.rawValue)  \(code.meaning.prefix(20))")) }
    }

    @Test func `every fault is explained, in the words that it is written with`() {
        #expect(Set(FaultNames.meanings.map(\.kind)) == Set(SimulatedFault.kindNames))
        let text = page.text(for: ["faults"], on: .none)
        for kind in SimulatedFault.kindNames { #expect(text.contains("  \(kind)")) }
    }

    @Test func `every fault on the wire is explained, and none is called like one of the camera`() {
        #expect(Set(FaultNames.wireMeanings.map(\.kind)) == Set(ResponderFault.kindNames))
        #expect(Set(FaultNames.usbMeanings.map(\.kind)) == Set(ResponderFault.usbKindNames))
        let text = page.text(for: ["faults"], on: .none)
        let all = ResponderFault.kindNames + ResponderFault.usbKindNames
        for kind in all { #expect(text.contains("  \(kind)")) }
        for lie in ResponderFault.descriptorFaultNames { #expect(text.contains(lie)) }
        func names(_ kinds: [String]) -> Set<Substring> { Set(kinds.map { $0.prefix { $0 != "=" } }) }
        #expect(names(all).isDisjoint(with: names(SimulatedFault.kindNames)))
    }

    @Test func `every exit code is in the documentation`() throws {
        let sources = "\(#filePath)".split(separator: "/").dropLast(4).joined(separator: "/")
        let documentation = try ChildProcess("/bin/cat", [Array("/\(sources)/docs/command-line.md".utf8)]).readOutput()
        for code in ExitCode.allCases { #expect(documentation.contains("\n| \(code.rawValue) | ")) }
    }

    @Test(arguments: [
        ("", 10, []), ("one two three", 7, ["one two", "three"]), ("one two three", 6, ["one", "two", "three"]),
        ("unbreakable", 4, ["unbreakable"]),
        ("写真 写真", 5, ["写真", "写真"]), ("a  b", 10, ["a b"]),
    ])
    func `text is broken between words`(text: String, width: Int, lines: [String]) {
        #expect(TextWrapping.lines(text, width: width) == lines)
    }

    @Test func `each command and each topic has a page for man, and only they`() async {
        for topic in [[], ["environment"], ["faults"], ["patterns"]] + HotShoeCommand.table.commands.map({ [$0.name] }) {
            let run = await CommandRun.of(["help", "--man"] + topic)
            #expect(run.code == .success)
            #expect(run.data.hasPrefix(".TH HOTSHOE"), "\(topic)")
            #expect(run.data.contains("\n.SH SEE ALSO\n"), "\(topic)")
        }
        let program = await CommandRun.of(["help", "--man"])
        #expect(program.data.contains("\\fBHOTSHOE_TOKEN\\fR\n"))
        #expect(await CommandRun.of(["help", "--man", "environment"]).data == program.data)
        #expect(await CommandRun.of(["help", "--man", "nothing"]).code == .usage)
    }

    @Test func `the environment and the files have a page`() {
        let text = HelpPage(HotShoeCommand.table).text(for: ["environment"], on: .none)
        #expect(text.contains("\n  HOTSHOE_CAMERA "))
        #expect(text.contains("server.pem"))
    }
}
