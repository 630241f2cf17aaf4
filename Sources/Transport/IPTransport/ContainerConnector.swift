public import HotShoeSupport
import PTP
public import Sockets

/// Opens connections of containers over TCP: the protocol of Fujifilm's bodies on networks (observed behaviour).
public struct ContainerConnector: Sendable {
    /// Time limits of connecting.
    public struct Timeouts: Sendable {
        /// Time for one address to answer, and for the device to answer the greeting.
        public var connecting: Duration = .seconds(5)
        /// Number of greetings to a device that is in use.
        public var attempts = 5
        /// Pause after a refused greeting.
        public var retry: Duration = .milliseconds(400)
        /// Pause between the acknowledgement and the first request.
        public var settling: Duration = .milliseconds(50)
        /// Pause between two attempts at a further connection; there are three attempts.
        public var sideRetry: Duration = .milliseconds(100)
        /// Time for an earlier connection of this program, or for an unknown holder, to release the camera.
        public var releasing: Duration = .seconds(5)

        /// Creates the default time limits.
        public init() {}
    }

    /// The TCP port of the commands; those of events and frames follow.
    public static let standardPort: UInt16 = 55740

    private let identity: InitiatorIdentity
    private let time: any TimeSource
    private let timeouts: Timeouts
    private let isExclusive: Bool

    /// Creates a connector.
    ///
    /// - Parameters:
    ///   - identity: Identity of this computer. Cameras remember its name.
    ///   - time: Clock for the time limits.
    ///   - timeouts: Time limits.
    ///   - isExclusive: Whether each camera is claimed with a ``CameraLock`` for the duration of the connection.
    public init(
        _ identity: InitiatorIdentity,
        time: any TimeSource,
        timeouts: Timeouts = Timeouts(),
        isExclusive: Bool = false
    ) {
        (self.identity, self.time, self.timeouts, self.isExclusive) = (identity, time, timeouts, isExclusive)
    }

    /// Connects to the first of the addresses that answers, at the port of the commands.
    ///
    /// - Parameter addresses: Addresses in the order of the attempts.
    /// - Returns: The connection to the device, without those for events and frames.
    /// - Throws: ``IPConnectError``. An unreachable or silent address is skipped if another one follows.
    public func connect(to addresses: [SocketAddress]) async throws(IPConnectError) -> ContainerConnection {
        try await addresses.firstAnswer { address throws(IPConnectError) in try await connect(to: address) }
    }

    private func connect(to address: SocketAddress) async throws(IPConnectError) -> ContainerConnection {
        let lock = isExclusive ? try await CameraLock.claim(address, time, patience: timeouts.releasing) : nil
        var attempt = 1
        while true {
            do throws(IPConnectError) { return try await greet(address, lock) } catch {
                // Also a camera that another program has just left.
                guard case .refusedGreeting(.busy) = error, attempt < timeouts.attempts else { throw error }
            }
            attempt += 1
            await time.sleep(for: timeouts.retry)
            if Task.isCancelled { throw .cancelled }
        }
    }

    private func greet(_ address: SocketAddress, _ lock: CameraLock?) async throws(IPConnectError) -> ContainerConnection {
        let command = try await Handshake.connect(address, time, within: timeouts.connecting)
        defer { command.release() }
        let deadline = time.now + timeouts.connecting
        let request = ContainerGreeting.request(.init(initiator: identity.identifier, name: identity.name))
        try await command.send(request.encoded, until: deadline)
        switch try await command.receiveGreeting(until: deadline) {
        case .acknowledgement(let acknowledgement):
            await time.sleep(for: timeouts.settling)
            if Task.isCancelled { throw .cancelled }
            command.release()
            do throws(SocketError) {
                return try ContainerConnection(
                    (command.socket, command.received),
                    address,
                    acknowledgement,
                    command.packets,
                    lock,
                    Sides(time: time, connecting: timeouts.connecting, retry: timeouts.sideRetry)
                )
            } catch { throw .unreachable(address, error) }
        case .refusal(let reason): throw .refusedGreeting(reason)
        case .request: throw .notPTPIP("it answered the greeting with another one")
        case nil: throw .timedOut(address)
        }
    }

    /// Opens the further connections of a device.
    struct Sides: Sendable {
        let time: any TimeSource
        let connecting: Duration
        let retry: Duration

        /// Opens the connection at the port of the commands plus `offset`.
        func open(_ address: SocketAddress, offset: UInt16) async throws(IPConnectError) -> Socket {
            let (port, overflow) = address.port.addingReportingOverflow(offset)
            guard !overflow else { throw .notPTPIP("there is no port after \(address.port) for its events and frames") }
            var attempt = 1
            while true {
                do throws(IPConnectError) {
                    let side = try await Handshake.connect(address.withPort(port), time, within: connecting)
                    side.release()
                    return side.socket
                } catch {
                    // Bodies begin to listen shortly after their answer.
                    guard case .unreachable = error, attempt < 3 else { throw error }
                }
                attempt += 1
                await time.sleep(for: retry)
                if Task.isCancelled { throw .cancelled }
            }
        }
    }
}
