import CameraModel
import DriverPTP
import HotShoeSupport
import PTPResponder
import SSDP
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import HotShoe

/// Cameras with a protocol of their vendor's own on networks, by their address.
@Suite(.timeLimit(.minutes(5))) struct OwnNetworkTests {
    private static func serve(pairedName: String? = nil, _ use: (UInt16) async throws -> Void) async throws {
        var simulated = CameraSimulator.Configuration()
        (simulated.speed, simulated.pictureSize) = (.instant, PixelSize(width: 96, height: 64))
        var serving = ContainerResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = try #require(Personality.fujifilmXT4.onOwnNetwork)
        let responder = ContainerResponder(
            camera: CameraSimulator(simulated).makeCamera(),
            configuration: serving,
            pairedName: pairedName
        )
        try responder.start()
        do { try await use(try #require(responder.addresses.first).port) } catch {
            await responder.stop()
            throw error
        }
        await responder.stop()
    }

    private static func camera(_ text: String) async throws -> Camera {
        let discovery = CameraDiscovery(clientName: "Tests", providers: [NetworkCameraProvider(clientName: "Tests")])
        return try await discovery.camera(at: .provider(identifier: "fujifilm", text: text))
    }

    private static func code(_ work: () async throws -> Void) async -> CameraError.Code? {
        do {
            try await work()
            return nil
        } catch { return (error as? CameraError)?.code }
    }

    @Test func `an address with the vendor's name connects to its body`() async throws {
        try await Self.serve { port in
            let camera = try await Self.camera("127.0.0.1:\(port)")
            #expect(camera.description.family == .fujifilm && camera.description.transport == .network)
            try await camera.connect()
            #expect(camera.info?.model == "X-T4")
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
            await camera.disconnect()
        }
    }

    @Test func `a body that waits for an invitation is found, and connects`() async throws {
        let ports = [try Socket.listening(on: .loopback(port: 0)), try Socket.listening(on: .loopback(port: 0))].map {
            $0.localAddress?.port
        }
        let invitation = Invitation(service: "PCSS/1.0", port: try #require(ports[0]), answerPort: try #require(ports[1]))
        try await Self.serve { port in
            let responder = InvitationResponder(invitation, name: "X-T4 of a test", port: port, isPublic: false)
            try responder.start()
            let provider = InvitedCameraProvider(clientName: "Tests", VendorDrivers.onOwnNetworks[0], time: SystemClock.shared) {
                InvitationBrowser(invitation, network: .loopback)
            }
            let discovery = CameraDiscovery(clientName: "Tests", providers: [provider])
            let camera = try await discovery.first(timeout: waitLimit)
            #expect(camera.description.name == "X-T4 of a test" && camera.description.family == .fujifilm)
            #expect(camera.description.address == .provider(identifier: "fujifilm", text: "127.0.0.1:\(port)"))
            try await camera.connect()
            #expect(camera.info?.model == "X-T4")
            await camera.disconnect()
            responder.stop()
            discovery.stop()
        }
    }

    @Test func `a body that is paired with another name needs its user`() async throws {
        try await Self.serve(pairedName: "somebody else") { port in
            let camera = try await Self.camera("127.0.0.1:\(port)")
            #expect(await Self.code { try await camera.connect() } == .needsPhysicalInteraction)
        }
    }

    @Test func `a port where nothing listens is a refusal`() async throws {
        let listener = try Socket.listening(on: .loopback(port: 0))
        let port = try #require(listener.localAddress).port
        listener.shutDown()
        let camera = try await Self.camera("127.0.0.1:\(port)")
        #expect(await Self.code { try await camera.connect() } == .connectionRefused)
    }

    @Test(
        arguments: [
            ("host", "host", nil), ("192.168.0.1:55740", "192.168.0.1", 55740), ("[fe80::1]", "fe80::1", nil),
            ("[fe80::1]:1", "fe80::1", 1), ("fe80::1", "fe80::1", nil), ("host:65533", "host", 65533),
        ] as [(String, String, UInt16?)]
    )
    func `a place is a host and a port`(_ text: String, _ host: String, _ port: UInt16?) throws {
        let place = try #require(NetworkCameraProvider.place(text))
        #expect(place.host == host && place.port == port)
    }

    @Test(arguments: ["", ":1", "host:", "host:0", "host:65534", "host:x", "a b", "[fe80::1", "[fe80::1]x", "a/b", "[]"])
    func `another text is an error`(_ text: String) async {
        #expect(NetworkCameraProvider.place(text) == nil)
        #expect(await Self.code { _ = try await Self.camera(text) } == .invalidArgument)
    }

    @Test func `the address of another provider is not this one's`() async {
        let discovery = CameraDiscovery(clientName: "Tests", providers: [NetworkCameraProvider(clientName: "Tests")])
        #expect(
            await Self.code { _ = try await discovery.camera(at: .provider(identifier: "canon", text: "host")) } == .notFound
        )
    }

    @Test func `the first words of addresses are families of vendors with a body that has such a protocol`() {
        let bodies = Personality.all.filter { $0.onOwnNetwork != nil }.map(\.name)
        #expect(VendorDrivers.networkSchemes == ["fujifilm"])
        for scheme in VendorDrivers.networkSchemes { #expect(bodies.contains { $0.hasPrefix(scheme + "-") }) }
    }
}
