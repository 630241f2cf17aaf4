import BrokerMessages
import CameraModel
import JSONText
import Testing

private func bytes(_ json: JSONValue) -> [UInt8] { Array(json.text(depth: 0).utf8) }
private let noon = ClockTime(nanosecondsSince1970: 1_795_933_818_000_000_000)

@Suite("Topics")
struct BrokerTopicsTests {
    private let topics = BrokerTopics(prefix: "studio/west")

    @Test(
        "names are written as levels of topics, and read again",
        arguments: ["left", "a/b", "#", "+", "ä ß", "..", "usb:1-2", "%41", "\u{1}"]
    )
    func names(_ name: String) {
        let topic = topics.status(of: name)
        #expect(topic.split(separator: "/").count == 5)
        #expect(!topic.contains(where: { "+#".contains($0) }))
        #expect(topics.host(of: topic, "status") == name)
        #expect(topics.host(of: topic, "answers") == nil)
    }

    @Test(
        "other topics have no host",
        arguments: [
            "studio/west/hosts//status", "studio/west/hosts/a/b/status", "studio/hosts/a/status", "studio/west/hosts/%4/status",
            "studio/west/hosts/%+1/status", "studio/west/hosts/a b/status", "studio/west/hosts/%FF/status",
            "studio/west/hosts/status", "",
        ]
    )
    func noHost(_ topic: String) { #expect(topics.host(of: topic, "status") == nil) }
}

@Suite("Messages of hosts")
struct HostMessageTests {
    @Test("a status is read as it was written")
    func status() {
        var status = HostStatus(isOnline: true)
        (status.url, status.addresses, status.key) = ("https://h:1/", ["https://h:1/", "https://h:2/"], "abc=")
        (status.version, status.takesCommands, status.groups, status.cameras) = ("1", true, ["wall"], ["a", "b"])
        status.time = noon
        status.clock = ClockQuality(isSynchronized: true, maximumError: .milliseconds(4), estimatedError: .milliseconds(1))
        #expect(HostStatus(bytes(status.json)) == status)
        #expect(HostStatus(bytes(HostStatus.gone.json)) == .gone)
    }

    @Test(
        "other messages are no status",
        arguments: [
            "", "{", "[]", "{}", #"{"online": 1}"#, #"{"online": true}"#, #"{"online": true, "url": 3}"#, "null", "\u{0}",
        ]
    )
    func noStatus(_ text: String) { #expect(HostStatus(Array(text.utf8)) == nil) }

    @Test("an answer is read as it was written")
    func answer() {
        var answer = CommandAnswer(id: "12345678", host: "left", .failed, reason: "because")
        answer.isRepeated = true
        answer.results = [
            .init(camera: "a", pictures: ["1.JPG", "1.RAW"]),
            .init(camera: "b", error: .init(code: "busy", message: "It is busy.")),
        ]
        #expect(CommandAnswer(bytes(answer.json)) == answer)
        #expect(CommandAnswer(Array(#"{"id": "12345678", "host": "a", "status": "well"}"#.utf8)) == nil)
        #expect(CommandAnswer(Array(#"{"id": "12345678", "host": "a", "status": "done", "cameras": [1]}"#.utf8)) == nil)
    }
}

@Suite("Commands")
struct BrokerCommandTests {
    @Test("a command is read as it was written")
    func command() throws {
        var fire = BrokerCommand(id: "round-0001", expires: noon, .fire)
        (fire.cameras, fire.time, fire.clockLimit, fire.focuses) = (["a"], noon, .milliseconds(10), true)
        #expect(try BrokerCommand(bytes(fire.json)) == fire)
        var set = BrokerCommand(id: "set-00001", expires: noon, .set)
        set.settings = [.init("iso", "400"), .init("aperture", "f/8")]
        #expect(try BrokerCommand(bytes(set.json)) == set)
    }

