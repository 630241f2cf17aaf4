import Glibc
import HotShoeSupport
import IPTransport
import PTP
import Sockets

/// A scripted device that sends and receives containers over TCP, on its own thread, at three ports in a row.
final class ContainerPeer: Sendable {
    let address: SocketAddress
    private let done = Promise<String?, Never>()
    private let doors: [Door]

    static let guid = IPIdentifier("00000000-0000-0000-0000-0000000000aa")!

    typealias Closed = PeerSocket.Closed
    struct Unexpected: Error { var found: ContainerStreamParser.Found }

    /// Listens and runs `script` on its thread, with the doors for commands, events and frames.
    init(_ script: @escaping @Sendable ([Door]) throws -> Void) throws {
        let doors = try Self.listening()
        (self.doors, address) = (doors, doors[0].listener.localAddress!)
        let done = done
        startNamedThread("container peer") {
            do {
                try script(doors)
                done.fulfil(.success(nil))
            } catch { done.fulfil(.success("\(error)")) }
        }
    }

    /// Three ports in a row that are free.
    private static func listening() throws -> [Door] {
        for _ in 0..<50 {
            let first = try Socket.listening(on: .loopback(port: 0))
            guard let port = first.localAddress?.port, port < 65534,
                let second = try? Socket.listening(on: .loopback(port: port + 1)),
                let third = try? Socket.listening(on: .loopback(port: port + 2))
            else { continue }
            return [first, second, third].map { Door(listener: $0) }
        }
        throw Closed()
    }

    /// Waits for the end of the script and returns its error; nil if it succeeded.
    func outcome() async -> String? {
        guard case .success(let text) = await done.result() else { return nil }
        return text
    }

    /// Accepts connections at a port.
    final class Door: Sendable {
        let listener: Socket
        private let accepted = Guarded<[Socket]>([])

        init(listener: Socket) { self.listener = listener }

        /// Waits for the next connection.
        func accept() throws -> Line {
            for _ in 0..<10 {
                if let socket = try listener.accept() {
                    accepted.withLock { $0.append(socket) }
                    return Line(socket)
                }
                _ = listener.wait(for: .seconds(10))
            }
            throw Closed()
        }

        /// Accepts a connection and acknowledges its greeting.
        func welcome() throws -> Line {
            let line = try accept()
            _ = try line.greeting()
            try line.send(ContainerGreeting.acknowledgement(.init(responder: ContainerPeer.guid, name: "X-T4")).encoded)
            return line
        }
    }

    /// The peer's side of a connection; its methods block.
    final class Line {
        private let socket: PeerSocket
        private var parser = ContainerStreamParser()

        init(_ socket: Socket) { self.socket = PeerSocket(socket) }

        func close() { socket.close() }

        /// Waits for the greeting and returns its bytes.
        func greeting() throws -> [UInt8] {
            while socket.received.count < ContainerGreeting.requestSize { try socket.receiveMore() }
            defer { socket.received.removeFirst(ContainerGreeting.requestSize) }
            return Array(socket.received.prefix(ContainerGreeting.requestSize))
        }

        /// Waits for the next item; of data, it is the header, followed by the bytes in pieces.
        func receive() throws -> (found: ContainerStreamParser.Found, bytes: [UInt8]) {
            while true {
                let bytes = socket.received
                let span = bytes.span
                let found = try unsafe parser.next(in: span.bytes)
                let used: Int
                switch found {
                case .incomplete:
                    try socket.receiveMore()
                    continue
                case .greeting(_, let count), .goodbye(let count), .message(_, _, let count), .dataBegan(_, _, let count),
                    .payload(_, let count, _):
                    used = count
                }
                defer { socket.received.removeFirst(used) }
                return (found, Array(bytes.prefix(used)))
            }
        }

        /// Waits for the next request.
        func request() throws -> OperationRequest {
            let found = try receive().found
            guard case .message(let container, let parameters, _) = found, container.kind == .command else {
                throw Unexpected(found: found)
            }
            return OperationRequest(OperationCode(rawValue: container.code), container.transaction, parameters)
        }

        /// Waits for the data of a request and returns it.
        func data() throws -> [UInt8] {
            guard case .dataBegan(_, var left, _) = try receive().found else { throw Closed() }
            var all: [UInt8] = []
            while left > 0 {
                let bytes = try receive().bytes
                all += bytes
                left -= bytes.count
            }
            return all
        }

        /// Sends bytes, optionally in pieces.
        func send(_ bytes: [UInt8], pieces: Int = .max) throws { try socket.send(bytes, pieces: pieces) }

        /// Sends the response to a request.
        func respond(_ request: OperationRequest, _ code: ResponseCode = .ok, _ parameters: Parameters = []) throws {
            try send(ContainerPeer.response(request, code, parameters))
        }
    }

    static func response(_ request: OperationRequest, _ code: ResponseCode = .ok, _ parameters: Parameters = []) -> [UInt8] {
        USBContainer.response(OperationResponse(code, request.transaction, parameters))
    }

    /// The bytes of a whole data phase.
    static func data(_ request: OperationRequest, _ bytes: [UInt8]) -> [UInt8] {
        USBContainer(.data, code: request.code.rawValue, request.transaction, payloadBytes: UInt64(bytes.count)).header + bytes
    }
}
