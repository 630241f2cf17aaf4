import HotShoeSupport
import IPTransport
import PTP

/// A device that says what a test says, byte by byte, on a thread of its own, which ends with this object.
final class RawPeer: Sendable {
    static let identifier = IPIdentifier("00000000-0000-0000-0000-0000000000aa")!

    let address: SocketAddress
    private let listener: Socket
    private let sockets = Sockets()

    /// The connections that came, for ending them.
    final class Sockets: Sendable {
        fileprivate let list = Guarded<[Socket]>([])
    }

    /// Listens and runs `script` on its thread. What it throws ends it: the driver is what is looked at.
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

    /// Ends every connection, as a cable that is pulled does.
    func hangUp() {
        for socket in sockets.list.withLock({ $0 }) { socket.shutDown() }
    }

    struct Closed: Error {}

    /// Where clients come in.
    struct Door: ~Copyable {
        private let listener: Socket
        private let sockets: Sockets

        fileprivate init(_ listener: Socket, _ sockets: Sockets) {
            self.listener = listener
            self.sockets = sockets
        }

        /// The next connection; throws when there will be none any more.
        func accept() throws -> Line {
            while true {
                if let socket = try listener.accept() {
                    sockets.list.withLock { $0 = $0.suffix(7) + [socket] }
                    return Line(socket)
                }
                _ = listener.wait(for: .seconds(10))
            }
        }

        /// Both connections of a client that knows how to come in; nil for one that does not.
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

    /// One connection, as the device has it: it blocks.
    final class Line {
        private let socket: Socket
        private var received: [UInt8] = []
        private var parser = IPPacketParser()

        fileprivate init(_ socket: Socket) { self.socket = socket }

        func close() { socket.shutDown() }

        /// Lets the time pass, or less if something comes.
        func pause(_ time: Duration) { _ = socket.wait(for: time) }

        /// The next packet; of one with data the head, when all of its bytes have come: these are dropped.
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

        /// The next request, its data received.
        func request() throws -> OperationRequest {
            while true {
                guard case .operationRequest(let request, let dataFollows) = try receive() else { continue }
                if dataFollows { while true { if case .data(_, _, true) = try receive() { break } } }
                return request
            }
        }

        func send(_ packet: IPPacket) throws { try send(packet.encoded()) }

        /// Sends bytes, in pieces if that is wanted.
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