    @Test(
        "the reason of a malformed command is named",
        arguments: [
            ("", "The message is no JSON", nil), ("[]", "no JSON object", nil),
            (#"{"id": "short"}"#, "The id of the command", nil),
            (#"{"id": "12345678901234567890123456789012345678901234567890123456789012345"}"#, "The id of the command", nil),
            (#"{"id": "12345678"}"#, "expires is missing", "12345678"),
            (#"{"id": "12345678", "expires": 5}"#, "expires is no number of nanoseconds", "12345678"),
            (#"{"id": "12345678", "expires": "-5"}"#, "expires is no number", "12345678"),
            (#"{"id": "12345678", "expires": "5"}"#, "command is not one of", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "explode"}"#, "command is not one of", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "fire", "cameras": "a"}"#, "cameras is no list", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "fire", "cameras": [1]}"#, "cameras is no list", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "fire", "clockLimit": -1}"#, "clockLimit is no number", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "fire", "autofocus": 1}"#, "autofocus is neither", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "arm", "time": "5"}"#, "are for fire", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "set"}"#, "settings is missing", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "set", "settings": {"iso": 400}}"#, "is no text", "12345678"),
            (#"{"id": "12345678", "expires": "5", "command": "fire", "settings": {"iso": "400"}}"#, "are for set", "12345678"),
        ]
    )
    func wrong(_ text: String, _ reason: String, _ id: String?) {
        let problem = #expect(throws: BrokerCommand.Problem.self) { try BrokerCommand(Array(text.utf8)) }
        #expect(problem?.description.contains(reason) == true)
        #expect(problem?.id == id)
    }

    @Test("a message that is cut anywhere is no command, and does not trap")
    func cut() throws {
        var fire = BrokerCommand(id: "round-0001", expires: noon, .fire)
        fire.cameras = ["ä"]
        let whole = bytes(fire.json)
        for count in 0..<whole.count {
            #expect(throws: BrokerCommand.Problem.self) { try BrokerCommand(Array(whole[..<count])) }
        }
    }
}

@Suite("Memory of commands")
struct CommandMemoryTests {
    private func command(_ id: String = "round-0001", in seconds: Int = 5) -> BrokerCommand {
        BrokerCommand(id: id, expires: noon.advanced(by: .seconds(seconds)), .fire)
    }

    @Test("a command is begun once, and answered again")
    func once() {
        var memory = CommandMemory()
        #expect(memory.decide(on: command(), isRetained: false, at: noon) == .begin)
        memory.begin(command())
        #expect(memory.decide(on: command(), isRetained: false, at: noon) == .repeated(nil))
        let done = CommandAnswer(id: "round-0001", host: "left", .done)
        memory.answered(done)
        #expect(memory.decide(on: command(), isRetained: false, at: noon) == .repeated(done))
        // Late as well: its sender may not know the answer.
        let late = noon.advanced(by: .seconds(60))
        #expect(memory.decide(on: command(), isRetained: true, at: late) == .repeated(done))
    }

    @Test("late, too early and retained commands are not begun")
    func notBegun() {
        var memory = CommandMemory()
        #expect(memory.decide(on: command(in: -1), isRetained: false, at: noon) == .expired)
        #expect(memory.decide(on: command(in: 0), isRetained: false, at: noon) == .begin)
        guard case .refused = memory.decide(on: command(in: 3601), isRetained: false, at: noon) else {
            Issue.record("begun"); return
        }
        guard case .refused = memory.decide(on: command(), isRetained: true, at: noon) else { Issue.record("begun"); return }
        var far = command()
        far.time = noon.advanced(by: .seconds(3601))
        guard case .refused = memory.decide(on: far, isRetained: false, at: noon) else { Issue.record("begun"); return }
    }

    @Test("the commands of an earlier run are known for an hour after their end")
    func earlier() {
        var memory = CommandMemory([.init(id: "round-0001", expires: noon)])
        #expect(memory.decide(on: command(), isRetained: false, at: noon) == .repeated(nil))
        memory.forget(at: noon.advanced(by: .seconds(3599)))
        #expect(memory.decide(on: command(), isRetained: false, at: noon) == .repeated(nil))
        memory.forget(at: noon.advanced(by: .seconds(3600)))
        #expect(memory.decide(on: command(), isRetained: false, at: noon) == .begin)
    }

    @Test("a flood is refused, and those that were begun stay known")
    func flood() {
        var memory = CommandMemory()
        for number in 0..<CommandMemory.limit { memory.begin(command("flood-\(100_000 + number)")) }
        guard case .refused = memory.decide(on: command(), isRetained: false, at: noon) else { Issue.record("begun"); return }
        #expect(memory.decide(on: command("flood-100000"), isRetained: false, at: noon) == .repeated(nil))
        let later = noon.advanced(by: .seconds(7300))
        #expect(memory.decide(on: command(in: 7400), isRetained: false, at: later) == .begin)
    }
}

@Suite("Two hosts with one name")
struct HostRivalsTests {
    private func status(_ run: String?) -> HostStatus {
        var status = HostStatus(isOnline: true)
        status.run = run
        return status
    }

    private func time(_ seconds: Int64) -> ClockTime { ClockTime(nanosecondsSince1970: seconds * 1_000_000_000) }

    @Test("a host without a status for 75 s counts as absent")
    func meeting() {
        var rivals = HostRivals(run: "a")
        #expect(rivals.take(status("a"), isRetained: false, at: time(0)) == nil && !rivals.isThere(at: time(0)))
        #expect(rivals.take(status("b"), isRetained: false, at: time(1)) == .discovered && rivals.isThere(at: time(1)))
        #expect(rivals.take(status("b"), isRetained: false, at: time(31)) == nil && rivals.isThere(at: time(105)))
        #expect(!rivals.isThere(at: time(106)))
        #expect(rivals.take(status(nil), isRetained: false, at: time(200)) == .discovered)
    }

    @Test("a retained message has no effect: an earlier run of this host may have published it")
    func retained() {
        var rivals = HostRivals(run: "a")
        #expect(rivals.take(status("b"), isRetained: true, at: time(0)) == nil)
        #expect(rivals.take(.gone, isRetained: true, at: time(0)) == nil && !rivals.isThere(at: time(0)))
    }

    @Test("a message that reports this host as absent ends the other one")
    func absence() {
        var rivals = HostRivals(run: "a")
        #expect(rivals.take(.gone, isRetained: false, at: time(0)) == .contradicted)
        #expect(rivals.take(status("b"), isRetained: false, at: time(1)) == .discovered)
        #expect(rivals.take(.gone, isRetained: false, at: time(2)) == .contradicted && !rivals.isThere(at: time(2)))
    }

    @Test("a clock that was set back ends nothing for ever")
    func clockSetBack() {
        var rivals = HostRivals(run: "a")
        #expect(rivals.take(status("b"), isRetained: false, at: time(1000)) == .discovered && !rivals.isThere(at: time(10)))
        #expect(rivals.take(status("b"), isRetained: false, at: time(11)) == .discovered && rivals.isThere(at: time(11)))
    }
}
