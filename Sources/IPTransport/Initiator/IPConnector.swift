public import HotShoeSupport
import PTP

/// Makes the two connections to a device.
public struct IPConnector: Sendable {
    /// How patient it is.
    public struct Patience: Sendable {
        /// For one address to answer.
        public var connecting: Duration = .seconds(5)
        /// After so long without a welcome somebody has to do something at the camera.
        public var user: Duration = .milliseconds(1500)
        /// For the welcome.
        public var pairing: Duration = .seconds(120)
        /// Between two tries of the event connection, of which there are three.
        public var eventRetry: Duration = .milliseconds(300)

        public init() {}
    }

    /// The TCP port of PTP/IP (CIPA DC-X005 § 2.2; registered).
    public static let standardPort: UInt16 = 15740

    private let identity: InitiatorIdentity
    private let time: any TimeSource
    private let patience: Patience

    public init(_ identity: InitiatorIdentity, time: any TimeSource, patience: Patience = Patience()) {
        self.identity = identity
        self.time = time
        self.patience = patience
    }

    /// Connects to the first of these addresses that answers.
    ///
    /// - Parameters:
    ///   - addresses: are tried in order.
    ///   - onWaitingForUser: is called once if the device takes its time to welcome us: somebody must press a button there.
    public func connect(
        to addresses: [SocketAddress],
        onWaitingForUser: @escaping @Sendable () -> Void = {}
    ) async throws(IPConnectError) -> IPConnection {
        var failure: IPConnectError?
        for address in addresses {
            do throws(IPConnectError) {
                return try await connect(to: address, onWaitingForUser)
            } catch {
                switch error {
                case .unreachable, .timedOut: failure = error
                default: throw error
                }
            }
        }
        throw failure ?? .unknownHost("")
    }

    private func connect(
        to address: SocketAddress,
        _ onWaitingForUser: @escaping @Sendable () -> Void
    ) async throws(IPConnectError) -> IPConnection {
        var command = try await Handshake(address, time, within: patience.connecting)
        defer { command.release() }
        try await command.send(
            .initCommandRequest(.init(initiator: identity.identifier, name: identity.name)),
            until: time.now + patience.connecting
        )
        let welcome = try await welcome(&command, onWaitingForUser)
        let event = try await connectEvents(address, welcome.connection)
        defer { event.release() }
        command.release()
        event.release()
        return IPConnection(
            command: (command.socket, command.received),
            event: (event.socket, event.received),
            address: address,
            welcome: welcome
        )
    }

    private func welcome(
        _ command: inout Handshake,
        _ onWaitingForUser: @Sendable () -> Void
    ) async throws(IPConnectError) -> IPPacket.InitCommandAck {
        let deadline = time.now + patience.pairing
        var answer = try await command.receive(until: time.now + patience.user)
        if answer == nil {
            onWaitingForUser()
            answer = try await command.receive(until: deadline)
        }
        switch answer {
        case .initCommandAck(let ack): return ack
        case .initFail(let reason): throw .refused(reason)
        case nil: throw .timedOut(command.address)
        default: throw .notPTPIP("it answered the first packet with another than the welcome")
        }
    }

    private func connectEvents(_ address: SocketAddress, _ connection: UInt32) async throws(IPConnectError) -> Handshake {
        for attempt in 0..<3 {
            if attempt > 0 { await time.sleep(for: patience.eventRetry) }
            if Task.isCancelled { throw .cancelled }
            do throws(IPConnectError) {
                var event = try await Handshake(address, time, within: patience.connecting)
                do throws(IPConnectError) {
                    let deadline = time.now + patience.connecting
                    try await event.send(.initEventRequest(connection: connection), until: deadline)
                    switch try await event.receive(until: deadline) {
                    case .initEventAck: return event
                    case .initFail(let reason): throw .refused(reason)
                    case nil: throw .timedOut(address)
                    default: throw .notPTPIP("it answered the request for events with something else")
                    }
                } catch {
                    event.release()
                    throw error
                }
            } catch {
                // Some cameras listen late.
                switch error {
                case .unreachable, .closed, .timedOut: continue
                default: throw error
                }
            }
        }
        throw .noEventConnection
    }
}

/// One connection while it is being made. **Single-owner.**
struct Handshake {
    let socket: Socket
    let address: SocketAddress
    private let waiter: SocketWaiter
    private let time: any TimeSource
    /// What came and was not a packet yet.
    private(set) var received: [UInt8] = []
    private var parser = IPPacketParser()

    /// Connects.
    init(_ address: SocketAddress, _ time: any TimeSource, within limit: Duration) async throws(IPConnectError) {
        self.address = address
        self.time = time
        do throws(SocketError) { socket = try Socket.connecting(to: address) } catch { throw .unreachable(address, error) }
        waiter = SocketWaiter(socket, time)
        let isReady = await waiter.wait(.toSend, until: time.now + limit)
        let failure = isReady ? socket.connectionFailure() : nil
        if isReady, failure == nil { return }
        waiter.release()
        if let failure { throw .unreachable(address, failure) }
        throw Task.isCancelled ? .cancelled : .timedOut(address)
    }

    func release() { waiter.release() }

    func send(_ packet: IPPacket, until deadline: Duration) async throws(IPConnectError) {
        // Names were cut to what fits.
        guard let bytes = try? packet.encoded() else { throw .notPTPIP("a packet of ours cannot be written") }
        var sent = 0
        while sent < bytes.count {
            let outcome: Socket.Outcome
            do throws(SocketError) {
                outcome = try socket.send(bytes[sent...])
            } catch { throw .unreachable(address, error) }
            switch outcome {
            case .bytes(let count): sent += count
            case .closed: throw .closed
            case .wouldBlock:
                guard await waiter.wait(.toSend, until: deadline) else {
                    throw Task.isCancelled ? .cancelled : .timedOut(address)
                }
            }
        }
    }

    /// The next packet; nil when the time is up.
    mutating func receive(until deadline: Duration) async throws(IPConnectError) -> IPPacket? {
        while true {
            if let packet = try parse() { return packet }
            let outcome: Socket.Outcome
            do throws(SocketError) {
                outcome = try socket.receive(IPPacketParser.longestPacket, appendingTo: &received)
            } catch { throw .unreachable(address, error) }
            switch outcome {
            case .bytes: continue
            case .closed: throw .closed
            case .wouldBlock:
                if await waiter.wait(.toReceive, until: deadline) { continue }
                if Task.isCancelled { throw .cancelled }
                return nil
            }
        }
    }

    private mutating func parse() throws(IPConnectError) -> IPPacket? {
        let bytes = received
        let span = bytes.span
        let found: IPPacketParser.Found
        do throws(IPPacketParser.Failure) { found = try unsafe parser.next(in: span.bytes) } catch {
            throw .notPTPIP(error.description)
        }
        guard case .packet(let packet, let count) = found else { return nil }
        received.removeFirst(count)
        return packet
    }
}
