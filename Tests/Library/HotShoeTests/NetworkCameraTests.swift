import HotShoeSupport
import PTP
import PTPResponder
import ServiceDiscovery
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import HotShoe

/// Network cameras that change their address, share an identity, or refuse connections.
@Suite("Network cameras", .timeLimit(.minutes(5)))
struct NetworkCameraTests {
    /// A simulated camera at an address of this machine.
    private struct Body {
        let simulator: CameraSimulator
        let responder: IPResponder
        let address: SocketAddress

        init(_ serialNumber: String, on host: UInt8 = 1, faults: [String] = []) throws {
            var configuration = CameraSimulator.Configuration(serialNumber: serialNumber)
            configuration.speed = .instant
            configuration.pictureSize = PixelSize(width: 96, height: 64)
            simulator = CameraSimulator(configuration)
            var serving = IPResponder.Configuration(addresses: [SocketAddress(bytes: [127, 0, 0, host], port: 0)!])
            serving.faults = faults.compactMap { ResponderFault($0) }
            responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
            try responder.start()
            address = try #require(responder.addresses.first)
        }

        func announcement(_ name: String, guid: String, serialNumber: String = "1") -> AnnouncedCameras.Announcement {
            .init(name: name, address: address, text: ["guid=\(guid)", "seq=\(serialNumber)", "model=Simulated"])
        }
    }

    private static let guid = "00000000-0000-0000-0000-000000000001"
    private static let otherGUID = "00000000-0000-0000-0000-000000000002"
    private static let timeout = waitLimit

    /// Connects with an authentication handler that ignores requests, so that a slow computer has enough time.
    private func connect(_ camera: Camera) async throws { try await camera.connect { _ in } }

    private func discovery(_ network: AnnouncedCameras) -> CameraDiscovery {
        let provider = NetworkCameraProvider(clientName: "Tests", time: SystemClock.shared) {
            ServiceBrowser(type: ServiceType("_ptp._tcp")!, functions: network)
        }
        return CameraDiscovery(clientName: "Tests", providers: [provider])
    }

    @Test("a camera that reappears at another address is the same object, and is connected there", arguments: [false, true])
    func moves(sendsGoodbye: Bool) async throws {
        let network = AnnouncedCameras()
        let first = try Body("A", on: 1)
        network.announce(first.announcement("Cam", guid: Self.guid))
        let discovery = discovery(network)
        let camera = try await discovery.first(timeout: Self.timeout)
        try await connect(camera)
        let states = camera.connectionStates
        await first.responder.stop()
        for await state in states where !state.isConnected { break }

        let second = try Body("A", on: 2)
        #expect(second.address.host != first.address.host)
        if sendsGoodbye {
            for await change in discovery.changes {
                // Only after this stream has received the camera, as a new observer does not receive earlier losses.
                if case .found = change { network.withdraw("Cam") }
                if case .lost = change { break }
            }
        }
        // A later announcement of another camera shows when the first one was processed.
        network.announce(second.announcement("Cam", guid: Self.guid))
        network.announce(second.announcement("Zoo", guid: Self.otherGUID))
        let last = try await discovery.first(timeout: Self.timeout) { $0.displayName == "Zoo" }
        let again = try await discovery.first(timeout: Self.timeout) { $0.displayName == "Cam" }
        #expect(again === camera && last !== camera)
        try await connect(camera)
        #expect(second.responder.isServing)
        #expect(camera.info?.serialNumber == "A")
        await camera.disconnect()
        await second.responder.stop()
        discovery.stop()
    }

    @Test("a camera that is announced with port 0 is none")
    func portZero() throws {
        var sightings = NetworkSightings()
        let identity = Service.Identity(name: "Cam", type: "_ptp._tcp", domain: "local", interface: 1)
        func service(port: UInt16) -> Service {
            Service(
                identity: identity,
                host: "cam.local",
                port: port,
                addresses: [HostAddress(v4: [192, 0, 2, 1])!],
                text: TXTRecord()
            )
        }
        #expect(sightings.apply(.found(service(port: 0))).isEmpty)
        #expect(sightings.apply(.updated(service(port: 15740))).count == 1)
        let lost = sightings.apply(.updated(service(port: 0)))
        guard case .lost? = lost.first, lost.count == 1 else {
            Issue.record("it is still shown")
            return
        }
    }

    @Test("two cameras with the same serial number are two, if their GUIDs differ")
    func sameSerial() async throws {
        let network = AnnouncedCameras()
        let (first, second) = (try Body("A"), try Body("A"))
        network.announce(first.announcement("One", guid: Self.guid))
        network.announce(second.announcement("Two", guid: Self.otherGUID))
        let discovery = discovery(network)
        let one = try await discovery.first(timeout: Self.timeout) { $0.displayName == "One" }
        let two = try await discovery.first(timeout: Self.timeout) { $0.displayName == "Two" }
        #expect(one !== two && one.description.serialNumber == two.description.serialNumber)
        try await connect(one)
        try await connect(two)
        #expect(first.responder.isServing && second.responder.isServing)
        await one.disconnect()
        await two.disconnect()
        await first.responder.stop()
        await second.responder.stop()
        discovery.stop()
    }

