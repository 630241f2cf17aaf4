import Glibc
import TestSupport
import Testing

@testable import hotshoe

/// The commands in a separate process, with real signals, pipes and disks.
@Suite(.ownThread) struct CommandProgramTests {
    private func hotshoe(_ words: String..., output: ChildProcess.Stream = .pipe) throws -> ChildProcess {
        return try ChildProcess.hotshoe((words + CommandRun.small).map { Array($0.utf8) }, output: output)
    }

    @Test func `Ctrl-C ends watching with 130, and the camera is left tidy`() throws {
        let program = try hotshoe("watch", "--verbose")
        while !program.readErrorLine().hasPrefix("Watching") {}
        program.send(SIGINT)
        #expect(program.readErrors().contains("hotshoe: disconnected from Simulated Camera\n"))
        #expect(program.exitCode() == 130)
    }

    @Test func `Ctrl-C ends a series of pictures, which is counted`() throws {
        let program = try hotshoe("shoot", "--interval", "60")
        #expect(program.readErrorLine().contains("are lost when hotshoe ends"))
        #expect(program.readOutputLine().hasPrefix("1  IMG_0001.JPG"))
        program.send(SIGINT)
        #expect(program.readErrors().contains("1 picture taken.\n"))
        #expect(program.exitCode() == 130)
    }

    @Test func `Ctrl-C ends a recording, and its file is named`() throws {
        let program = try hotshoe("video", "record", "--seconds", "60", "--verbose")
        while !program.readErrorLine().hasPrefix("hotshoe: connected") {}
        program.send(SIGTERM)
        #expect(program.exitCode() == 143)
    }

    @Test func `Ctrl-C ends live view without a limit`() throws {
        let program = try hotshoe("liveview", "--json")
        #expect(program.readOutputLine().hasPrefix("{"))
        program.send(SIGINT)
        #expect(program.readOutput().contains("\"event\":\"end\""))
        #expect(program.exitCode() == 130)
    }

    @Test func `a closed pipe ends live view without a message`() throws {
        let program = try hotshoe("liveview", "--output", "-", output: .unread)
        #expect(program.readErrors() == "")
        #expect(program.exitCode() == 141)
    }

    @Test func `a full disk ends a command with 7`() throws {
        for words in [["get"], ["files"], ["list"], ["info"]] {
            let program = try ChildProcess.hotshoe(
                (words + ["--simulated", "--picture-size", "96x64"]).map { Array($0.utf8) },
                output: .file("/dev/full")
            )
            #expect(program.readErrors() == "hotshoe: standard output: No space left on device.\n")
            #expect(program.exitCode() == 7)
        }
    }
}
