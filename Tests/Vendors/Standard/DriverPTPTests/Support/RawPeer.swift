import HotShoeSupport
import IPTransport
import PTP
import Sockets

/// A scripted device that sends and receives bytes, on a thread that ends with this object.
final class RawPeer: Sendable {
    static let identifier = IPIdentifier("00000000-0000-0000-0000-0000000000aa")!

    let address: SocketAddress
    private let listener: Socket
    private let sockets = Sockets()

    /// Accepted connections, for closing them.
    final class Sockets: Sendable {
        fileprivate let list = Guarded<[Socket]>([])
    }

    /// Listens and runs `script` on its thread. An error ends the script silently: the tests examine the driver.
    init(_ script: @escaping @Sendable (borrowing Door) throws -> Void) throws {
        let listener = try Socket.listening(on: .loopback(port: 0))
        self.listener = listener
        address = listener.localAddress!
        let sockets = sockets
        startNamedThread("test.peer") { try? script(Door(listener, sockets)) }
    }

    deinit {
        listener.shutDown()
        hangUp()
    }

    /// Closes all connections, like a disconnected cable.
    func hangUp() {
        for socket in sockets.list.withLock({ $0 }) { socket.shutDown() }
    }

    struct Closed: Error {}

    /// Accepts the connections of clients.
    struct Door: ~Copyable {
        private let listener: Socket
        private let sockets: Sockets

        fileprivate init(_ listener: Socket, _ sockets: Sockets) {
            self.listener = listener
            self.sockets = sockets
        }

        /// Waits for the next connection; throws after the end of the peer.
        func accept() throws -> Line {
            while true {
                if let socket = try listener.accept() {
                    sockets.list.withLock { $0 = $0.suffix(7) + [socket] }
                    return Line(socket)
                }
                _ = listener.wait(for: .seconds(10))
            }
        }

        /// Accepts both connections of a client; returns nil if the client's introduction is invalid.
        func welcome() throws -> (command: Line, events: Line)? {
            let command = try accept()
            guard case .initCommandRequest? = try? command.receive() else { return nil }
            try? command.send(.initCommandAck(.init(connection: 1, responder: RawPeer.identifier, name: "Raw")))
            let events = try accept()
            guard case .initEventRequest? = try? events.receive() else { return nil }
            try? events.send(.initEventAck)
            return (command, events)
        }
    }

    /// The device's side of a connection; its methods block.
    final class Line {
        private let socket: Socket
        private var received: [UInt8] = []
        private var parser = IPPacketParser()

        fileprivate init(_ socket: Socket) { self.socket = socket }

        func close() { socket.shutDown() }

        /// Waits for `time`, or until there is input.
        func pause(_ time: Duration) { _ = socket.wait(for: time) }

        /// Waits for the next packet. Of a packet with data, returns the header after all of its data has been received and
        /// discarded.
        func receive() throws -> IPPacket {
            var head: IPPacket?
            while true {
                let bytes = received
                let span = bytes.span
                switch try unsafe parser.next(in: span.bytes) {
                case .packet(let packet, let count):
                    received.removeFirst(count)
                    if parser.isBetweenPackets { return packet }
                    head = packet
                case .payload(_, let count, let endsPacket, _):
                    received.removeFirst(count)
                    if endsPacket, let head { return head }
                case .incomplete: try more()
                }
            }
        }

        private func more() throws {
            switch try socket.receive(1 << 16, appendingTo: &received) {
            case .bytes: break
            case .closed: throw Closed()
            case .wouldBlock: _ = socket.wait(for: .seconds(10))
            }
        }

        /// Waits for the next request and discards its data.
        func request() throws -> OperationRequest {
            while true {
                guard case .operationRequest(let request, let dataFollows) = try receive() else { continue }
                if dataFollows { while true { if case .data(_, _, true) = try receive() { break } } }
                return request
            }
        }

        func send(_ packet: IPPacket) throws { try send(packet.encoded()) }

        /// Sends bytes, optionally in pieces.
        func send(_ bytes: [UInt8], pieces: Int = .max) throws {
            var sent = 0
            while sent < bytes.count {
                let end = sent + min(pieces, bytes.count - sent)
                switch try socket.send(bytes[sent..<end]) {
                case .bytes(let count): sent += count
                case .closed: throw Closed()
                case .wouldBlock: _ = socket.wait(toSend: true, for: .seconds(10))
                }
            }
        }
    }
}
