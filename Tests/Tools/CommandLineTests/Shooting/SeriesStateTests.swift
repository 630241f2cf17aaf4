import TestSupport
import Testing

@testable import hotshoe

@Suite struct SeriesStateTests {
    private func state(next: Int, count: Int? = 10) -> SeriesState {
        SeriesState(start: 100_000, interval: 5000, count: count, next: next, taken: next)
    }

    @Test(arguments: [
        // (next, seconds since the start, missed, next afterwards)
        (3, 10, 0, 3), (3, 15, 0, 3), (3, 16, 1, 4), (3, 20, 1, 4), (3, 1000, 7, 10), (0, 0, 0, 0), (0, -50, 0, 0),
    ])
    func `pictures that were due meanwhile are missed, and the others keep their times`(
        next: Int,
        seconds: Int,
        missed: Int,
        nextAfterwards: Int
    ) {
        var state = state(next: next)
        #expect(state.resume(at: 100_000 + Int64(seconds) * 1000) == missed)
        #expect(state.next == nextAfterwards)
    }

    @Test func `a series is complete when its last picture was taken or missed`() {
        #expect(state(next: 10).isOver)
        #expect(!state(next: 9).isOver)
        #expect(!state(next: 1_000_000, count: nil).isOver)
    }

    @Test func `the state survives in a file, and a planted link is not followed`() throws {
        let folder = try TemporaryFolder()
        folder.write([1], to: "victim")
        folder.link("state", to: folder.path + "/victim")
        try state(next: 4).save(to: folder.path + "/state")
        #expect(folder.read("victim") == [1])
        #expect(try SeriesState.load(folder.path + "/state") == state(next: 4))
        #expect(try SeriesState.load(folder.path + "/none") == nil)
        #expect(folder.names() == ["state", "victim"])
    }

    @Test func `a file that is no state is left alone`() throws {
        let folder = try TemporaryFolder()
        folder.write(Array("shopping list".utf8), to: "notes")
        #expect(throws: CommandFailure.self) { try SeriesState.load(folder.path + "/notes") }
        #expect(folder.read("notes") == Array("shopping list".utf8))
    }

    @Test func `a series that is over names the picture that was being taken when the program ended`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/state"
        try SeriesState(start: 100_000, interval: 2000, count: 3, next: 1, taken: 1, current: 1).save(to: path)
        let run = await CommandRun.of(["shoot", "--interval", "2", "--count", "3", "--resume", path] + CommandRun.small)
        #expect(run.code == .incomplete && run.messages.contains("is over: 1 of 3 pictures were taken"), "\(run.messages)")
        #expect(run.messages.contains("picture 2 was being taken when the program ended"), "\(run.messages)")
    }

    @Test func `a series continues with the next picture`() async throws {
        let folder = try TemporaryFolder()
        let words = ["shoot", "--interval", "0.001", "--count", "3", "--resume", folder.path + "/state", "--no-autofocus"]
        let first = await CommandRun.of(words + CommandRun.small)
        #expect(first.code == .success)
        #expect(first.lines.count == 3)
        let again = await CommandRun.of(words + CommandRun.small)
        #expect(again.code == .success)
        #expect(again.lines.isEmpty)
        #expect(again.messages.contains("is over: 3 of 3 pictures were taken."))
        let other = await CommandRun.of(
            ["shoot", "--interval", "2", "--count", "3", "--resume", folder.path + "/state"] + CommandRun.small
        )
        #expect(other.code == .usage)
    }

    @Test func `a bulb exposure has the requested time`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("shoot", "--bulb", "0.3", "--download", folder.path)
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names() == ["IMG_0001.JPG"])
        #expect(await CommandRun.simulated("shoot", "--resume", "x").code == .usage)
    }
}
