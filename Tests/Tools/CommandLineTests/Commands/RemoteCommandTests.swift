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

        func run(_ words: String..., camera: String = "") async -> CommandRun { await run(words, camera: camera) }

        func run(_ words: [String], camera: String = "") async -> CommandRun {
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

    @Test func `two programs that take pictures at the same time copy their own`() async throws {
        let rig = try await Rig()
        let folders = [try TemporaryFolder(), try TemporaryFolder()]
        async let first = rig.run("shoot", "--count", "8", "--download", folders[0].path)
        async let second = rig.run("shoot", "--count", "8", "--download", folders[1].path)
        for run in await [first, second] {
            #expect(run.code == .success, "\(run.messages)")
            #expect(run.messages.contains("8 pictures taken."), "\(run.messages)")
        }
        let names = folders.map { $0.names() }
        #expect(names.map(\.count) == [8, 8])
        #expect(Set(names[0] + names[1]).count == 16)
        await rig.stop()
    }

    @Test func `a program beside one that takes pictures without a pause copies its own, and ends`() async throws {
        let rig = try await Rig()
        let folder = try TemporaryFolder()
        let other = Task {
            var count = 0
            while !Task.isCancelled {
                if await rig.run("shoot", "--count", "3").code == .success { count += 3 }
            }
            return count
        }
        let run = await rig.run("shoot", "--count", "4", "--download", folder.path)
        other.cancel()
        #expect(run.code == .success && run.messages.contains("4 pictures taken."), "\(run.messages)")
        #expect(folder.names().count == 4)
        _ = await other.value
        await rig.stop()
    }

    @Test func `a server that only reads is named as the reason why nothing is set and no picture is taken`() async throws {
        let rig = try await Rig { $0.isReadOnly = true }
        for words in [["set", "iso", "400"], ["shoot"]] {
            let run = await rig.run(words)
            #expect(run.code == .unavailable)
            #expect(run.messages.contains("The server only reads: it was started with --read-only."), "\(run.messages)")
        }
        await rig.stop()
    }

    @Test func `a report of a camera behind a server is refused before anything is collected`() async throws {
        let rig = try await Rig()
        let run = await rig.run("report", "--output", "-")
        #expect(run.code == .unavailable)
        #expect(!run.messages.contains("Collecting"))
        await rig.stop()
    }

    @Test func `an address at which nothing answers is named, with the exit code of connections`() async throws {
        var environment = CommandEnvironment.empty
        environment.providers = { [RemoteCameraProvider()] }
        let silent = await CommandRun.of(["info", "--camera", "http://127.0.0.1:1/x"], in: environment)
        #expect(silent.code == .connection)
        #expect(silent.messages.contains("No server answers at http://127.0.0.1:1. Is `hotshoe serve` running there?"))
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
