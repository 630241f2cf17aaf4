public import HotShoeSupport
import PTP
public import Sockets

/// Opens the command and event connections to a PTP/IP device.
public struct IPConnector: Sendable {
    /// Time limits of connecting.
    public struct Timeouts: Sendable {
        /// Time for one address to answer.
        public var connecting: Duration = .seconds(5)
        /// Time without an acknowledgement after which the user probably must confirm the connection on the camera.
        public var user: Duration = .milliseconds(1500)
        /// Time for the acknowledgement.
        public var pairing: Duration = .seconds(120)
        /// Pause between two attempts at the event connection; there are three attempts.
        public var eventRetry: Duration = .milliseconds(300)
        /// Time for an earlier connection of this program, or for an unknown holder, to release the camera.
        public var releasing: Duration = .seconds(5)

        /// Creates the default time limits.
        public init() {}
    }

    /// The TCP port of PTP/IP (CIPA DC-X005 § 2.2; registered).
    public static let standardPort: UInt16 = 15740

    private let identity: InitiatorIdentity
    private let time: any TimeSource
    private let timeouts: Timeouts
    private let isExclusive: Bool

    /// Creates a connector.
    ///
    /// - Parameters:
    ///   - identity: Identity of this computer.
    ///   - time: Clock for the time limits.
    ///   - timeouts: Time limits.
    ///   - isExclusive: Whether each camera is claimed with a ``CameraLock`` for the duration of the connection.
    public init(
        _ identity: InitiatorIdentity,
        time: any TimeSource,
        timeouts: Timeouts = Timeouts(),
        isExclusive: Bool = false
    ) {
        self.isExclusive = isExclusive
        self.identity = identity
        self.time = time
        self.timeouts = timeouts
    }

    /// Connects to the first of the addresses that answers.
    ///
    /// - Parameters:
    ///   - addresses: Addresses in the order of the attempts.
    ///   - onWaitingForUser: Called once if the device delays its acknowledgement: the user must confirm the connection
    ///     there.
    /// - Returns: The connection to the device.
    /// - Throws: ``IPConnectError``. An unreachable or silent address is skipped if another one follows.
    public func connect(
        to addresses: [SocketAddress],
        onWaitingForUser: @escaping @Sendable () -> Void = {}
    ) async throws(IPConnectError) -> IPConnection {
        try await addresses.firstAnswer { address throws(IPConnectError) in try await connect(to: address, onWaitingForUser) }
    }

    private func connect(
        to address: SocketAddress,
        _ onWaitingForUser: @escaping @Sendable () -> Void
    ) async throws(IPConnectError) -> IPConnection {
        let lock = isExclusive ? try await CameraLock.claim(address, time, patience: timeouts.releasing) : nil
        let command = try await Handshake.connect(address, time, within: timeouts.connecting)
        defer { command.release() }
        try await command.send(
            .initCommandRequest(.init(initiator: identity.identifier, name: identity.name)),
            until: time.now + timeouts.connecting
        )
        let welcome = try await welcome(command, onWaitingForUser)
        let event = try await connectEvents(address, welcome.connection)
        defer { event.release() }
        command.release()
        event.release()
        do throws(SocketError) {
            return try IPConnection(
                command: (command.socket, command.received),
                event: (event.socket, event.received),
                address: address,
                welcome: welcome,
                handshake: command.packets + event.packets,
                lock: lock
            )
        } catch { throw .unreachable(address, error) }
    }

    private func welcome(
        _ command: Handshake,
        _ onWaitingForUser: @Sendable () -> Void
    ) async throws(IPConnectError) -> IPPacket.InitCommandAck {
        let deadline = time.now + timeouts.pairing
        var answer = try await command.receive(until: time.now + timeouts.user)
        if answer == nil {
            onWaitingForUser()
            answer = try await command.receive(until: deadline)
        }
        switch answer {
        case .initCommandAck(let ack): return ack
        case .initFail(let reason): throw .refused(reason)
        case nil: throw .timedOut(command.address)
        default: throw .notPTPIP("it did not answer the init command request with an acknowledgement")
        }
    }

    private func connectEvents(_ address: SocketAddress, _ connection: UInt32) async throws(IPConnectError) -> Handshake {
        for attempt in 0..<3 {
            if attempt > 0 { await time.sleep(for: timeouts.eventRetry) }
            if Task.isCancelled { throw .cancelled }
            switch await Self.result({ () async throws(IPConnectError) in try await event(address, connection) }) {
            case .success(let event): return event
            // Some cameras listen on the second connection only after a delay.
            case .failure(.unreachable), .failure(.closed), .failure(.timedOut): continue
            case .failure(let error): throw error
            }
        }
        throw .noEventConnection
    }

    private func event(_ address: SocketAddress, _ connection: UInt32) async throws(IPConnectError) -> Handshake {
        let event = try await Handshake.connect(address, time, within: timeouts.connecting)
        let deadline = time.now + timeouts.connecting
        let answer = await Self.result { () async throws(IPConnectError) in
            try await event.send(.initEventRequest(connection: connection), until: deadline)
            return try await event.receive(until: deadline)
        }
        if case .success(.initEventAck) = answer { return event }
        event.release()
        switch answer {
        case .success(.initFail(let reason)): throw .refused(reason)
        case .success(nil): throw .timedOut(address)
        case .success: throw .notPTPIP("it did not answer the init event request with an acknowledgement")
        case .failure(let error): throw error
        }
    }

    private static func result<Value>(
        _ body: () async throws(IPConnectError) -> Value
    ) async -> Result<Value, IPConnectError> {
        do throws(IPConnectError) { return .success(try await body()) } catch { return .failure(error) }
    }
}
