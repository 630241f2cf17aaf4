import CameraModel
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

@Suite struct SimulatorOptionsTests {
    @Test(arguments: [
        ["--fault", "unplug"], ["--storage", "/tmp"], ["--seed", "2"], ["--speed", "slow"], ["--picture-size", "64x64"],
        ["--live-view", "/tmp"], ["--authentication", "code"],
    ])
    func `options of the simulated camera without requesting it are an error`(option: [String]) async {
        let run = await CommandRun.of(["get"] + option)
        #expect(run.code == .usage)
        #expect(run.messages == "hotshoe: \(option[0]) works only with --simulated.\n")
    }

    @Test func `both forms of requesting it are equivalent`() async {
        let words = ["get", "iso", "--speed", "instant"]
        #expect(await CommandRun.of(words + ["--simulated"]).data == "ISO 200\n")
        #expect(await CommandRun.of(words + ["--camera", "sim"]).data == "ISO 200\n")
        #expect(await CommandRun.of(words + ["--camera", "sim", "--simulated"]).data == "ISO 200\n")
    }

    @Test func `it has the requested serial number`() async {
        let words = ["info", "--speed", "instant", "--json", "--camera", "sim:MINE-7"]
        #expect(await CommandRun.of(words).objects.first?["camera"]?["serialNumber"] == .text("MINE-7"))
    }

    @Test func `requesting it and a real camera is a contradiction`() async {
        let run = await CommandRun.of(["get", "--simulated", "--camera", "usb:1-2"])
        #expect(run.code == .usage)
        #expect(run.messages.contains("contradicts --camera"))
    }

    @Test(arguments: SimulatedFault.kindNames)
    func `an error for an unknown fault lists every kind`(kind: String) async {
        let run = await CommandRun.simulated("get", "--fault", "meteor")
        #expect(run.code == .usage)
        #expect(run.messages.contains(kind))
    }

    @Test func `an error for a fault with a wrong value describes its values`() async {
        #expect(await CommandRun.simulated("get", "--fault", "fail=oops").messages.contains("connection-lost"))
        #expect(await CommandRun.simulated("get", "--fault", "busy@lunch").messages.contains("set-property"))
    }

    @Test(arguments: ["x", "96", "96x", "15x16", "96x20001", "96x64x2", "-96x64", "999999x16"])
    func `a size that no picture can have is refused`(text: String) async {
        let run = await CommandRun.of(["get", "--simulated", "--picture-size=\(text)"])
        #expect(run.code == .usage)
        #expect(run.messages.hasPrefix("hotshoe: --picture-size: \"\(text)\" is not a size"))
    }

    @Test func `a live view folder that is not there is a storage error`() async {
        let run = await CommandRun.simulated("liveview", "--live-view", "/nonexistent/folder")
        #expect(run.code == .storage)
        #expect(
            run.messages == "hotshoe: /nonexistent/folder: There is no such folder. --live-view takes a folder of JPEG files.\n"
        )
    }

    @Test func `a live view folder without a JPEG is an error when live view starts`() async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.simulated("liveview", "--frames", "1", "--live-view", folder.path)
        #expect(run.code != .success)
        #expect(run.messages.contains("JPEG"))
    }

    @Test func `an address without a server is an error`() async {
        let run = await CommandRun.of(["get", "--camera", "ptpip:camera.local"])
        #expect(run.code == .noCamera)
        #expect(
            run.messages.hasPrefix(
                "hotshoe: ptpip:camera.local: This version of hotshoe has no provider for this kind of address"
            )
        )
    }
}
