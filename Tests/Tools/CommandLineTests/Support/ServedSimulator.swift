import CameraModel
import HotShoe
import HotShoeSupport
import PTPResponder
import SimulatedCamera
import Sockets

@testable import hotshoe

/// A simulated camera that is served by PTP/IP on a free port of the loopback interface until this is released.
final class ServedSimulator: Sendable {
    let simulator: CameraSimulator
    private let camera: Camera
    private let responder: IPResponder
    private let port: UInt16

    init(
        personality: String = "generic",
        samplePictures: Int = 0,
        _ adjust: (inout CameraSimulator.Configuration) -> Void = { _ in }
    ) throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 96, height: 64)
        configuration.cards[0].samplePictures = samplePictures
        adjust(&configuration)
        simulator = CameraSimulator(configuration)
        camera = simulator.makeCamera()
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = Personality.named(personality)!
        responder = IPResponder(camera: camera, configuration: serving)
        try responder.start()
        port = responder.addresses.first!.port
    }

    /// Whether the camera records video.
    var isRecording: Bool { camera.recording.isRecording }

    /// Injects a fault on the wire, written as for `--fault`.
    func inject(_ fault: String) { responder.inject(ResponderFault(fault)!) }

    /// Runs a command with this camera.
    func run(_ words: String..., recorded: RecordedOutput = RecordedOutput()) async -> CommandRun {
        await run(words, recorded: recorded)
    }

    /// The address for `--camera`.
    var selector: String { "ptpip:127.0.0.1:\(port)" }

    /// Runs a command with this camera.
    func run(_ words: [String], recorded: RecordedOutput = RecordedOutput()) async -> CommandRun {
        let network = CommandEnvironment(
            variable: { _ in nil },
            user: nil,
            providers: { [NetworkCameraProvider(clientName: "hotshoe test")] }
        )
        return await CommandRun.of(words + ["--camera", selector], in: network, recorded: recorded)
    }

    /// A change for bodies that a photographer uses: without it pictures would follow each other as fast as the machine can take them,
    /// by thousands before a client has connected.
    static let atHumanPace: @Sendable (inout CameraSimulator.Configuration) -> Void = { $0.speed.writing = .milliseconds(150) }

    /// Runs `body` while a photographer presses the shutter button, again as soon as each picture is on the card.
    func whilePhotographing<Result: Sendable>(_ body: () async -> Result) async -> Result {
        let events = camera.events
        let photographer = Task { [simulator] in
            for await event in events {
                switch event {
                case .connection(.connected), .itemAdded: simulator.pressShutterButton()
                default: break
                }
            }
        }
        let result = await body()
        photographer.cancel()
        await photographer.value
        await responder.stop()
        return result
    }
}
