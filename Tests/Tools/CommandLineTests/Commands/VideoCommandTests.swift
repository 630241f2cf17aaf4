import TestSupport
import Testing

@testable import hotshoe

@Suite struct VideoCommandTests {
    @Test func `a recording becomes a file`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("video", "record", "--seconds", "0.1", "--download", folder.path, "--json")
        #expect(run.code == .success)
        #expect(run.objects.first?["file"] == .text("MVI_0001.AVI"))
        #expect(folder.read("MVI_0001.AVI").prefix(4) == Array("RIFF".utf8)[...])
    }

    @Test func `a full card is reported`() async {
        #expect(await CommandRun.simulated("video", "record", "--seconds", "0.1", "--fault", "card-full").code == .storage)
    }

    @Test func `a simulated camera is not left recording`() async {
        let run = await CommandRun.simulated("video", "start")
        #expect(run.code == .unavailable)
        #expect(run.messages.contains("Use `hotshoe video record --seconds N`"))
    }

    @Test func `stopping an inactive recording is no failure`() async {
        let run = await CommandRun.simulated("video", "stop")
        #expect(run.code == .success)
        #expect(run.messages == "Simulated Camera reports no recording.\n")
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["canon-eos-r5", "nikon-z6-2"])
    func `a recording that Ctrl-C ends is copied and printed`(_ body: String) async throws {
        let folder = try TemporaryFolder()
        let served = try ServedSimulator(personality: body)
        let recorded = RecordedOutput()
        let command = Task {
            await served.run("video", "record", "--seconds", "60", "--download", folder.path, recorded: recorded)
        }
        try await until("the camera records") { served.isRecording }
        command.cancel()
        let run = await command.value
        #expect(folder.names() == ["MVI_0001.AVI"], "\(run.messages)")
        #expect(run.data.contains("MVI_0001.AVI"))
    }

    @Test func `a disconnected camera ends the recording with its code`() async {
        #expect(await CommandRun.simulated("video", "record", "--seconds", "60", "--fault", "unplug@2s").code == .connection)
    }
}
