import CameraModel
import CameraRecordings
import Foundation
import Glibc
import HotShoe
import PTP
import PTPResponder
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import hotshoe

@Suite struct ReportCommandTests {
    /// A body of each dialect.
    private static let personalities = [
        "generic", "canon-eos-r5", "nikon-z6-2", "sony-a7-4", "fujifilm-x-t4", "panasonic-gh5", "olympus-om-1",
    ]

    @Test(arguments: personalities) func `a report is written, without the serial number, and is a camera again`(
        personality: String
    ) async throws {
        let served = try ServedSimulator(personality: personality, samplePictures: 1) { $0.serialNumber = "47110815" }
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/report.json"
        let run = await served.run("report", "--seconds", "0.01", "--output", path)
        #expect(run.code == .success && run.data == "\(path)\n", "\(run.messages)")
        for words in ["contains", "transactions", "replaced  serial number", "Look at it", "simulate --from"] {
            #expect(run.messages.contains(words), "\(words)")
        }
        let text = String(decoding: folder.read("report.json"), as: UTF8.self)
        // Neither as text nor, of which a part is enough, in bytes.
        #expect(!text.contains("47110815") && !text.contains("30383135") && !text.contains("3000380031003500"))
        let recording = try RecordingFile.read(path)
        #expect(!recording.device.model.isEmpty && !recording.transcript.isEmpty)
        let model = recording.device.model
        let again = try ServedRecording(recording)
        let info = await again.run("info", "--json")
        #expect(info.code == .success && info.objects.first?["camera"] != nil, "\(info.messages)")
        #expect(info.data.contains(model))
        let (first, second) = (await served.run("get", "--json"), await again.run("get", "--json"))
        func names(_ run: CommandRun) -> [String] { run.objects.compactMap { $0["property"]?.text ?? $0["name"]?.text } }
        #expect(names(first) == names(second))
        let batteries = (await served.run("get", "battery-level"), await again.run("get", "battery-level"))
        #expect(batteries.0.data == batteries.1.data)
    }

    @Test func `a file that cannot be written is an error before the camera is asked, and none remains after a failure`()
        async throws
    {
        let served = try ServedSimulator()
        let folder = try TemporaryFolder()
        let run = await served.run("report", "--output", "\(folder.path)/missing/report.json")
        #expect(run.code == .storage && !run.messages.contains("Collecting"), "\(run.messages)")
        let failed = await CommandRun.simulated("report", "--seconds", "0.01", "--output", "\(folder.path)/report.json")
        #expect(failed.code == .unavailable && folder.names().isEmpty)
    }

    @Test(arguments: personalities) func `settings of a recorded camera follow where their descriptions allow it`(
        personality: String
    ) async throws {
        let served = try ServedSimulator(personality: personality)
        served.simulator.turn(.exposureMode, to: "M")
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/report.json"
        #expect(await served.run("report", "--seconds", "0.01", "--output", path).code == .success)
        let again = try ServedRecording(try RecordingFile.read(path))
        #expect(await again.run("set", "aperture", "f/8").code == .success)
        #expect(await again.run("get", "aperture").data.contains("f/8"))
        #expect(await again.run("set", "aperture", "f/200").code == .value)
        #expect(await again.run("shoot").code != .success)
    }

    @Test func `live view is in a report on request`() async throws {
        let served = try ServedSimulator(personality: "canon-eos-r5")
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/report.json"
        #expect(await served.run("report", "--seconds", "0.01", "--frames", "2", "--output", path).code == .success)
        let frames = try RecordingFile.read(path).transcript.compactMap(\.exchange).filter { $0.code.rawValue == 0x9153 }
        #expect(frames.contains { ($0.received?.count ?? 0) > 1000 })
        let again = try ServedRecording(try RecordingFile.read(path))
        let shown = await again.run("liveview", "--frames", "1", "--output", "\(folder.path)/frames.mjpeg")
        #expect(shown.code == .success, "\(shown.messages)")
    }

