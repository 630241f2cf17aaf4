import FoundationEssentials
import TestSupport
import Testing

@testable import hotshoe

@Suite struct WebcamPlanTests {
    private static let program = "/usr/libexec/hotshoe/hotshoe-webcam"

    private static func places(_ devices: [(String, Bool)] = [], pipeWire: Bool = false, program: String? = program)
        -> WebcamPlaces
    {
        let devices = devices.map { WebcamPlaces.Device(path: $0.0, isWritable: $0.1) }
        return WebcamPlaces(devices: devices, hasPipeWire: pipeWire, program: program)
    }

    private static func request(_ kind: WebcamPlan.Kind?, device: String? = nil) -> WebcamPlan.Request {
        var request = WebcamPlan.Request()
        (request.kind, request.device) = (kind, device)
        return request
    }

    private static func failure(_ request: WebcamPlan.Request, _ places: WebcamPlaces) -> CommandFailure? {
        do throws(CommandFailure) {
            _ = try WebcamPlan(request, places)
            return nil
        } catch { return error }
    }

    @Test func `a device that can be written is preferred, then PipeWire`() throws {
        let both = Self.places([("/dev/video3", false), ("/dev/video9", true)], pipeWire: true)
        let plan = try WebcamPlan(Self.request(.auto), both)
        #expect(plan.device == "/dev/video9" && !plan.usesPipeWire)
        let denied = try WebcamPlan(Self.request(.auto), Self.places([("/dev/video3", false)], pipeWire: true))
        #expect(denied.device == nil && denied.usesPipeWire)
        let none = try WebcamPlan(Self.request(.auto), Self.places(pipeWire: true))
        #expect(none.device == nil && none.usesPipeWire)
    }

    @Test func `a requested place is used, also if the other one is there`() throws {
        let both = Self.places([("/dev/video9", true), ("/dev/video10", true)], pipeWire: true)
        #expect(try WebcamPlan(Self.request(.pipewire), both).usesPipeWire)
        #expect(try WebcamPlan(Self.request(.v4l2), both).device == "/dev/video9")
        #expect(try WebcamPlan(Self.request(.v4l2, device: "/dev/video10"), both).device == "/dev/video10")
        #expect(try WebcamPlan(Self.request(.auto, device: "/dev/video10"), both).device == "/dev/video10")
    }

    @Test func `streams alone need neither`() throws {
        var request = Self.request(nil)
        request.hls = "/tmp/live"
        let plan = try WebcamPlan(request, Self.places())
        #expect(plan.device == nil && !plan.usesPipeWire)
        #expect(plan.arguments(name: "R5") == ["--rate=30.0", "--hls=/tmp/live"])
    }

    @Test func `what is missing is one sentence that names the package or the command`() throws {
        let program = Self.failure(Self.request(.auto), Self.places(pipeWire: true, program: nil))
        #expect(program?.message?.contains("install the package hotshoe-webcam") == true)
        let neither = Self.failure(Self.request(.auto), Self.places())
        #expect(neither?.message?.contains("modprobe v4l2loopback") == true && neither?.message?.contains("pipewire") == true)
        let module = Self.failure(Self.request(.v4l2), Self.places(pipeWire: true))
        #expect(module?.message?.contains("modprobe v4l2loopback") == true && module?.message?.contains("pipewire") == false)
        let daemon = Self.failure(Self.request(.pipewire), Self.places([("/dev/video9", true)]))
        #expect(daemon?.message?.contains("wireplumber") == true && daemon?.message?.contains("v4l2") == false)
        for failure in [program, neither, module, daemon] {
            #expect(failure?.code == .failure)
            #expect(failure?.message?.split(separator: ".").count { $0.hasPrefix(" ") } == 0, "one sentence")
        }
    }

    @Test func `a device without permission, and one that is no loopback, are reported with their paths`() throws {
        let denied = Self.failure(Self.request(.v4l2), Self.places([("/dev/video9", false)]))
        #expect(denied?.code == .permission && denied?.subject == "/dev/video9")
        #expect(denied?.message?.contains("usermod -aG video") == true)
        #expect(Self.failure(Self.request(.auto), Self.places([("/dev/video9", false)])) == denied)
        let other = Self.failure(Self.request(.v4l2, device: "/dev/video0"), Self.places([("/dev/video9", true)]))
        #expect(other?.code == .storage && other?.message?.contains("There is /dev/video9.") == true)
    }

