import CameraModel
import HotShoeSupport
import IPTransport
import SimulatedCamera
import TestThreads
import Testing

@testable import PTPResponder

/// Simulated cameras that are served over USB/IP on loopback, small and quick, at a port of their own.
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
        // However slow the machine is, a refusal is in the response.
        served.captureRefusal = .seconds(60)
        served.introductionLimit = .seconds(300)
        served.faults = try faults.map { try #require(ResponderFault($0)) }
        serving(&served)
        responder = USBResponder(cameras: simulators.map { $0.makeCamera() }, configuration: served, time: time)
        try responder.start()
        address = try #require(responder.addresses.first)
    }

    var simulator: CameraSimulator { simulators[0] }

    /// Lets a host that waits work on a thread of its own, then ends everything.
    func with<Value: Sendable>(_ body: @escaping @Sendable (ServedUSBCamera) throws -> Value) async throws -> Value {
        let result = await onOwnThread { [self] in try body(self) }
        await responder.stop()
        return try result.get()
    }

    /// The same with a host that has a session.
    func client<Value: Sendable>(_ body: @escaping @Sendable (USBPTPClient) throws -> Value) async throws -> Value {
        try await with { served in try body(USBPTPClient.open(served.address)) }
    }
}
