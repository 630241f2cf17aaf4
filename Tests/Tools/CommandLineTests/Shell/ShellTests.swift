import CameraModel
import HotShoeSupport
import TestSupport
import Testing

@testable import hotshoe

/// Lines for a shell; `wait` holds back the end.
private final class Lines: ShellInput {
    private let lines: Guarded<[String]>
    private let completions: Guarded<[String]>
    let isInteractive: Bool

    init(_ lines: [String], isInteractive: Bool = false) {
        self.lines = Guarded(lines)
        self.isInteractive = isInteractive
        completions = Guarded([])
    }

    func next(_ complete: @escaping @Sendable (String) -> [String]) async -> String? {
        lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ShellTests {
    private static func run(_ lines: [String], isInteractive: Bool = false, _ options: String...) async -> CommandRun {
        var environment = CommandEnvironment.empty
        environment.input = { _, _ in Lines(lines, isInteractive: isInteractive) }
        return await CommandRun.of(["shell"] + options + CommandRun.small, in: environment)
    }

    @Test func `commands share one connection, and its settings stay`() async {
        let run = await Self.run([
            "set iso 400", "", "# a comment", "get iso", "set white-balance 'color temperature'", "get white-balance",
        ])
        #expect(run.code == .success, "\(run.messages)")
        #expect(
            run.lines == ["iso  ISO 200 → ISO 400", "ISO 400", "white-balance  auto → color temperature", "color temperature"]
        )
    }

    @Test func `a script ends with the first failure, at its line, and with its code`() async {
        let run = await Self.run(["get iso", "set iso 401", "get aperture"])
        #expect(run.code == .value)
        #expect(run.lines == ["ISO 200"])
        #expect(run.messages.contains("The script ended at line 2: set iso 401"))
        let kept = await Self.run(["set iso 401", "nonsense", "get aperture"], "--keep-going")
        #expect(kept.code == .value)
        #expect(kept.lines == ["f/5.6"])
        let typed = await Self.run(["set iso 401", "get aperture", "exit", "get iso"], isInteractive: true)
        #expect(typed.code == .success)
        #expect(typed.lines == ["f/5.6"])
    }

    @Test func `live view runs in the background while settings change and pictures are taken`() async throws {
        let folder = try TemporaryFolder()
        let run = await Self.run([
            "liveview --frames 20 --output \(folder.path)/clip.mjpeg &", "set iso 800", "shoot", "get iso", "jobs", "wait",
            "jobs",
        ])
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.contains("ISO 800"))
        #expect(folder.names() == ["clip.mjpeg"])
        #expect(run.messages.contains("[1] ended: liveview"))
    }

