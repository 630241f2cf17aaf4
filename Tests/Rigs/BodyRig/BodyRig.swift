package import CameraModel
package import DriverPTP
import HotShoeSupport
package import IPTransport
import PTP
package import PTPResponder
package import PTPSession
package import SimulatedCamera
import Sockets

/// A simulated body behind a real socket, and a vendor's driver for it.
package enum BodyRig {
    /// Serves a simulated body, connects the driver of a dialect to it, and calls `use`. `link` creates the driver's link from the
    /// connection.
    package static func serve(
        _ simulator: CameraSimulator,
        _ serving: IPResponder.Configuration,
        _ dialect: CameraDialect,
        link: @escaping @Sendable (IPConnection) -> any Link = { $0 },
        _ use: (Camera) async throws -> Void
    ) async throws {
        try await serve(simulator, serving, dialect, link: link) { camera, _ in try await use(camera) }
    }

    /// As above; `use` also receives the responder, for faults that begin later.
    package static func serve(
        _ simulator: CameraSimulator,
        _ serving: IPResponder.Configuration,
        _ dialect: CameraDialect,
        options: ConnectOptions = ConnectOptions(),
        link: @escaping @Sendable (IPConnection) -> any Link = { $0 },
        _ use: (Camera, IPResponder) async throws -> Void
    ) async throws {
        let responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
        try responder.start()
        let addresses = responder.addresses
        let driver = PTPDriver(credentialKey: "test", dialects: [dialect]) { _ throws(CameraError) in
            let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")
            do throws(IPConnectError) {
                return link(try await IPConnector(identity, time: SystemClock.shared).connect(to: addresses))
            } catch { throw CameraError(.connectionRefused, error.description, operation: .connect) }
        }
        let description = CameraDescription(identifier: CameraIdentifier("test"), family: .generic, transport: .network)
        let camera = Camera(description, driver: driver)
        do {
            try await camera.connect(options)
            try await use(camera, responder)
        } catch {
            await camera.disconnect()
            await responder.stop()
            throw error
        }
        await camera.disconnect()
        await responder.stop()
    }

    /// Creates a simulator with small pictures, whose operations take no time.
    package static func simulator(
        faults: [SimulatedFault] = [],
        _ adjust: (inout CameraSimulator.Configuration) -> Void = { _ in }
    ) -> CameraSimulator {
        var configuration = CameraSimulator.Configuration()
        configuration.faults = faults
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 32, height: 16)
        configuration.liveViewSize = PixelSize(width: 96, height: 64)
        adjust(&configuration)
        return CameraSimulator(configuration)
    }

    /// Serves a personality on a free port.
    package static func serving(_ personality: Personality, faults: [ResponderFault] = []) -> IPResponder.Configuration {
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        (serving.personality, serving.faults) = (personality, faults)
        return serving
    }
}
