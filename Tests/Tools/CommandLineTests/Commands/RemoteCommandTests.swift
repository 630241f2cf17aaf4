import HotShoe
import HotShoeServer
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Commands with a camera that a server has.
@Suite(.timeLimit(.minutes(3))) struct RemoteCommandTests {
    /// A server with a simulated camera, and commands for its address.
    private struct Rig {
        let server: HotShoeServer
        private let discovery: CameraDiscovery

        init(_ change: (inout HotShoeServer.Options) -> Void = { _ in }) async throws {
            var configuration = CameraSimulator.Configuration()
            configuration.speed = .instant
            configuration.pictureSize = PixelSize(width: 96, height: 64)
            configuration.liveViewSize = PixelSize(width: 96, height: 64)
            configuration.cards[0].samplePictures = 2
            configuration.serialNumber = "SIM-0001"
            discovery = CameraDiscovery(
                clientName: "tests",
                providers: [SimulatedCameraProvider([CameraSimulator(configuration)])]
            )
            discovery.start()
            _ = try await discovery.first(timeout: waitLimit)
            var options = HotShoeServer.Options()
            change(&options)
            server = try HotShoeServer(discovery, options)
        }

        func run(_ words: String..., camera: String = "") async -> CommandRun {
            var environment = CommandEnvironment.empty
            environment.providers = { [RemoteCameraProvider()] }
            return await CommandRun.of(words + ["--camera", server.url + camera], in: environment)
        }

        func stop() async {
            await server.stop()
            discovery.stop()
        }
    }

    @Test func `a camera of a server is listed, set, and takes pictures that are copied`() async throws {
        let rig = try await Rig()
        #expect(await rig.run("list", "--json").objects.map { $0["serialNumber"]?.text } == ["SIM-0001"])
        let set = await rig.run("set", "iso", "800")
        #expect(set.code == .success, "\(set.messages)")
        #expect(await rig.run("get", "iso", "--json").objects.first?["number"] == .number(800))
        let folder = try TemporaryFolder()
        let shot = await rig.run("shoot", "--count", "2", "--download", folder.path, camera: "SIM-0001")
        #expect(shot.code == .success, "\(shot.messages)")
        #expect(folder.names().count == 2)
        #expect(await rig.run("files", "--json").objects.count == 4)
        let frames = await rig.run("liveview", "--frames", "3", "--save", folder.path)
        #expect(frames.code == .success, "\(frames.messages)")
        #expect(folder.names().count == 5)
        await rig.stop()
    }

    @Test func `a camera that the server does not have is named with the way to find others`() async throws {
        let rig = try await Rig()
        let run = await rig.run("info", camera: "R5")
        #expect(run.code == .noCamera, "\(run.code) \(run.messages)")
        #expect(run.messages.contains("The server has no camera R5 now."))
        await rig.stop()
    }

    @Test func `what the server does not permit is refused before a picture is taken`() async throws {
        let rig = try await Rig { $0.allowsDeletion = false }
        let folder = try TemporaryFolder()
        let run = await rig.run("shoot", "--download", folder.path, "--delete")
        #expect(run.code != .success)
        #expect(folder.names().isEmpty)
        #expect(await rig.run("files", "--json").objects.count == 2)
        await rig.stop()
    }
}
