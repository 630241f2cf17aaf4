import HotShoe
import HotShoeServer
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

@Suite(.timeLimit(.minutes(3))) struct RigCommandTests {
    /// A file with three simulated cameras.
    private static func file(_ folder: TemporaryFolder, _ settings: String = "") -> String {
        written(
            "studio.rig",
            in: folder,
            """
            name = studio
            [left]
            camera = sim:SIM-0001
            [right]
            camera = sim:SIM-0002
            release-lag = 30 ms
            [top 3]
            camera = sim:SIM-0003
            \(settings)
            """
        )
    }

    private static func written(_ name: String, in folder: TemporaryFolder, _ text: String) -> String {
        folder.write(Array(text.utf8), to: name)
        return "\(folder.path)/\(name)"
    }

    private static func run(_ words: String..., options: [String] = Array(CommandRun.small.dropFirst())) async -> CommandRun {
        await CommandRun.of(["rig"] + words + options)
    }

    @Test func `status has a line for each camera`() async throws {
        let folder = try TemporaryFolder()
        let run = await Self.run(Self.file(folder), "status", "--json")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.objects.map { $0["role"]?.text } == ["left", "right", "top 3"])
        #expect(run.objects.map { $0["serialNumber"]?.text } == ["SIM-0001", "SIM-0002", "SIM-0003"])
        #expect(run.objects.allSatisfy { $0["ready"] == .boolean(true) && $0["exposureMode"]?.text != nil })
        let table = await Self.run(Self.file(folder), "status")
        #expect(table.lines.count == 4)
        #expect(table.lines[2].contains("right") && table.lines[2].contains("this one"))
    }

    @Test func `settings of the command line and of the file are set on all cameras, or on none`() async throws {
        let folder = try TemporaryFolder()
        let file = Self.file(folder, "[all]\nset iso = 400\n[corner]\ncamera = sim:SIM-0004\nset iso = 800")
        let set = await Self.run(file, "set", "--json")
        #expect(set.code == .success, "\(set.messages)")
        #expect(set.objects.map { $0["role"]?.text } == ["left", "right", "top 3", "corner"])
        #expect(set.objects.map { $0["value"]?.text } == ["ISO 400", "ISO 400", "ISO 400", "ISO 800"])
        let given = await Self.run(file, "set", "aperture=f/8", "top 3:aperture=f/4", "--json")
        #expect(given.objects.map { $0["value"]?.text } == ["f/8", "f/8", "f/4", "f/8"], "\(given.messages)")
        let refused = await Self.run(file, "set", "iso=400", "right:aperture=f/99")
        #expect(refused.code == .value)
        #expect(refused.messages.contains("1 of 4 cameras do not accept the settings now."))
        #expect(refused.messages.contains("right: aperture:"))
        #expect(refused.data.isEmpty)
        let role = await Self.run(file, "set", "middle:iso=400")
        #expect(role.code == .usage)
        #expect(role.messages.contains("The rig has no such role. It has left, right, top 3 and corner."))
    }

    @Test func `rounds are copied with the names of the roles`() async throws {
        let folder = try TemporaryFolder()
        let pictures = folder.path + "/pictures"
        let run = await Self.run(Self.file(folder), "fire", "--count", "2", "--arm", "--download", pictures, "--json")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.objects.count == 6)
        #expect(run.messages.contains("6 of 6 pictures in 2 rounds, 6 files copied."))
        let names = folder.names(in: "pictures")
        let expected = ["0001-left.JPG", "0001-right.JPG", "0001-top 3.JPG", "0002-left.JPG", "0002-right.JPG", "0002-top 3.JPG"]
        #expect(names == expected)
        #expect(
            Set(run.objects.flatMap { $0["paths"]?.list ?? [] }.compactMap(\.text)) == Set(expected.map { "\(pictures)/\($0)" })
        )
    }

    @Test func `what is missing is named, and is not a success`() async throws {
        let folder = try TemporaryFolder()
        let fault = Array(CommandRun.small.dropFirst()) + ["--fault", "fail=focus-failed@shoot*1"]
        let run = await Self.run(Self.file(folder), "fire", "--count", "2", options: fault)
        #expect(run.code == .incomplete)
        #expect(run.messages.contains("3 of 6 pictures in 2 rounds."))
        #expect(run.messages.contains("Missing: left of round 1, right of round 1, top 3 of round 1."))
    }

    @Test func `cameras of two servers release at a time`() async throws {
        let folder = try TemporaryFolder()
        let (first, second) = (try await ServedRigCamera(1), try await ServedRigCamera(2))
        let file = Self.written(
            "two.rig",
            in: folder,
            "[a]\ncamera = \(first.server.url)SIM-0001\n[b]\ncamera = \(second.server.url)SIM-0002"
        )
        var environment = CommandEnvironment.empty
        environment.providers = { [RemoteCameraProvider()] }
        let words = ["rig", file, "fire", "--lead", "0.3", "--any-clock", "--download", folder.path, "--json"]
        let run = await CommandRun.of(words, in: environment)
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.objects.map { $0["role"]?.text } == ["a", "b"])
        let status = await CommandRun.of(["rig", file, "status", "--json"], in: environment)
        #expect(
            status.objects.allSatisfy { $0["clockSynchronized"] != nil && $0["clockSynchronized"] != .null },
            "\(status.data)"
        )
        // The clock of this machine decides whether a limit of no error at all is kept: never.
        let exact = await CommandRun.of(["rig", file, "fire", "--lead", "0.3", "--clock-limit", "0"], in: environment)
        #expect(exact.code == .incomplete)
        #expect(exact.messages.contains("The clock of the computer with the camera"))
        await first.stop()
        await second.stop()
    }

    @Test(
        arguments: [
            (["fire", "iso=400"], "takes no settings"), (["status", "--count", "2"], "has no meaning with status"),
            (["tether"], "--download is missing"), (["fire", "--clock-limit", "1"], "needs --lead"),
            (["fire", "--arm", "--autofocus"], "contradicts --autofocus"),
            (["fire", "--pattern", "{role}{ext}"], "needs --download"),
            (["tether", "--download", "x", "--pattern", "{round}{ext}"], "which tethering does not count"),
            (["set"], "has nothing to set"), (["status", "--camera", "sim"], "the cameras of a rig are in its file"),
        ]
    ) func `what has no meaning is refused`(words: [String], message: String) async throws {
        let folder = try TemporaryFolder()
        let run = await CommandRun.of(["rig", Self.file(folder)] + words)
        #expect(run.code == .usage)
        #expect(run.messages.contains(message), "\(run.messages)")
    }

    @Test func `a file that is wrong, or missing, is named with its line`() async throws {
        let folder = try TemporaryFolder()
        let missing = await CommandRun.of(["rig", folder.path + "/none", "status"])
        #expect(missing.code == .storage)
        let wrong = await CommandRun.of(["rig", Self.written("a", in: folder, "[left]\nkamera = x"), "status"])
        #expect(wrong.code == .usage)
        #expect(wrong.messages.contains("Line 2: \"kamera\" is unknown."))
        let selector = await CommandRun.of(["rig", Self.written("b", in: folder, "[left]\ncamera = usb:x"), "status"])
        #expect(selector.messages.contains("The camera of [left] is not usb:BUS-ADDRESS"), "\(selector.messages)")
        let several = Self.written("c", in: folder, "[left]\ncamera = sim:SIM-0001\n[right]\ncamera = sim:SIM-0001")
        let twice = await CommandRun.of(["rig", several, "status"])
        #expect(twice.code == .usage)
        #expect(twice.messages.contains("The camera of \"right\" has another role as well."))
    }
}

/// A server with one simulated camera.
private struct ServedRigCamera {
    let server: HotShoeServer
    private let discovery: CameraDiscovery

    init(_ number: Int) async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 96, height: 64)
        configuration.serialNumber = "SIM-000\(number)"
        discovery = CameraDiscovery(
            clientName: "tests",
            providers: [SimulatedCameraProvider([CameraSimulator(configuration)])]
        )
        discovery.start()
        _ = try await discovery.first(timeout: waitLimit)
        server = try HotShoeServer(discovery)
    }

    func stop() async {
        await server.stop()
        discovery.stop()
    }
}
