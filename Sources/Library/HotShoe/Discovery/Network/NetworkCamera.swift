import CameraModel
import DriverPTP
import HotShoeSupport
import IPTransport
import PTP
import PTPProperties
import PTPSession
import Sockets

/// Present address of a network camera, and the connection to it. **Thread-safe.**
final class NetworkCamera: Sendable {
    /// The host that the user entered; nil for a camera that announces itself.
    let host: String?
    private let port: UInt16
    /// The dialect of a camera with a protocol of its vendor's own; nil for PTP/IP.
    private let dialect: CameraDialect?

    /// Guards the addresses.
    private let known = Guarded<[SocketAddress]>([])

    /// Creates a camera that announces itself, with a protocol of its vendor's own or PTP/IP; see ``moved(to:)``.
    init(_ dialect: CameraDialect? = nil) { (host, port, self.dialect) = (nil, 0, dialect) }

    /// Creates a camera at a host that the user entered.
    init(host: String, port: UInt16) { (self.host, self.port, dialect) = (host, port, nil) }

    /// Creates a camera at a host that the user entered, with a protocol of its vendor's own.
    init(host: String, port: UInt16?, _ dialect: CameraDialect) {
        (self.host, self.port, self.dialect) = (host, port ?? ContainerConnector.standardPort, dialect)
    }

    func moved(to addresses: [SocketAddress]) {
        known.withLock { $0 = addresses }
    }

    func addresses() async -> [SocketAddress] {
        guard let host else { return known.withLock { $0 } }
        let port = port
        return await onOwnThread { SocketAddress.resolve(host, port: port) }
    }

    /// Returns the camera for discovery.
    ///
    /// - Parameters:
    ///   - description: Description of the camera.
    ///   - clientName: Name that the camera shows.
    ///   - time: Clock of the driver.
    ///   - drivers: Drivers that the camera is offered.
    ///   - beforeConnecting: Called before each connection.
    /// - Returns: The camera with its driver.
    func discovered(
        _ description: CameraDescription,
        clientName: String,
        time: any TimeSource,
        drivers: VendorDrivers,
        beforeConnecting: (@Sendable () async -> Void)? = nil
    ) -> DiscoveredCamera {
        DiscoveredCamera(description, time: time) {
            let dialects = self.dialect.map { [$0] } ?? drivers.dialects
            return PTPDriver(credentialKey: description.identifier.text, dialects: dialects, time: time) {
                onWaitingForUser throws(CameraError) in
                await beforeConnecting?()
                return try await self.connect(clientName, time, onWaitingForUser)
            }
        }
    }

    private func connect(
        _ clientName: String,
        _ time: any TimeSource,
        _ onWaitingForUser: @escaping @Sendable () -> Void
    ) async throws(CameraError) -> any Link {
        let identity = await onOwnThread { InitiatorIdentity.persistent(name: clientName) }
        let addresses = await addresses()
        if addresses.isEmpty {
            throw CameraError(
                .notFound,
                "There is no such host on the network. Check the name.",
                operation: .connect,
                subject: host
            )
        }
        do throws(IPConnectError) {
            if dialect != nil {
                return try await ContainerConnector(identity, time: time, isExclusive: true).connect(to: addresses)
            }
            return try await IPConnector(identity, time: time, isExclusive: true).connect(
                to: addresses,
                onWaitingForUser: onWaitingForUser
            )
        } catch {
            let (port, scheme) = (addresses[0].port, dialect?.vendor?.family.name)
            throw CameraError(error, host: host ?? addresses[0].host, port: port, scheme: scheme)
        }
    }
}

/// Runs a function that may block on a library thread.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        LibraryCallbackQueue.shared.enqueue(CallbackWork { continuation.resume(returning: body()) })
    }
}

extension CameraError {
    /// Translates a failure to connect to a network camera.
    ///
    /// - Parameters:
    ///   - error: Failure.
    ///   - host: Name or address, for messages that contain none.
    ///   - port: Port that was connected to; nil if it is not known.
    ///   - scheme: First word of the camera's address, such as "fujifilm"; nil for PTP/IP.
    init(_ error: IPConnectError, host: String, port: UInt16? = nil, scheme: String? = nil) {
        let code: Code =
            switch error {
            case .unknownHost: .notFound
            case .unreachable, .closed: .connectionRefused
            case .timedOut: .timedOut
            case .refused(.rejectedInitiator): .pairingRequired
            case .refused, .claimed: .connectionRefused
            case .refusedGreeting(.busy): .needsPhysicalInteraction
            case .refusedGreeting(.wrongVersion): .protocolFailure
            case .refusedGreeting: .connectionRefused
            case .notPTPIP, .noEventConnection: .protocolFailure
            case .cancelled: .cancelled
            }
        // No camera uses another port than the standard one, unless a program forwards it.
        let isUnusual = scheme == nil && port.map { $0 != IPConnector.standardPort } ?? false
        let advice = isUnusual ? " If `hotshoe serve` runs there, its address begins with http://." : ""
        switch error {
        case .notPTPIP(let what):
            self.init(code, "The device at \(host) is not a PTP/IP camera.\(advice)", operation: .connect)
            cause = CameraError(code, what, operation: .connect)
        case .unreachable(let address, _):
            let place = scheme.map { "\($0):\(address)" } ?? address.description
            self.init(code, error.description, operation: .connect, subject: place)
        case .closed, .timedOut: self.init(code, error.description + advice, operation: .connect)
        default: self.init(code, error.description, operation: .connect)
        }
    }
}
