import BodyRig
import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import SimulatedCamera
import Sockets
import Testing

@testable import DriverFujifilm
@testable import PTPResponder

/// The simulated body on a network with its own protocol, and the driver for it.
enum FujifilmNetworkRig {
    /// Serves the body, with a camera in the manual mode that is not connected. `served` is the simulator's camera, if it is a special one.
    static func withResponder(
        _ simulator: CameraSimulator = BodyRig.simulator(),
        serving served: Camera? = nil,
        faults: [String] = [],
        pairedName: String? = nil,
        body: Personality? = Personality.fujifilmXT4.onOwnNetwork,
        link: @escaping @Sendable (ContainerConnection) -> any Link = { $0 },
        _ use: (Camera, ContainerResponder) async throws -> Void
    ) async throws {
        simulator.turn(.exposureMode, to: "M")
        let faults = try faults.map { try #require(ResponderFault($0), "\($0)") }
        let body = try #require(body)
        let responder = ContainerResponder(
            camera: served ?? simulator.makeCamera(),
            configuration: BodyRig.serving(body, faults: faults),
            pairedName: pairedName
        )
        try responder.start()
        let camera = camera(at: responder.addresses, link: link)
        do { try await use(camera, responder) } catch {
            await camera.disconnect()
            await responder.stop()
            throw error
        }
        await camera.disconnect()
        await responder.stop()
    }

    /// As above, with a connected camera.
    static func withBody(
        _ simulator: CameraSimulator = BodyRig.simulator(),
        serving served: Camera? = nil,
        faults: [String] = [],
        body: Personality? = Personality.fujifilmXT4.onOwnNetwork,
        link: @escaping @Sendable (ContainerConnection) -> any Link = { $0 },
        _ use: (Camera) async throws -> Void
    ) async throws {
        try await withResponder(simulator, serving: served, faults: faults, body: body, link: link) { camera, _ in
            try await camera.connect()
            try await use(camera)
        }
    }

    /// The camera at the addresses of a responder, with the driver.
    static func camera(
        at addresses: [SocketAddress],
        link: @escaping @Sendable (ContainerConnection) -> any Link = { $0 }
    ) -> Camera {
        let driver = PTPDriver(credentialKey: "test", dialects: [.fujifilmOnNetwork]) { _ throws(CameraError) in
            let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")
            var timeouts = ContainerConnector.Timeouts()
            (timeouts.retry, timeouts.settling) = (.milliseconds(1), .zero)
            do throws(IPConnectError) {
                let connector = ContainerConnector(identity, time: SystemClock.shared, timeouts: timeouts)
                return link(try await connector.connect(to: addresses))
            } catch { throw CameraError(.connectionRefused, error.description, operation: .connect) }
        }
        let description = CameraDescription(identifier: CameraIdentifier("test"), family: .fujifilm, transport: .network)
        return Camera(description, driver: driver)
    }
}

/// Requests in their order.
final class Notes: Sendable {
    private let list = Guarded<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ note: String) { list.withLock { $0.append(note) } }
}

/// A link that notes the requests which it performs, and when the further connections are opened.
final class NotedLink: SideConnections {
    private let link: ContainerConnection
    private let notes: Notes

    init(_ link: ContainerConnection, _ notes: Notes) { (self.link, self.notes) = (link, notes) }

    var deviceName: String { link.deviceName }

    func start(_ observer: any LinkObserver) { link.start(observer) }

    func perform(_ transaction: LinkTransaction) {
        let property = transaction.parameters.count > 0 ? " " + String(transaction.parameters[0], radix: 16) : ""
        notes.add(String(transaction.code.rawValue, radix: 16) + property)
        link.perform(transaction)
    }

    func cancel(_ transaction: LinkTransaction) { link.cancel(transaction) }
    func probe() { link.probe() }
    func close() { link.close() }

    func connectSides(_ frames: any FrameObserver) async throws(LinkFailure) {
        notes.add("sides")
        try await link.connectSides(frames)
    }
}