    @Test func `the arguments have all outputs`() throws {
        var request = Self.request(.pipewire)
        (request.rtsp, request.rate, request.size) = (ServerAddress("[::1]:8554"), 25, "1280x720")
        let plan = try WebcamPlan(request, Self.places(pipeWire: true))
        #expect(
            plan.arguments(name: "EOS R5") == ["--rate=25.0", "--size=1280x720", "--pipewire=EOS R5", "--rtsp=[::1]:8554"]
        )
    }

    @Test(
        arguments: [
            ("8554", "127.0.0.1:8554", true), ("0.0.0.0:8554", "0.0.0.0:8554", false), ("[::1]:80", "[::1]:80", true),
            ("[::]:80", "[::]:80", false), ("studio:8554", "studio:8554", false), ("localhost:1", "localhost:1", true),
            ("127.0.0.2:9", "127.0.0.2:9", true), ("127.example:9", "127.example:9", false),
        ] as [(String, String, Bool)]
    ) func `an address has a port, and perhaps a host`(text: String, expected: String, isLocal: Bool) {
        let address = ServerAddress(text)
        #expect(address?.text == expected)
        #expect(address?.isLocal == isLocal)
    }

    @Test func `a password is needed where others reach the stream, and one that is given is used`() {
        let (local, open) = (ServerAddress("8554"), ServerAddress("0.0.0.0:8554"))
        #expect(RTSPPassword(for: nil, given: "x") == nil)
        #expect(RTSPPassword(for: local, given: nil) == nil)
        #expect(RTSPPassword(for: local, given: "") == nil)
        #expect(RTSPPassword(for: local, given: "secret")?.text == "secret")
        #expect(RTSPPassword(for: open, given: "secret")?.isMade == false)
        let made = RTSPPassword(for: open, given: "")
        #expect(made?.isMade == true && made?.text.count == 16)
        #expect(made != RTSPPassword(for: open, given: nil))
    }

    @Test(arguments: [
        "", "x", "0", "65536", ":80", "a:", "a:b", "::1:80", "[]:80", "[a]:80", "-1", "host:0", "80 ", "256.1.1.1:8554",
        "1.2.3:80", "1:80",
    ])
    func `other texts are no address`(text: String) { #expect(ServerAddress(text) == nil) }

    @Test func `devices of v4l2loopback are those with its attribute, by their numbers`() throws {
        let root = try TemporaryFolder()
        let folder = "sys/devices/virtual/video4linux"
        for name in ["video10/max_openers", "video9/max_openers", "video3/name", "radio0/max_openers"] {
            let device = name.split(separator: "/")[0]
            try FileManager.default.createDirectory(
                atPath: "\(root.path)/\(folder)/\(device)",
                withIntermediateDirectories: true
            )
            root.write([], to: "\(folder)/\(name)")
        }
        try FileManager.default.createDirectory(atPath: root.path + "/dev", withIntermediateDirectories: false)
        root.write([], to: "dev/video10")
        let places = WebcamPlaces.found({ _ in nil }, root: root.path)
        #expect(places.devices.map(\.path) == ["/dev/video9", "/dev/video10"])
        #expect(places.devices.map(\.isWritable) == [false, true])
    }

    @Test func `PipeWire is where its socket is`() throws {
        let folder = try TemporaryFolder()
        func isFound(_ variables: [String: String]) -> Bool { WebcamPlaces.found({ variables[$0] }, root: "/none").hasPipeWire }
        #expect(!isFound([:]))
        #expect(!isFound(["XDG_RUNTIME_DIR": folder.path]))
        folder.write([], to: "pipewire-0")
        folder.write([], to: "other")
        #expect(isFound(["XDG_RUNTIME_DIR": folder.path]))
        #expect(isFound(["XDG_RUNTIME_DIR": "/none", "PIPEWIRE_RUNTIME_DIR": folder.path]))
        #expect(isFound(["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "other"]))
        #expect(!isFound(["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "third"]))
        #expect(isFound(["PIPEWIRE_REMOTE": folder.path + "/other"]))
    }
}
