import HotShoeSupport
import PTP
import Sockets

/// A connection during its handshake. **Single-owner.**
final class Handshake {
    let socket: Socket
    let address: SocketAddress
    private let waiter: SocketWaiter
    private let time: any TimeSource
    /// Received bytes that have not been parsed.
    private(set) var received: [UInt8] = []
    private var parser = IPPacketParser()
    /// The packets so far, for reports.
    private(set) var packets: [HandshakePacket] = []

    /// Maximum number of packets that are kept, and of the bytes of each.
    private static let (packetLimit, keptBytes) = (8, 1024)

    private init(_ socket: Socket, _ address: SocketAddress, _ time: any TimeSource) throws(SocketError) {
        self.socket = socket
        self.address = address
        self.time = time
        waiter = try SocketWaiter(socket, time)
    }

    deinit { waiter.release() }

    /// Opens a connection to `address`.
    static func connect(
        _ address: SocketAddress,
        _ time: any TimeSource,
        within limit: Duration
    ) async throws(IPConnectError) -> Handshake {
        let made: Handshake
        do throws(SocketError) { made = try Handshake(Socket.connecting(to: address), address, time) } catch {
            throw .unreachable(address, error)
        }
        guard await made.waiter.wait(.toSend, until: time.now + limit) else {
            made.release()
            throw Task.isCancelled ? .cancelled : .timedOut(address)
        }
        if let failure = made.socket.connectionFailure() {
            made.release()
            throw .unreachable(address, failure)
        }
        return made
    }

    /// Stops watching the socket, so that another owner can watch it.
    func release() { waiter.release() }

    func send(_ packet: IPPacket, until deadline: Duration) async throws(IPConnectError) {
        // Names have already been shortened to the permitted length.
        guard let bytes = try? packet.encoded() else { throw .notPTPIP("the init request cannot be encoded") }
        try await send(bytes, until: deadline)
    }

    func send(_ bytes: [UInt8], until deadline: Duration) async throws(IPConnectError) {
        keep(bytes, isSent: true)
        var sent = 0
        while sent < bytes.count {
            switch try attempt({ () throws(SocketError) in try socket.send(bytes[sent...]) }) {
            case .bytes(let count): sent += count
            case .closed: throw .closed
            case .wouldBlock:
                guard await waiter.wait(.toSend, until: deadline) else {
                    throw Task.isCancelled ? .cancelled : .timedOut(address)
                }
            }
        }
    }

    /// Returns the next packet; nil if the deadline has passed.
    func receive(until deadline: Duration) async throws(IPConnectError) -> IPPacket? {
        try await receive(until: deadline) { () throws(IPConnectError) in try parse() }
    }

    /// Returns the greeting that answers this side's; nil if the deadline has passed.
    func receiveGreeting(until deadline: Duration) async throws(IPConnectError) -> ContainerGreeting? {
        try await receive(until: deadline) { () throws(IPConnectError) in
            let bytes = received
            let span = bytes.span
            let found: (greeting: ContainerGreeting, byteCount: Int)?
            do throws(ContainerStreamFailure) { found = try unsafe ContainerGreeting.parse(span.bytes) } catch {
                throw .notPTPIP(error.description)
            }
            guard let (greeting, count) = found else { return nil }
            keep(Array(received.prefix(count)), isSent: false)
            received.removeFirst(count)
            return greeting
        }
    }

    /// Receives until `parse` returns an item; returns nil if the deadline has passed.
    private func receive<Item>(
        until deadline: Duration,
        _ parse: () throws(IPConnectError) -> Item?
    ) async throws(IPConnectError) -> Item? {
        while true {
            if let item = try parse() { return item }
            switch try attempt({ () throws(SocketError) in
                try socket.receive(IPPacketParser.longestPacket, appendingTo: &received)
            }) {
            case .bytes: continue
            case .closed: throw .closed
            case .wouldBlock:
                if await waiter.wait(.toReceive, until: deadline) { continue }
                if Task.isCancelled { throw .cancelled }
                return nil
            }
        }
    }

    private func attempt(_ body: () throws(SocketError) -> Socket.Outcome) throws(IPConnectError) -> Socket.Outcome {
        do throws(SocketError) { return try body() } catch { throw .unreachable(address, error) }
    }

    private func parse() throws(IPConnectError) -> IPPacket? {
        let bytes = received
        let span = bytes.span
        let found: IPPacketParser.Found
        do throws(IPPacketParser.Failure) {
            found = try unsafe parser.next(in: span.bytes)
        } catch {
            throw .notPTPIP(error.description)
        }
        guard case .packet(let packet, let count) = found else { return nil }
        keep(Array(received.prefix(count)), isSent: false)
        received.removeFirst(count)
        return packet
    }

    private func keep(_ bytes: [UInt8], isSent: Bool) {
        guard packets.count < Self.packetLimit else { return }
        packets.append(HandshakePacket(isSent: isSent, Array(bytes.prefix(Self.keptBytes))))
    }
}