    @Test(arguments: [("sony-a7-4", UInt32(0xFFFF_C002)), ("fujifilm-x-t4", 0x8000_0001)])
    func `frames that are objects are in a report on request, counted, and served again`(
        personality: String,
        object: UInt32
    ) async throws {
        let served = try ServedSimulator(personality: personality)
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/report.json"
        let run = await served.run("report", "--seconds", "0.01", "--frames", "2", "--output", path)
        #expect(run.code == .success && run.messages.contains("live view frame"), "\(run.messages)")
        let frames = try RecordingFile.read(path).transcript.compactMap(\.exchange).filter {
            $0.code == .getObject && $0.parameters[0] == object
        }
        #expect(frames.contains { bytes in (bytes.received ?? []).suffix(2) == [0xFF, 0xD9] })
        let again = try ServedRecording(try RecordingFile.read(path))
        let shown = await again.run("liveview", "--frames", "1", "--output", "\(folder.path)/frames.mjpeg")
        #expect(shown.code == .success, "\(shown.messages)")
    }

    @Test func `the handshake of PTP/IP is in a report, without identifiers and names`() async throws {
        let served = try ServedSimulator()
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/report.json"
        let run = await served.run("report", "--seconds", "0.01", "--output", path)
        #expect(run.code == .success && run.messages.contains("replaced  name"), "\(run.messages)")
        let text = String(decoding: folder.read("report.json"), as: UTF8.self)
        let report = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
        let packets = try #require(report["handshake"]?.list)
        #expect(packets.count == 4)
        // Init command request, its acknowledgement, init event request, its acknowledgement.
        let bytes = packets.compactMap { $0["sent"]?.text ?? $0["received"]?.text }
        #expect(bytes.map { $0.dropFirst(8).prefix(2) } == ["01", "02", "03", "04"])
        #expect(packets.map { $0["sent"] != nil } == [true, false, true, false])
        #expect(bytes[0].dropFirst(16).hasPrefix(String(repeating: "00", count: 16) + "7800"), "\(bytes[0])")
        #expect(bytes[1].dropFirst(24).hasPrefix(String(repeating: "00", count: 16) + "7800"), "\(bytes[1])")
        // The version 1.0 is the end.
        #expect(bytes[0].hasSuffix("000000000100") && bytes[1].hasSuffix("000000000100"))
    }

    @Test func `a report without the frames that were requested says so`() async throws {
        let served = try ServedSimulator(personality: "sony-a7-4")
        served.inject("response=0x2002@get-object*100000")
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/report.json"
        let run = await served.run("report", "--seconds", "0.01", "--frames", "1", "--output", path)
        #expect(run.messages.contains("no live view frames"), "\(run.messages)")
    }