    @Test func `a failure in the background is one of the script, at wait or at its end`() async {
        let waiting = await Self.run(["set iso 401 &", "wait", "get iso"])
        #expect(waiting.code == .value)
        #expect(waiting.lines == [])
        #expect(await Self.run(["set iso 401 &", "sleep 0.2", "get iso"]).code == .value)
        #expect(await Self.run(["set iso 401 &", "wait", "get iso"], "--keep-going").code == .value)
        let cut = await Self.run(["shoot --count 3 --interval 60 &", "get iso"])
        #expect(
            cut.code == .incomplete && cut.messages.contains("The script ended before this did: shoot --count 3"),
            "\(cut.messages)"
        )
    }

    @Test func `a command that the script stops is no failure, and one that has ended can be awaited`() async {
        let stopped = await Self.run(["shoot --count 3 --interval 60 &", "stop 1", "get iso"])
        #expect(stopped.code == .success, "\(stopped.messages)")
        #expect(await Self.run(["get iso &", "wait", "wait 1", "get iso"]).code == .success)
        #expect(await Self.run(["get iso &", "wait 2"]).code == .usage)
    }

    @Test func `lines may end in CR and LF`() async {
        #expect(await Self.run(["get iso\r", "\r"]).lines == ["ISO 200"])
    }

    @Test func `what runs in the background is stopped with the shell`() async {
        let run = await Self.run(["liveview &", "get iso", "stop 1", "liveview &"])
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.contains("ISO 200"))
        #expect(await Self.run(["stop 7"]).code == .usage)
    }

    @Test(arguments: ["shell", "demo", "simulate", "get iso --camera sim", "get 'iso", "exti"])
    func `a line that has no meaning in a shell is a mistake`(_ line: String) async {
        #expect(await Self.run([line]).code == .usage)
    }

    @Test func `the options of the shell hold for its commands`() async {
        let run = await Self.run(["get iso"], "--json")
        #expect(run.objects.first?["value"] == .text("ISO 200"))
    }

    // MARK: Lines

    @Test(arguments: [
        ("get iso", ["get", "iso"], false), ("  set  x  'a b'  ", ["set", "x", "a b"], false),
        ("a \"b \\\" c\" d\\ e", ["a", "b \" c", "d e"], false),
        ("liveview &", ["liveview"], true), ("get iso # now", ["get", "iso"], false),
        ("set artist ''", ["set", "artist", ""], false), ("", [], false),
        ("a#b", ["a#b"], false), ("'&'", ["&"], false),
    ])
    func `a line consists of words as in a shell`(_ line: String, _ words: [String], _ isInBackground: Bool) {
        let list = ShellWordList(line)
        #expect(list.words == words)
        #expect(list.isInBackground == isInBackground)
    }

    @Test(arguments: ["iso", "color temperature", "it's", "a\"b", "", "x&y", "back\\slash"])
    func `a quoted word is read as itself`(_ word: String) {
        #expect(ShellWordList(ShellWordList.quoted(word)).words == [word])
    }

    private static let completion = ShellCompletion(
        table: HotShoeCommand.table,
        builtins: Shell.builtins,
        choices: .init(
            properties: ["iso", "white-balance", "Artist"],
            values: ["white-balance": ["auto", "color temperature"], "iso": ["ISO 100", "ISO 200"]]
        )
    )

    @Test(arguments: [
        ("liv", ["liveview"]), ("get wh", ["white-balance"]), ("get iso art", ["Artist"]),
        ("set white-balance c", ["\"color temperature\""]),
        ("set iso \"iso 2", ["\"ISO 200\""]), ("video st", ["start", "stop"]), ("shoot --to-c", ["--to-computer"]),
        ("shoot --set i", ["iso="]), ("help exit", ["exit-codes"]), ("ex", ["exif", "exit"]), ("focus drive f", ["far"]),
        ("nothing x", []),
    ])
    func `the end of a line is completed by what can follow`(_ line: String, _ candidates: [String]) {
        #expect(Self.completion.candidates(line) == candidates)
    }

    @Test func `a line is edited, completed and recalled`() {
        var line = LineBuffer()
        func type(_ text: String) { for character in text { _ = line.press(.text(String(character))) } }
        type("gt iso")
        for _ in 0..<5 { _ = line.press(.left) }
        type("e")
        #expect(line.text == "get iso")
        _ = line.press(.end)
        #expect(line.press(.enter) == .line("get iso"))
        #expect(line.text == "")
        _ = line.press(.up)
        #expect(line.text == "get iso")
        _ = line.press(.down)
        #expect(line.text == "")
        type("set whi")
        #expect(line.press(.tab) == .complete("set whi"))
        #expect(line.complete(["white-balance", "white-balance-temperature"]).count == 2)
        #expect(line.text == "set white-balance")
        #expect(line.complete(["white-balance"]) == [])
        #expect(line.text == "set white-balance ")
        _ = line.press(.deleteWord)
        #expect(line.text == "set ")
        _ = line.press(.interrupt)
        #expect(line.text == "" && line.press(.endOfInput) == .end)
    }

    @Test(
        arguments: [
            ([0x61], [LineBuffer.Key.text("a")]), ([0xC3, 0xBC], [.text("ü")]), ([0x1B, 0x5B, 0x41], [.up]),
            ([0x1B, 0x4F, 0x48], [.start]),
            ([0x1B, 0x5B, 0x33, 0x7E], [.delete]), ([0x03], [.interrupt]), ([0x7F, 0x09, 0x0D], [.backspace, .tab, .enter]),
            ([0xC3], []),
            ([0x1B, 0x5B], []), ([0x1B, 0x5B, 0x39, 0x39, 0x7E, 0x62], [.text("b")]),
        ] as [([UInt8], [LineBuffer.Key])]
    )
    func `bytes of a terminal become keys`(_ bytes: [UInt8], _ keys: [LineBuffer.Key]) {
        var whole = KeyDecoder()
        #expect(whole.keys(bytes) == keys)
        var single = KeyDecoder()
        #expect(bytes.flatMap { single.keys([$0]) } == keys)
    }

    @Test func `an interrupt reaches the command that has taken it, and nothing else`() async {
        let interrupts = Interrupts()
        #expect(!interrupts.deliver())
        let count = Guarded(0)
        await interrupts.taken(by: { count.withLock { $0 += 1 } }) { #expect(interrupts.deliver()) }
        #expect(count.withLock { $0 } == 1)
        #expect(!interrupts.deliver())
    }
}
