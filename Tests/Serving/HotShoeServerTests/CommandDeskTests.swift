import BrokerMessages
import CameraModel
import Glibc
import HotShoeSupport
import JSONText
import TestSupport
import Testing

@testable import HotShoeServer

private let noon = ClockTime(nanosecondsSince1970: 1_795_933_818_000_000_000)

/// A host whose runs end at a chosen step, with one journal.
private final class DeskRig: Sendable {
    let folder: TemporaryFolder
    let answers = Guarded<[CommandAnswer]>([])
    /// Number of times that the cameras were called.
    let releases = Guarded(0)

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path + "/commands" }
    var statuses: [CommandAnswer.Status] { answers.withLock { $0.map(\.status) } }

    /// A run of the host.
    func desk(
        isReadOnly: Bool = false,
        at now: ClockTime = noon,
        work: CommandDesk.Work? = nil
    ) throws -> CommandDesk {
        let (journal, earlier) = try CommandJournal.open(path, at: now)
        return CommandDesk(host: "left", isReadOnly: isReadOnly, journal, earlier, now: { now }) { command throws(WebProblem) in
            self.releases.withLock { $0 += 1 }
            return try await work?(command) ?? [CommandAnswer.Result(camera: "a", pictures: ["1.JPG"])]
        } answer: { answer in
            self.answers.withLock { $0.append(answer) }
        }
    }

    static func fire(_ id: String = "round-0001", expires: Duration = .seconds(5)) -> [UInt8] {
        Array(BrokerCommand(id: id, expires: noon.advanced(by: expires), .fire).json.text(depth: 0).utf8)
    }
}

@Suite("Commands of a broker", .timeLimit(.minutes(2)))
struct CommandDeskTests {
    @Test("a command is carried out and answered")
    func once() async throws {
        let rig = try DeskRig()
        let desk = try rig.desk()
        #expect(desk.take(DeskRig.fire(), isRetained: false).text == "fire round-0001: begun")
        await desk.finish()
        #expect(rig.statuses == [.accepted, .done])
        #expect(rig.answers.withLock { $0.last?.results.first?.pictures } == ["1.JPG"])
    }

    @Test("a message that arrives again releases nothing, and is answered")
    func repeated() async throws {
        let rig = try DeskRig()
        let desk = try rig.desk()
        for _ in 0..<3 { _ = desk.take(DeskRig.fire(), isRetained: false) }
        await desk.finish()
        _ = desk.take(DeskRig.fire(), isRetained: false)
        #expect(rig.releases.withLock { $0 } == 1)
        #expect(rig.statuses.filter { $0 == .done }.count == 2)
        #expect(rig.answers.withLock { $0.last?.isRepeated } == true)
    }

    /// The steps of a command at which a host can be killed.
    enum Step: CaseIterable {
        case beforeArrival, beforeJournal, halfALine, afterJournal, whileReleasing, afterRelease
    }

    @Test("a host that is killed at any step releases nothing twice", arguments: Step.allCases)
    func killed(at step: Step) async throws {
        let rig = try DeskRig()
        let line = "round-0001 \(noon.advanced(by: .seconds(5)).nanosecondsSince1970)\n"
        do {
            let first = try rig.desk()
            switch step {
            case .beforeArrival, .beforeJournal: break
            // The disk after a crash at this step, without a call.
            case .halfALine: rig.folder.write(Array(line.utf8.dropLast(3)), to: "commands")
            case .afterJournal: rig.folder.write(Array(line.utf8), to: "commands")
            case .whileReleasing:
                let waiting = try rig.desk { _ throws(WebProblem) in
                    await untilCancelledTask()
                    throw WebProblem(503, "serverStops", "")
                }
                _ = waiting.take(DeskRig.fire(), isRetained: false)
                try await until("the camera is called") { rig.releases.withLock { $0 == 1 } }
                // A copy of the disk at this moment, before the run ends in an orderly way.
                let disk = rig.folder.read("commands")
                await waiting.end()
                rig.folder.write(disk, to: "commands")
            case .afterRelease:
                _ = first.take(DeskRig.fire(), isRetained: false)
                await first.finish()
            }
        }
        let before = rig.releases.withLock { $0 }
        rig.answers.withLock { $0 = [] }
        let second = try rig.desk()
        _ = second.take(DeskRig.fire(), isRetained: false)
        await second.finish()
        let after = rig.releases.withLock { $0 }
        switch step {
        case .beforeArrival, .beforeJournal, .halfALine:
            #expect(after == 1)
            #expect(rig.statuses == [.accepted, .done])
        case .afterJournal, .whileReleasing, .afterRelease:
            #expect(after == before && before <= 1)
            #expect(rig.statuses == [.interrupted])
            #expect(rig.answers.withLock { $0.last?.reason?.isEmpty } == false)
        }
    }