    @Test func `a pipe is no file, and nothing waits for its other end`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/pipe"
        // SAFETY: the path is a terminated string for the time of the call.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        for option in ["--from", "--faults"] {
            let run = await CommandRun.of(["simulate", option, path] + Self.quick)
            #expect(run.code == .storage && run.messages.contains("This is not a file"), "\(run.messages)")
        }
    }

    @Test func `standard output receives the report alone`() async throws {
        let served = try ServedSimulator()
        let run = await served.run("report", "--seconds", "0.01", "--output", "-")
        #expect(run.code == .success && run.data.hasPrefix("{\n") && run.data.hasSuffix("}\n"))
        #expect(run.messages.contains("contains"))
    }

    @Test func `an existing file is not replaced`() async throws {
        let served = try ServedSimulator()
        let folder = try TemporaryFolder()
        folder.write([1], to: "report.json")
        #expect(await served.run("report", "--seconds", "0.01", "--output", "\(folder.path)/report.json").code == .storage)
        #expect(folder.read("report.json") == [1])
    }

    @Test func `a camera in this process has no report`() async {
        let run = await CommandRun.simulated("report", "--output", "-")
        #expect(run.code == .unavailable)
    }

    @Test(arguments: [("Canon EOS R5", "Canon-EOS-R5"), ("../../x", "x"), ("", "camera"), ("Z 6_2", "Z-6-2")])
    func `the file is called as the model`(model: String, name: String) {
        #expect(ReportCommand.fileName(model) == "\(name)-report.json")
    }

    // MARK: simulate --from

    private static let quick = ["--port", "0", "--seconds", "0.05"]

    private static let summary = """
        Camera summary:
        Manufacturer: Maker Inc.
        Model: Maker One
          Version: V1.02
          Serial Number: 0001
        Vendor Extension ID: 0x6 (1.0)
        Device Capabilities:
        \tFile Download, No File Deletion, No File Upload
        \tGeneric Image Capture, No Open Capture, No vendor specific capture
        Storage Devices Summary:
        Device Property Summary:
        F-Number(0x5007):(readwrite) (type=0x4) Enumeration [280,400,560] value: f/4 (400)
        """

    @Test(arguments: ["ptpip", "usb"]) func `the camera of a file is served`(transport: String) async throws {
        let folder = try TemporaryFolder()
        folder.write(Array(Self.summary.utf8), to: "summary.txt")
        let run = await CommandRun.of(
            ["simulate", "--from", "\(folder.path)/summary.txt", "--transport", transport, "--json"] + Self.quick
        )
        #expect(run.code == .success && run.objects.first?["name"]?.text == "Maker One", "\(run.messages)")
        #expect(run.objects.first?["serialNumber"]?.text == "0001")
    }

    @Test func `the camera of a summary has what the summary says`() async throws {
        let again = try ServedRecording(try RecordedCamera(Array(Self.summary.utf8)))
        #expect(await again.run("get", "aperture").data.contains("f/4"))
        #expect(await again.run("set", "aperture", "f/5.6").code == .success)
        #expect(await again.run("set", "aperture", "f/8").code == .value)
    }

    @Test func `a camera that only has files names what each command lacks`() async throws {
        let text = Self.summary.replacing("\tGeneric Image Capture, No", with: "\tNo Image Capture, No")
        let camera = try ServedRecording(try RecordedCamera(Array(text.utf8)))
        let liveView = await camera.run("liveview", "--frames", "1", "--output", "-")
        #expect(liveView.code == .unavailable && liveView.messages.contains("no live view"), "\(liveView.messages)")
        let set = await camera.run("set", "iso", "200")
        #expect(set.code == .value && set.messages.contains("no such property"), "\(set.messages)")
        let focus = await camera.run("focus", "auto")
        #expect(focus.code == .unavailable && !focus.messages.contains("take pictures"), "\(focus.messages)")
        let shot = await camera.run("shoot")
        #expect(shot.code == .unavailable && shot.messages.contains("cannot take pictures"), "\(shot.messages)")
    }

    @Test func `a file that describes no camera is an error, as are options of simulated cameras`() async throws {
        let folder = try TemporaryFolder()
        folder.write(Array("hello".utf8), to: "text")
        folder.write(Array(Self.summary.utf8), to: "summary.txt")
        let text = await CommandRun.of(["simulate", "--from", "\(folder.path)/text"] + Self.quick)
        #expect(text.code == .failure && text.messages.contains("neither a camera report"))
        #expect(await CommandRun.of(["simulate", "--from", "\(folder.path)/none"] + Self.quick).code == .storage)
        let path = "\(folder.path)/summary.txt"
        for words in [
            ["--personality", "nikon-d850"], ["--storage", folder.path], ["--fault", "focus-fails"], ["--seed", "3"],
        ] {
            #expect(await CommandRun.of(["simulate", "--from", path] + words + Self.quick).code == .usage, "\(words)")
        }
        #expect(await CommandRun.of(["simulate", "--from", path, "--fault", "probe"] + Self.quick).code == .success)
    }
}

/// The camera of a recording, served by PTP/IP on a free port of the loopback interface until this is released.
private final class ServedRecording: Sendable {
    private let responder: IPResponder

    init(_ recording: RecordedCamera) throws {
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = .recorded(recording)
        responder = IPResponder(camera: .recorded(recording), configuration: serving)
        try responder.start()
    }

    /// Runs a command with this camera.
    func run(_ words: String...) async -> CommandRun {
        let network = CommandEnvironment(
            variable: { _ in nil },
            user: nil,
            providers: { [NetworkCameraProvider(clientName: "hotshoe test")] }
        )
        let selector = "ptpip:127.0.0.1:\(responder.addresses.first!.port)"
        return await CommandRun.of(words + ["--camera", selector], in: network)
    }
}
