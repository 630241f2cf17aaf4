import CameraModel
import HotShoe
import HotShoeSupport
import IPTransport
import PTPResponder
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import hotshoe

/// Commands with a camera whose connection can be lost.
@Suite(.timeLimit(.minutes(5))) struct ServedCameraTests {
    /// A served camera, which the command line reaches by its address.
    private static func responder(_ address: SocketAddress, _ faults: [ResponderFault] = []) throws -> IPResponder {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 32, height: 16)
        var serving = IPResponder.Configuration(addresses: [address])
        serving.faults = faults
        let responder = IPResponder(camera: CameraSimulator(configuration).makeCamera(), configuration: serving)
        try responder.start()
        return responder
    }

    private static let network: CommandEnvironment = {
        var environment = CommandEnvironment.empty
        environment.providers = { [NetworkCameraProvider(clientName: "tests")] }
        return environment
    }()

    private static func run(
        _ words: [String],
        _ port: UInt16,
        recorded: RecordedOutput = RecordedOutput()
    ) async -> CommandRun {
        await CommandRun.of(words + ["--camera", "ptpip:127.0.0.1:\(port)"], in: network, recorded: recorded)
    }

    @Test func `a series continues when its camera returns, and counts the missed pictures`() async throws {
        let first = try Self.responder(.loopback(port: 0))
        let port = try #require(first.addresses.first).port
        let recorded = RecordedOutput()
        let series = Task { await Self.run(["shoot", "--count", "100", "--interval", "0.05"], port, recorded: recorded) }
        try await until("the first picture is taken") { recorded.data.text.contains("1/100") }
        await first.stop()
        try await until("the series connects again") { recorded.messages.text.contains("Connecting again") }
        let second = try Self.responder(.loopback(port: port))
        let result = await series.value
        #expect(result.code == .incomplete || result.messages.contains(" 0 missed in"), "\(result.messages)")
        #expect(result.messages.contains("Connected again;"))
        #expect(result.messages.contains(" s without the camera."))
        await second.stop()
    }

    @Test(arguments: ["nikon-z6-2", "canon-eos-r5"])
    func `all exposures of a bracket are copied, for each release`(_ name: String) async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 32, height: 16)
        let simulator = CameraSimulator(configuration)
        let camera = simulator.makeCamera()
        try await camera.connect()
        try await camera.bracketing.set(true)
        await camera.disconnect()
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = try #require(Personality.named(name))
        let responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
        try responder.start()
        let port = try #require(responder.addresses.first).port
        let folder = try TemporaryFolder()
        let result = await Self.run(["shoot", "--count", "2", "--download", folder.path], port)
        #expect(result.code == .success, "\(result.messages)")
        #expect(folder.names().count == 6, "\(folder.names())")
        #expect(result.messages.contains("6 pictures taken with 2 releases"))
        await responder.stop()
    }

    @Test func `a camera at an address is listed, described and examined by its model`() async throws {
        let responder = try Self.responder(.loopback(port: 0))
        let port = try #require(responder.addresses.first).port
        let listed = await Self.run(["list", "--json"], port)
        #expect(listed.code == .success, "\(listed.messages)")
        #expect(listed.objects.map { $0["name"]?.text } == ["Simulated Camera"])
        #expect(listed.objects.map { $0["serialNumber"]?.text } == ["SIM-0001"])
        #expect(await Self.run(["info"], port).lines.first?.hasSuffix("  Simulated Camera") == true)
        let examined = await Self.run(["doctor"], port)
        #expect(examined.code == .success, "\(examined.data)")
        #expect(examined.data.contains("Simulated Camera answers at 127.0.0.1:\(port)"))
        await responder.stop()
    }

    @Test func `a camera at an address has the family of its maker`() async throws {
        for (body, family) in [("fujifilm-x-t4", "fujifilm"), ("sony-a7-4", "sony"), ("generic", "generic")] {
            let served = try ServedSimulator(personality: body)
            let run = await served.run("info", "--json")
            #expect(run.objects.first?["camera"]?["family"]?.text == family, "\(run.data)")
        }
    }

    @Test func `the advice for an address where nothing answers names that address`() async {
        for (address, selector) in [("fujifilm:127.0.0.1:1", "fujifilm:127.0.0.1:1"), ("127.0.0.1:1", "ptpip:127.0.0.1:1")] {
            let run = await CommandRun.of(["info", "--camera", address], in: Self.network)
            #expect(run.messages.contains("Try `hotshoe doctor -c \(selector)`."), "\(run.messages)")
        }
    }

    @Test func `a second program reads the camera's holder, and the first one keeps it`() async throws {
        let responder = try Self.responder(.loopback(port: 0))
        let address = try #require(responder.addresses.first)
        // Another program would write its process ID; this process's own claim is waited for.
        let lock = try CameraLock.claim(address)
        let result = await Self.run(["get", "aperture"], address.port)
        #expect(result.code == .connection)
        #expect(result.messages.contains("claimed by "))
        lock.release()
        #expect(await Self.run(["get", "aperture"], address.port).code == .success)
        await responder.stop()
    }
}
