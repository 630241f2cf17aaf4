import CameraModel
import HotShoeSupport
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

@Suite(.timeLimit(.minutes(5))) struct TetherCommandTests {
    /// A press each second: the camera is connected before some of them, however slow the machine is.
    private static let presses = (1...60).flatMap { ["--press", "\($0)"] }

    private static func simulated(_ words: [String]) async -> CommandRun {
        await CommandRun.of(words + CommandRun.small + presses)
    }

    @Test func `pictures of the photographer are copied under the pattern, and counted`() async throws {
        let folder = try TemporaryFolder()
        let run = await Self.simulated(["tether", "--download", folder.path, "--pattern", "p-{number:03}{ext}", "--count", "2"])
        #expect(run.code == .success)
        #expect(folder.names() == ["p-001.JPG", "p-002.JPG"])
        #expect(run.lines.count == 2)
        #expect(run.messages.contains("2 files copied"))
    }

    @Test func `as JSON each file is an object`() async throws {
        let folder = try TemporaryFolder()
        let run = await Self.simulated(["tether", "--download", folder.path, "--count", "1", "--json"])
        #expect(run.objects.first?["path"] == .text("\(folder.path)/IMG_0001.JPG"))
        #expect(run.objects.first?["size"] == .number(Double(folder.read("IMG_0001.JPG").count)))
    }

    @Test func `a program is run for each file, with its path and its facts`() async throws {
        let folder = try TemporaryFolder()
        folder.write(Array("#!/bin/sh\necho \"$1 $HOTSHOE_NAME $HOTSHOE_NUMBER\" > \"$1.txt\"\n".utf8), to: "hook.sh")
        folder.makeExecutable("hook.sh")
        let to = folder.path + "/out"
        let run = await Self.simulated(["tether", "--download", to, "--count", "2", "--hook", folder.path + "/hook.sh"])
        #expect(run.code == .success)
        #expect(folder.names(in: "out") == ["IMG_0001.JPG", "IMG_0001.JPG.txt", "IMG_0002.JPG", "IMG_0002.JPG.txt"])
        #expect(String(decoding: folder.read("out/IMG_0002.JPG.txt"), as: UTF8.self) == "\(to)/IMG_0002.JPG IMG_0002.JPG 2\n")
    }

    @Test func `a program that fails is reported with its exit code, and makes the command fail`() async throws {
        let folder = try TemporaryFolder()
        folder.write(Array("#!/bin/sh\nexit 3\n".utf8), to: "hook.sh")
        folder.makeExecutable("hook.sh")
        let run = await Self.simulated(
            ["tether", "--download", folder.path, "--count", "1", "--hook", folder.path + "/hook.sh"]
        )
        #expect(run.code == .failure)
        #expect(run.messages.contains("ended with exit code 3 for \(folder.path)/IMG_0001.JPG."))
        #expect(run.messages.contains("The program failed for 1 file."))
    }

    @Test func `mistakes are found before a camera is looked for`() async throws {
        let folder = try TemporaryFolder()
        let missing = await CommandRun.simulated("tether")
        #expect(missing.code == .usage && missing.messages.contains("Usage: hotshoe tether --download DIR"))
        let pattern = await CommandRun.simulated("tether", "--download", folder.path, "--pattern", "{dat}{ext}")
        #expect(pattern.code == .usage && pattern.messages.contains("Did you mean {date}?"))
        let hook = await CommandRun.simulated("tether", "--download", folder.path, "--hook", folder.path + "/none")
        #expect(hook.code == .usage && hook.messages.contains("cannot be run"))
    }

    @Test func `the given duration ends it, with a count`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("tether", "--download", folder.path, "--seconds", "0.1")
        #expect(run.code == .success)
        #expect(run.messages.contains("0 files copied"))
    }

    @Test func `a connection that is not re-established is a failure, and so are fewer files than the count`()
        async throws
    {
        let folder = try TemporaryFolder()
        let words = ["tether", "--download", folder.path, "--seconds", "5"]
        let lost = await CommandRun.of(words + CommandRun.small + ["--fault", "unplug@2s"])
        #expect(
            lost.code == .incomplete && lost.messages.contains("what the camera has made since is not copied"),
            "\(lost.messages)"
        )
        let late = await CommandRun.of(words + ["--count", "1"] + CommandRun.small)
        #expect(late.code == .incomplete && late.messages.contains("0 of 1 file was reported in the time"), "\(late.messages)")
    }

    @Test(arguments: ["generic", "canon-eos-r5", "canon-eos-80d"])
    func `over PTP/IP the pictures of the photographer arrive as files`(personality: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: personality)
        let run = await served.whilePhotographing {
            await served.run("tether", "--download", folder.path, "--count", "2")
        }
        #expect(run.code == .success, "\(run.messages)")
        #expect(folder.names().count == 2)
        for name in folder.names() { #expect(folder.read(name).prefix(2) == [0xFF, 0xD8]) }
    }

    @Test(arguments: ["generic", "canon-eos-r5"])
    func `over PTP/IP an unplugged camera is connected again, and its pictures are copied`(personality: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: personality)
        let simulator = served.simulator
        let lines = Guarded(0)
        // The connection is lost when the first file has arrived, and the camera is back immediately.
        let recorded = RecordedOutput {
            let isFirst = lines.withLock { lines in
                lines += 1
                return lines == 1
            }
            guard isFirst else { return }
            simulator.unplug()
            simulator.plugIn()
        }
        let run = await served.whilePhotographing {
            await served.run("tether", "--download", folder.path, "--count", "3", recorded: recorded)
        }
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.messages.contains("Waiting for it to come back."))
        #expect(run.messages.contains("is back"))
        #expect(folder.names().count == 3)
    }
}

@Suite struct ReleaseWatchTests {
    @Test(
        arguments: [
            ([], true, "Picture 3 was released, but the camera had not saved it yet. Look for it with `hotshoe files`."),
            (["A.JPG"], true, "Picture 3, A.JPG, is on the camera's card and was not copied completely."),
            (["A.JPG"], false, "Picture 3, A.JPG, is on the camera's card."),
            (["A.DNG", "A.JPG"], true, "Picture 3 is on the camera's card and not all of it was copied: A.DNG, A.JPG."),
        ] as [([String], Bool, String)]
    )
    func `an interrupted picture is described exactly`(files: [String], isCopying: Bool, text: String) {
        #expect(ReleaseWatch.text(picture: 3, files: files, isCopying: isCopying) == text)
    }
}

@Suite(.timeLimit(.minutes(5))) struct FinishingTests {
    @Test func `work is finished although its caller was cancelled`() async throws {
        let (clock, gate) = (VirtualClock(), Promise<Void, Never>())
        let call = Task {
            try await Finishing.run(grace: .seconds(3), on: clock) { () -> Bool in
                _ = await gate.result()
                return Task.isCancelled
            }
        }
        call.cancel()
        clock.advance(by: .seconds(2))
        gate.fulfil(.success(()))
        #expect(try await call.value == false)
    }

    @Test func `work that exceeds the grace period is cancelled`() async throws {
        let clock = VirtualClock()
        let call = Task {
            try await Finishing.run(grace: .seconds(3), on: clock) {
                _ = await Promise<Void, Never>().resultUnlessCancelled()
                return true
            }
        }
        call.cancel()
        #expect(try await clock.run(by: .seconds(1), until: "the work is cancelled") { try await call.value })
    }
}
