import ArgumentParsing
import TestSupport
import Testing

@testable import hotshoe

@Suite struct CharacterRangeTests {
    @Test(
        arguments: [
            ([:], CharacterRange.unicode), (["LC_ALL": "C"], .ascii), (["LC_ALL": "POSIX"], .ascii),
            (["LC_ALL": "C.UTF-8"], .unicode),
            (["LC_ALL": "de_DE.utf8"], .unicode), (["LANG": "de_DE.ISO-8859-1"], .ascii),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], .ascii),
            (["LC_ALL": "", "LC_CTYPE": "C", "LANG": "de_DE.UTF-8"], .ascii), (["LANG": "en_US.UTF-8"], .unicode),
        ] as [([String: String], CharacterRange)]
    )
    func `the locale decides`(environment: [String: String], range: CharacterRange) {
        #expect(CharacterRange { environment[$0] } == range)
    }

    @Test(arguments: [
        ("f/5.6 → f/2.8", "f/5.6 -> f/2.8"), ("6000×4000", "6000x4000"), ("+1⅓", "+1 1/3"), ("-⅓", "-1/3"), ("★★★", "***"),
        ("taking it …", "taking it ..."), ("–", "-"), ("“x”", "\"x\""), ("Straße", "Stra\\u00dfe"), ("plain", "plain"),
    ])
    func `other characters are replaced or spelled out`(text: String, ascii: String) {
        #expect(ASCIIText.of(text) == ascii)
    }

    private static func run(_ words: String..., columns: Int = 80) async -> CommandRun {
        let variables = ["TERM": "xterm", "LC_ALL": "C"]
        let terminal = Terminal(isTerminal: true, environment: { variables[$0] }, columns: { columns })
        return await CommandRun.of(words + CommandRun.small, recorded: RecordedOutput(data: terminal, messages: terminal))
    }

    @Test func `in the C locale no command prints a character outside ASCII`() async throws {
        let folder = try TemporaryFolder()
        let runs = [
            await Self.run("files"), await Self.run("get"), await Self.run("get", "--values"), await Self.run("get", "--json"),
            await Self.run("set", "aperture", "f/2.8"), await Self.run("set", "exposure-compensation", "-1/3"),
            await Self.run("rate", "SAMPLE_1.JPG", "3"), await Self.run("shoot", "--download", folder.path),
            await Self.run("shoot", "--count", "2", "--interval", "0.01"), await Self.run("help"),
            await Self.run("help", "shoot"),
            await Self.run("help", "faults"), await Self.run("help", "patterns"), await Self.run("info"),
            await Self.run("liveview", "--frames", "2"), await Self.run("list"), await Self.run("set", "aperture", "ƒ9"),
            await Self.run("get", columns: 24), await Self.run("download", "--all", "--to", folder.path),
        ]
        for run in runs {
            for character in (run.data + run.messages).unicodeScalars where !character.isASCII {
                #expect(Bool(false), "\(character) in \(run.data.prefix(200)) \(run.messages.prefix(200))")
                break
            }
        }
    }

    @Test func `JSON in the C locale has the same values`() async {
        let run = await Self.run("get", "exposure-compensation", "--json", "--fault", "turn=exposure-compensation:-1/3")
        #expect(run.data.utf8.allSatisfy { $0 < 0x80 })
        #expect(run.objects.first?["property"] == .text("exposure-compensation"))
    }

    @Test func `in a narrow window the name of a property is cut, and its value is whole`() async {
        let terminal = Terminal(isTerminal: true, columns: { 24 })
        let run = await CommandRun.simulated("get", recorded: RecordedOutput(data: terminal, messages: terminal))
        #expect(run.lines.allSatisfy { DisplayWidth.of($0) <= 24 })
        #expect(run.lines.contains { $0.hasPrefix("exposure-") && $0.contains("…") && $0.contains("  A") })
        #expect(run.lines.contains { $0.hasPrefix("aperture") && $0.contains("f/5.6") })
    }
}
