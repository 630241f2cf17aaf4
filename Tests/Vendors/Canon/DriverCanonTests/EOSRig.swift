import CameraModel
import DriverCanon
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPResponder
import PTPSession
import SimulatedCamera
import Sockets
import Testing

/// A simulated body behind a real socket, and the driver for it.
enum EOSRig {
    /// Serves a simulated body, connects the driver to it, and calls `use`. `link` creates the driver's link from the connection.
    static func serve(
        _ simulator: CameraSimulator,
        _ serving: IPResponder.Configuration,
        link: @escaping @Sendable (IPConnection) -> any Link,
        _ use: (Camera) async throws -> Void
    ) async throws {
        let responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
        try responder.start()
        let address = try #require(responder.addresses.first)
        let driver = PTPDriver(credentialKey: "test", dialects: [.canonEOS]) { _ throws(CameraError) in
            let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")
            do throws(IPConnectError) {
                return link(try await IPConnector(identity, time: SystemClock.shared).connect(to: [address]))
            } catch { throw CameraError(.connectionRefused, error.description, operation: .connect) }
        }
        let description = CameraDescription(identifier: CameraIdentifier("test"), family: .generic, transport: .network)
        let camera = Camera(description, driver: driver)
        do {
            try await camera.connect()
            try await use(camera)
        } catch {
            await camera.disconnect()
            await responder.stop()
            throw error
        }
        await camera.disconnect()
        await responder.stop()
    }
}
