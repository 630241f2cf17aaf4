import CameraModel
import HotShoe
import HotShoeServer
import HotShoeSupport
import PTPResponder
import SimulatedCamera
import Sockets
import TestSupport
import Testing

/// A simulated camera, connected in process, over a socket or over USB.
struct ScenarioRig {
    /// How the camera is connected: in process, or as a device of a personality.
    struct Way: Hashable, Sendable, CustomTestStringConvertible {
        /// Name of the protocol personality; nil for a camera in process.
        let body: String?
        let isUSB: Bool
        /// Whether the camera is served over HTTP by a server that has it.
        var isServed = false

        static let inProcess = Way(body: nil, isUSB: false)
        static let served = [Way(body: nil, isUSB: false, isServed: true)]
        /// USB is available only under the rig of `script/test-usb`.
        static let all =
            [inProcess] + served
            + (USBRig.isThere ? [false, true] : [false]).flatMap { isUSB in
                Personality.all.map { Way(body: $0.name, isUSB: isUSB) }
            }
        static let withLiveView = all.filter { $0.body != Personality.generic.name }
        /// Cameras with all of the simulated camera's properties and capabilities.
        static let complete = all.filter { [nil, Personality.generic.name].contains($0.body) }

        var personality: Personality? { body.flatMap { Personality.named($0) } }
        var model: String { personality?.identity?.model ?? "Simulated Camera" }
        var testDescription: String {
            isServed ? "served over HTTP" : body.map { "\($0) over \(isUSB ? "USB" : "a socket")" } ?? "in process"
        }
    }

    let simulator: CameraSimulator
    let camera: Camera
    private let responder: IPResponder?
    private let plugged: PluggedCamera?
    private let discovery: CameraDiscovery
    private let server: HotShoeServer?

    init(_ way: Way, _ change: (inout CameraSimulator.Configuration) -> Void = { _ in }) async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 600, height: 400)
        change(&configuration)
        simulator = CameraSimulator(configuration)
        if way.isUSB, let personality = way.personality {
            let plugged = try await PluggedCamera(simulator, personality)
            (self.plugged, responder, discovery, camera) = (plugged, nil, plugged.discovery, plugged.camera)
            server = nil
            return
        }
        plugged = nil
        guard let personality = way.personality else {
            responder = nil
            discovery = CameraDiscovery(clientName: "Tests", providers: [SimulatedCameraProvider([simulator])])
            let found = try await discovery.first(timeout: waitLimit)
            guard way.isServed else {
                (camera, server) = (found, nil)
                return
            }
            let server = try HotShoeServer(discovery)
            self.server = server
            let remote = CameraDiscovery(clientName: "Tests", providers: [RemoteCameraProvider()])
            camera = try await remote.camera(
                at: .provider(identifier: "http", text: String(server.url.dropFirst(5)) + found.identifier.text)
            )
            return
        }
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = personality
        let responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
        try responder.start()
        self.responder = responder
        let port = try #require(responder.addresses.first?.port)
        server = nil
        discovery = CameraDiscovery(clientName: "Tests", providers: [NetworkCameraProvider(clientName: "Tests")])
        camera = try await discovery.camera(at: .network(host: "127.0.0.1", port: port))
    }

    func stop() async {
        await camera.disconnect()
        await responder?.stop()
        await plugged?.stop()
        await server?.stop()
    }
}
