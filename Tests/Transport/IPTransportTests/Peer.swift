import Glibc
import HotShoeSupport
import IPTransport
import PTP
import Sockets

/// A scripted device that sends and receives single packets, on its own thread.
final class Peer: Sendable {
    let address: SocketAddress
    private let listener: Socket
    private let done = Promise<String?, Never>()
    private let sockets = Sockets()

    /// Accepted connections, which stay open until the script closes them or the test releases the peer.
    final class Sockets: Sendable {
        let list = Guarded<[Socket]>([])
    }

    /// Listens and runs `script` on its thread.
    init(_ script: @escaping @Sendable (borrowing Peer.Door) throws -> Void) throws {
        let listener = try Socket.listening(on: .loopback(port: 0))
        self.listener = listener
        address = listener.localAddress!
        let (done, sockets) = (done, sockets)
        startNamedThread("peer") {
            do {
                try script(Door(listener, sockets))
                done.fulfil(.success(nil))
            } catch {
                done.fulfil(.success("\(error)"))
            }
        }
    }

    /// Waits for the end of the script and returns its error; nil if it succeeded.
    func outcome() async -> String? {
        guard case .success(let text) = await done.result() else { return nil }
        return text
    }

    typealias Closed = PeerSocket.Closed
    struct Unexpected: Error { var packet: IPPacket }

    /// Accepts the connections of clients.
    struct Door: ~Copyable {
        let listener: Socket
        let sockets: Sockets

        init(_ listener: Socket, _ sockets: Sockets) {
            self.listener = listener
            self.sockets = sockets
        }

        /// Waits for the next connection.
        func accept() throws -> Line {
            while true {
                if let socket = try listener.accept() {
                    sockets.list.withLock { $0.append(socket) }
                    return Line(socket)
                }
                _ = listener.wait(for: .seconds(10))
            }
        }

        /// Accepts and acknowledges both connections.
        func welcome() throws -> (command: Line, event: Line) {
            let command = try accept()
            _ = try command.expect { if case .initCommandRequest = $0 { true } else { false } }
            try command.send(.initCommandAck(.init(connection: 1, responder: Peer.guid, name: "Peer")))
            let event = try accept()
            _ = try event.expect { if case .initEventRequest = $0 { true } else { false } }
            try event.send(.initEventAck)
            return (command, event)
        }
    }

    static let guid = IPIdentifier("00000000-0000-0000-0000-0000000000aa")!

    /// The peer's side of a connection; its methods block.
    final class Line {
        private let socket: PeerSocket
        private var parser = IPPacketParser()

        init(_ socket: Socket) { self.socket = PeerSocket(socket) }

        func close() { socket.close() }

        /// Waits for the next packet. Of a packet with data, returns the header and discards the data.
        func receive() throws -> IPPacket {
            while true {
                let bytes = socket.received
                let span = bytes.span
                switch try unsafe parser.next(in: span.bytes) {
                case .packet(let packet, let count):
                    socket.received.removeFirst(count)
                    return packet
                case .payload(_, let count, _, _): socket.received.removeFirst(count)
                case .incomplete: try socket.receiveMore()
                }
            }
        }

        func expect(_ isRight: (IPPacket) -> Bool) throws -> IPPacket {
            let packet = try receive()
            guard isRight(packet) else { throw Unexpected(packet: packet) }
            return packet
        }

        /// Waits for the next request.
        func request() throws -> OperationRequest {
            guard case .operationRequest(let request, _) = try receive() else { throw Closed() }
            return request
        }

        func send(_ packet: IPPacket, _ payload: [UInt8] = []) throws { try send(packet.encoded() + payload) }

        /// Sends bytes, optionally in pieces.
        func send(_ bytes: [UInt8], pieces: Int = .max) throws { try socket.send(bytes, pieces: pieces) }

        /// Sends the response to a request.
        func respond(_ request: OperationRequest, _ code: ResponseCode = .ok, _ parameters: Parameters = []) throws {
            try send(.operationResponse(OperationResponse(code, request.transaction, parameters)))
        }

        /// Returns the bytes of a whole data phase.
        static func data(_ id: TransactionID, _ bytes: [UInt8]) throws -> [UInt8] {
            try IPPacket.startData(id, totalBytes: UInt64(bytes.count)).encoded()
                + IPPacket.data(id, payloadBytes: bytes.count, isLast: true).encoded() + bytes
        }
    }
}