    @Test("a service that announces another camera's GUID is another address of it, and blocks no connection to the camera")
    func sameGUID() async throws {
        let network = AnnouncedCameras()
        let real = try Body("A")
        // No camera uses this port. A port that was free before may be used by another test now.
        let nowhere = SocketAddress.loopback(port: 1)
        network.announce(real.announcement("Real", guid: Self.guid))
        network.announce(.init(name: "Fake", address: nowhere, text: ["guid=\(Self.guid)"]))
        network.announce(real.announcement("Zoo", guid: Self.otherGUID))
        let discovery = discovery(network)
        _ = try await discovery.first(timeout: Self.timeout) { $0.displayName == "Zoo" }
        await discovery.waitForFirstSearch(timeout: Self.timeout)
        #expect(discovery.cameras.count == 2)
        let camera = try #require(discovery.cameras.first { $0.displayName != "Zoo" })
        try await connect(camera)
        #expect(camera.info?.serialNumber == "A")
        await camera.disconnect()
        await real.responder.stop()
        discovery.stop()
    }

    @Test("a GUID that is none is no name for a camera", arguments: ["", "0", "zz", String(repeating: "0", count: 200)])
    func wrongGUID(_ guid: String) async throws {
        let network = AnnouncedCameras()
        let body = try Body("A")
        network.announce(body.announcement("Cam", guid: guid))
        let discovery = discovery(network)
        let camera = try await discovery.first(timeout: Self.timeout)
        #expect(!camera.identifier.text.contains(guid) || guid.utf8.count < 3)
        try await connect(camera)
        await camera.disconnect()
        await body.responder.stop()
        discovery.stop()
    }

    @Test(
        "a camera that refuses reports the reason, and can be connected to when it accepts",
        arguments: [
            ("init-fail=1", CameraError.Code.pairingRequired), ("init-fail=2", .connectionRefused),
            ("init-fail=3", .connectionRefused),
            ("init-fail=99", .connectionRefused), ("event-refused", .pairingRequired), ("close=introduction", .connectionRefused),
            ("close=events", .protocolFailure),
        ]
    )
    func refuses(_ refusal: (fault: String, code: CameraError.Code)) async throws {
        let count = refusal.fault == "close=events" ? "*3" : ""
        let body = try Body("A", faults: [refusal.fault + count])
        let discovery = CameraDiscovery(clientName: "Tests", providers: [NetworkCameraProvider(clientName: "Tests")])
        let camera = try await discovery.camera(at: .network(host: "127.0.0.1", port: body.address.port))
        #expect(await failure { try await connect(camera) }?.code == refusal.code)
        try await connect(camera)
        await camera.disconnect()
        await body.responder.stop()
    }

    /// Malformed and malicious records.
    static let records: [[String]] = [
        [""], ["="], ["=\(guid)"], ["guid"], ["guid="], ["guid=\(guid)\0"], ["guid=\(String(repeating: "A", count: 250))"],
        ["guid=\(guid)", "guid=\(otherGUID)"], ["GUID=\(guid)"], [String(repeating: "k", count: 255)],
        ["k=\(String(repeating: "v", count: 253))"], ["vid=FFFFFFFFFFFFFFFFF"], ["vid=-1"], ["model=\u{1B}[31m\u{202E}"],
        ["seq=http://192.0.2.1/"], Array(repeating: "guid=x", count: 30),
    ]

    @Test("a thousand cameras with false records are found, each once, and none is contacted")
    func thousand() async throws {
        let network = AnnouncedCameras()
        let listener = try Socket.listening(on: .loopback(port: 0))
        let address = try #require(listener.localAddress)
        for number in 0..<1000 {
            network.announce(.init(name: "Cam\(number)-", address: address, text: Self.records[number % Self.records.count]))
        }
        let discovery = discovery(network)
        // Announcements with the same GUID are one camera.
        let numbered = Self.records.filter { $0.first.map { $0 == "guid=\(Self.guid)" || $0 == "GUID=\(Self.guid)" } ?? false }
            .count
        let sharing = (0..<1000).count { number in
            let first = Self.records[number % Self.records.count].first
            return first == "guid=\(Self.guid)" || first == "GUID=\(Self.guid)"
        }
        #expect(numbered == 2)
        let expected = 1000 - sharing + 1
        var found: [CameraIdentifier] = []
        for await change in discovery.changes {
            if case .found(let camera) = change { found.append(camera.identifier) }
            if found.count == expected { break }
            // Lets parallel tests run on a machine with one thread.
            await Task.yield()
        }
        #expect(Set(found) == Set(discovery.cameras.map(\.identifier)) && Set(found).count == expected)
        #expect(try listener.accept() == nil, "only who connects contacts a camera")
        discovery.stop()
    }
}
