import ArgumentParsing
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

    private var network: CommandEnvironment {
        CommandEnvironment(
            variable: { _ in nil },
            user: nil,
            providers: { [NetworkCameraProvider(clientName: "hotshoe test")] }
        )
    }

    /// Runs a command with this camera.
    func run(_ words: [String], recorded: RecordedOutput = RecordedOutput()) async -> CommandRun {
        await CommandRun.of(words + ["--camera", selector], in: network, recorded: recorded)
    }

    /// Connects, and calls `body` with a function that runs commands in this one connection, as the shell does.
    func withConnection<Result: Sendable>(
        _ body: (@escaping @Sendable ([String]) async -> CommandRun) async throws -> Result
    ) async throws -> Result {
        let network = network
        let words = ["get", "--camera", selector]
        let open = try await OpenCamera(Self.context(words, RecordedOutput().output, network, nil).context)
        let result = try await body { words in
            let recorded = RecordedOutput()
            var code = ExitCode.success
            do {
                let (context, body) = try await Self.context(words, recorded.output, network, open)
                try await body(context)
            } catch {
                let failure = CommandFailure(error)
                code = failure.code
                if let text = failure.text { recorded.output.warn(text) }
            }
            return CommandRun(code: code, data: recorded.data.text, messages: recorded.messages.text)
        }
        await open.disconnect()
        return result
    }

    private static func context(
        _ words: [String],
        _ output: Output,
        _ environment: CommandEnvironment,
        _ open: OpenCamera?
    ) async throws -> (context: CommandContext, body: @Sendable (CommandContext) async throws -> Void) {
        let table = HotShoeCommand.table
        guard case .run(let path, let arguments) = try ArgumentParser(table.syntax).parse(words),
            let command = table.command(at: path), case .run(let body) = command.body
        else { throw CommandFailure(.usage, nil, "not a command: \(words)") }
        guard let open else { return (try CommandContext.of(command, table, arguments, output, environment), body) }
        let context = CommandContext(
            table: table,
            arguments: arguments,
            output: output,
            environment: environment,
            openCamera: open,
            isAction: command.isAction
        )
        return (context, body)
    }

    /// Runs `body` while a photographer presses the shutter button, four times a second: a body that is busy or full takes no picture then.
    func whilePhotographing<Result: Sendable>(_ body: () async -> Result) async -> Result {
        let photographer = Task { [simulator] in
            while !Task.isCancelled {
                simulator.pressShutterButton()
                await SystemClock.shared.sleep(for: .milliseconds(250))
            }
        }
        let result = await body()
        photographer.cancel()
        await photographer.value
        await responder.stop()
        return result
    }
}
