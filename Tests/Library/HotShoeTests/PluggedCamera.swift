import CameraModel
import HotShoe
import PTPResponder
import SimulatedCamera
import Sockets
import Testing
import TestSupport

/// A simulated camera that is plugged in, and the discovery that finds it.
struct PluggedCamera {
    let simulator: CameraSimulator
    let responder: USBResponder
    let address: CameraAddress
    let discovery: CameraDiscovery
    let camera: Camera

    init(
        _ simulator: CameraSimulator,
        _ personality: Personality = .generic,
        faults: [ResponderFault] = [],
        provider: USBCameraProvider = USBCameraProvider()
    ) async throws {
        self.simulator = simulator
        responder = try Self.serve([simulator], personality, faults)
        address = try await USBRig.attach(port: try #require(responder.addresses.first?.port), busID: "1-1")
        discovery = CameraDiscovery(clientName: "Tests", providers: [provider])
        camera = try await Self.camera(at: address, discovery)
    }

    static func serve(
        _ simulators: [CameraSimulator],
        _ personality: Personality = .generic,
        _ faults: [ResponderFault] = []
    ) throws -> USBResponder {
        var serving = USBResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = personality
        serving.faults = faults
        let responder = USBResponder(cameras: simulators.map { $0.makeCamera() }, configuration: serving)
        try responder.start()
        return responder
    }

    /// Waits until discovery reports the camera at an address.
    static func camera(at address: CameraAddress, _ discovery: CameraDiscovery) async throws -> Camera {
        discovery.start()
        for await change in discovery.changes {
            if case .found(let camera) = change, camera.description.address == address { return camera }
        }
        throw USBRig.Failure(description: "no camera came to \(address)")
    }

    func stop() async {
        await camera.disconnect()
        try? await USBRig.detach(address)
        await responder.stop()
    }
}
