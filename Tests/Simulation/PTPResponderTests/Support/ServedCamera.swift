import CameraModel
import HotShoeSupport
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// A small and fast simulated camera that is served on loopback, at a separate port.
final class ServedCamera: Sendable {
    let simulator: CameraSimulator
    let camera: Camera
    let responder: IPResponder
    let address: SocketAddress

    init(
        time: any TimeSource = SystemClock.shared,
        cameraTime: any TimeSource = SystemClock.shared,
        faults: [String] = [],
        _ change: (inout CameraSimulator.Configuration) -> Void = { _ in },
        serving: (inout IPResponder.Configuration) -> Void = { _ in }
    ) throws {
        var configuration = CameraSimulator.Configuration()
        configuration.makeSmall()
        change(&configuration)
        simulator = CameraSimulator(configuration, time: cameraTime)
        camera = simulator.makeCamera()
        var served = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        // Long enough that a refusal is in the response, even on a slow machine.
        served.captureRefusal = .seconds(60)
        served.faults = try faults.map { try #require(ResponderFault($0)) }
        serving(&served)
        responder = IPResponder(camera: camera, configuration: served, time: time)
        try responder.start()
        address = try #require(responder.addresses.first)
    }

    /// Runs a blocking client on a separate thread, then stops the responder.
    func with<Value: Sendable>(_ body: @escaping @Sendable (ServedCamera) throws -> Value) async throws -> Value {
        let result = await onOwnThread { [self] in try body(self) }
        await responder.stop()
        return try result.get()
    }

    /// Runs a client with a session.
    func client<Value: Sendable>(_ body: @escaping @Sendable (WireClient) throws -> Value) async throws -> Value {
        try await with { served in
            let client = try WireClient.open(served.address)
            return try body(client)
        }
    }
}

extension ServedCamera {
    /// Serves a maker's body in the mode M, and runs a client with a session.
    static func withBody(
        _ personality: Personality,
        faults: [String] = [],
        _ change: @escaping (inout CameraSimulator.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (WireClient, CameraSimulator) throws -> Void
    ) async throws {
        let served = try ServedCamera(faults: faults) {
            $0.liveViewSize = PixelSize(width: 96, height: 64)
            change(&$0)
        } serving: {
            $0.personality = personality
        }
        let simulator = served.simulator
        simulator.turn(.exposureMode, to: "M")
        try await served.client { client in try body(client, simulator) }
    }
}

extension CameraSimulator.Configuration {
    /// Configures a fast camera with small pictures and two cards.
    mutating func makeSmall() {
        speed = .instant
        pictureSize = PixelSize(width: 96, height: 64)
        cards = [.init(samplePictures: 2), .init(label: "B")]
    }
}
