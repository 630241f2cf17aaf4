import CameraModel
import HotShoeSupport
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// Small and fast simulated cameras that are served over USB/IP on loopback, at a separate port.
final class ServedUSBCamera: Sendable {
    let simulators: [CameraSimulator]
    let responder: USBResponder
    let address: SocketAddress

    init(
        count: Int = 1,
        time: any TimeSource = SystemClock.shared,
        faults: [String] = [],
        _ change: (inout CameraSimulator.Configuration) -> Void = { _ in },
        serving: (inout USBResponder.Configuration) -> Void = { _ in }
    ) throws {
        simulators = (0..<count).map { index in
            var configuration = CameraSimulator.Configuration(serialNumber: "SIM-000\(index + 1)")
            configuration.makeSmall()
            change(&configuration)
            return CameraSimulator(configuration)
        }
        var served = USBResponder.Configuration(addresses: [.loopback(port: 0)])
        // Long enough that a refusal is in the response, even on a slow machine.
        served.captureRefusal = .seconds(60)
        served.introductionLimit = .seconds(300)
        served.faults = try faults.map { try #require(ResponderFault($0)) }
        serving(&served)
        responder = USBResponder(cameras: simulators.map { $0.makeCamera() }, configuration: served, time: time)
        try responder.start()
        address = try #require(responder.addresses.first)
    }

    var simulator: CameraSimulator { simulators[0] }

    /// Runs a blocking host on a separate thread, then stops the responder.
    func with<Value: Sendable>(_ body: @escaping @Sendable (ServedUSBCamera) throws -> Value) async throws -> Value {
        let result = await onOwnThread { [self] in try body(self) }
        await responder.stop()
        return try result.get()
    }

    /// Runs a host with a session.
    func client<Value: Sendable>(_ body: @escaping @Sendable (USBPTPClient) throws -> Value) async throws -> Value {
        try await with { served in try body(USBPTPClient.open(served.address)) }
    }
}