    @Test("nothing begins while the disk cannot be written")
    func fullDisk() async throws {
        let rig = try DeskRig()
        // After this many lines the next command rewrites the file, which a folder prevents.
        let desk = try rig.desk()
        for number in 0..<10_000 {
            _ = desk.take(DeskRig.fire("fill-\(100_000 + number)"), isRetained: false); await desk.finish()
        }
        let before = rig.releases.withLock { $0 }
        unsafe _ = unlink(rig.path)
        unsafe _ = mkdir(rig.path, 0o755)
        rig.answers.withLock { $0 = [] }
        let line = desk.take(DeskRig.fire(), isRetained: false).text
        await desk.finish()
        #expect(line.contains("refused") && line.contains(rig.path))
        #expect(rig.releases.withLock { $0 } == before)
        #expect(rig.statuses == [.refused])
    }

    @Test("late, retained, malformed and read-only: refused, each with its reason")
    func refused() async throws {
        let rig = try DeskRig()
        let desk = try rig.desk()
        #expect(desk.take(DeskRig.fire(expires: .seconds(-1)), isRetained: false).text == "fire round-0001: expired")
        #expect(desk.take(DeskRig.fire(), isRetained: true).text.contains("refused. The broker has kept"))
        #expect(desk.take(Array("{".utf8), isRetained: false).text.contains("no JSON"))
        #expect(desk.take([], isRetained: true).text.contains("empty"))
        _ = desk.take(Array(#"{"id": "round-0002", "expires": "1"}"#.utf8), isRetained: false)
        let reading = try rig.desk(isReadOnly: true)
        #expect(reading.take(DeskRig.fire(), isRetained: false).text.contains("--read-only"))
        await desk.finish()
        #expect(rig.releases.withLock { $0 } == 0)
        #expect(rig.statuses == [.expired, .refused, .refused, .refused])
    }

    @Test("a camera that fails is named, and no camera at all is a reason")
    func failures() async throws {
        let rig = try DeskRig()
        let failing = try rig.desk { _ throws(WebProblem) in
            [.init(camera: "a"), .init(camera: "b", error: .init(code: "busy", message: "It is busy."))]
        }
        _ = failing.take(DeskRig.fire(), isRetained: false)
        await failing.finish()
        #expect(rig.statuses == [.accepted, .failed])
        let none = try rig.desk { _ throws(WebProblem) in throw WebProblem(404, "unknownCamera", "This host has no camera.") }
        _ = none.take(DeskRig.fire("round-0002"), isRetained: false)
        await none.finish()
        #expect(rig.answers.withLock { $0.last?.reason } == "This host has no camera.")
    }

    @Test("further commands are refused while 64 are in progress")
    func busy() async throws {
        let rig = try DeskRig()
        let desk = try rig.desk { _ throws(WebProblem) in
            await untilCancelledTask()
            return []
        }
        for number in 0...CommandDesk.busyLimit { _ = desk.take(DeskRig.fire("round-\(1000 + number)"), isRetained: false) }
        #expect(rig.statuses.filter { $0 == .refused }.count == 1)
        await desk.end()
    }

    @Test("a journal forgets old commands, and ignores malformed lines")
    func journal() throws {
        let rig = try DeskRig()
        let old = noon.advanced(by: .seconds(-3600)).nanosecondsSince1970
        let new = noon.advanced(by: .seconds(-3599)).nanosecondsSince1970
        rig.folder.write(Array("round-0001 \(old)\nround-0002 \(new)\nrubbish\n\u{0}\nround-0003 \(new)".utf8), to: "commands")
        let (_, earlier) = try CommandJournal.open(rig.path, at: noon)
        #expect(earlier.map(\.id) == ["round-0002"])
        #expect(String(decoding: rig.folder.read("commands"), as: UTF8.self) == "round-0002 \(new)\n")
        var status = stat()
        unsafe stat(rig.path, &status)
        #expect(status.st_mode & 0o777 == 0o600)
    }
}

private func untilCancelledTask() async {
    let promise = Promise<Void, Never>()
    await withTaskCancellationHandler {
        _ = await promise.result()
    } onCancel: {
        promise.fulfil(.success(()))
    }
}

@Suite("Lines of the broker in the log")
struct LogAllowanceTests {
    @Test("twenty lines in a minute, and one about the others")
    func limit() {
        var allowance = LogAllowance()
        let lines = (1...100).map { allowance.take("\($0)", at: .seconds($0) / 10) }
        #expect(lines.prefix(20).compactMap(\.self) == (1...20).map(String.init))
        #expect(lines[20]?.hasPrefix("More than 20 messages") == true && lines.dropFirst(21).allSatisfy { $0 == nil })
        #expect(allowance.take("later", at: .seconds(61)) == "later")
    }
}
