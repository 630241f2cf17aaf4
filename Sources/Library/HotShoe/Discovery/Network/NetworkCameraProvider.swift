public import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import ServiceDiscovery
import Sockets

/// Discovers cameras that announce themselves on the network (`_ptp._tcp` by mDNS), and connects to any camera by its address.
/// **Thread-safe.**
///
/// A camera keeps its identity when its address changes: it is identified by its own GUID, and connected to at its present
/// address. Without an mDNS daemon no camera is discovered, which is reported once; addresses still work.
public final class NetworkCameraProvider: CameraProvider {
    /// "network".
    public let identifier = "network"

    private let clientName: String
    private let time: any TimeSource
    private let browse: @Sendable () -> ServiceBrowser
    private let known = KnownCameras { NetworkCamera() }

    /// Time for cameras to answer before the first search is complete.
    private static let firstSearch: Duration = .seconds(1)

    /// Creates a provider.
    ///
    /// - Parameter clientName: name that cameras show when they ask whether this program may connect; at most 39 characters are
    ///   sent.
    public convenience init(clientName: String) {
        self.init(clientName: clientName, time: SystemClock.shared)
    }

    init(
        clientName: String,
        time: any TimeSource,
        browse: @escaping @Sendable () -> ServiceBrowser = { ServiceBrowser(type: ServiceType("_ptp._tcp")!) }
    ) {
        self.clientName = clientName
        self.time = time
        self.browse = browse
    }

    // MARK: Discovery

    /// Reports the cameras that announce themselves, until the task is cancelled.
    public func discover(_ sink: any DiscoverySink) async throws(CameraError) {
        let browser = browse()
        defer { browser.stop() }
        let firstSearch = time.makeTimer { sink.caughtUp() }
        firstSearch.arm(at: time.now + Self.firstSearch)
        defer { firstSearch.disarm() }
        var sightings = NetworkSightings()
        var cameras: [CameraIdentifier: NetworkCamera] = [:]
        for await event in browser.events {
            if case .unavailable(let error) = event {
                for identifier in cameras.keys { sink.lost(identifier, .disappeared) }
                throw CameraError(.notAvailable, error.message, operation: .discover)
            }
            for change in sightings.apply(event) {
                switch change {
                case .found(let seen):
                    let camera = cameras[seen.identifier] ?? known.camera(seen.identifier)
                    camera.moved(to: seen.addresses)
                    cameras[seen.identifier] = camera
                    sink.found(discovered(seen.description, camera))
                case .lost(let identifier):
                    cameras[identifier] = nil
                    sink.lost(identifier, .disappeared)
                }
            }
        }
    }

    /// Returns a camera at a host and a port, whether it announces itself or not. Does not connect to it.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? {
        guard case .network(let host, let port) = address else { return nil }
        let camera = NetworkCamera(host: host, port: port ?? IPConnector.standardPort)
        let description = CameraDescription(
            identifier: CameraIdentifier("ptpip-\(address)"),
            family: .generic,
            transport: .network,
            address: address
        )
        return discovered(description, camera)
    }

    // MARK: Connecting

    private func discovered(_ description: CameraDescription, _ camera: NetworkCamera) -> DiscoveredCamera {
        let (clientName, time) = (clientName, time)
        return DiscoveredCamera(description, time: time) {
            PTPDriver(credentialKey: description.identifier.text, dialects: VendorDrivers.dialects, time: time) {
                onWaitingForUser throws(CameraError) in
                let identity = await onOwnThread { InitiatorIdentity.persistent(name: clientName) }
                let addresses = await camera.addresses()
                if addresses.isEmpty {
                    throw CameraError(
                        .notFound,
                        "There is no such host on the network. Check the name.",
                        operation: .connect,
                        subject: camera.host
                    )
                }
                do throws(IPConnectError) {
                    return try await IPConnector(identity, time: time, isExclusive: true).connect(
                        to: addresses,
                        onWaitingForUser: onWaitingForUser
                    )
                } catch {
                    throw CameraError(error, host: camera.host ?? addresses[0].host)
                }
            }
        }
    }
}

/// Present address of a network camera. **Thread-safe.**
private final class NetworkCamera: Sendable {
    /// The host that the user entered; nil for a camera that announces itself.
    let host: String?
    private let port: UInt16

    /// Guards the addresses.
    private let known = Guarded<[SocketAddress]>([])

    init() { (host, port) = (nil, 0) }

    init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    func moved(to addresses: [SocketAddress]) {
        known.withLock { $0 = addresses }
    }

    func addresses() async -> [SocketAddress] {
        guard let host else { return known.withLock { $0 } }
        let port = port
        return await onOwnThread { SocketAddress.resolve(host, port: port) }
    }
}

/// Runs a function that may block on a library thread.
private func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        LibraryCallbackQueue.shared.enqueue(CallbackWork { continuation.resume(returning: body()) })
    }
}

extension CameraError {
    /// Translates a failure to connect to a network camera. `host` is the name or address, for messages that contain none.
    init(_ error: IPConnectError, host: String) {
        let code: Code =
            switch error {
            case .unknownHost: .notFound
            case .unreachable, .closed: .connectionRefused
            case .timedOut: .timedOut
            case .refused(.rejectedInitiator): .pairingRequired
            case .refused, .claimed: .connectionRefused
            case .notPTPIP, .noEventConnection: .protocolFailure
            case .cancelled: .cancelled
            }
        switch error {
        case .notPTPIP(let what):
            self.init(code, "The device at \(host) is not a PTP/IP camera.", operation: .connect)
            cause = CameraError(code, what, operation: .connect)
        case .unreachable(let address, _): self.init(code, error.description, operation: .connect, subject: address.description)
        default: self.init(code, error.description, operation: .connect)
        }
    }
}
