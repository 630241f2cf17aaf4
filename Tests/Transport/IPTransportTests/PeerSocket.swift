import Sockets

/// A scripted device's side of a connection; its methods block.
final class PeerSocket {
    private let socket: Socket
    /// Bytes that have arrived and were not used.
    var received: [UInt8] = []

    struct Closed: Error {}

    init(_ socket: Socket) { self.socket = socket }

    func close() { socket.shutDown() }

    /// Waits for more bytes.
    func receiveMore() throws {
        switch try socket.receive(1 << 16, appendingTo: &received) {
        case .bytes: break
        case .closed: throw Closed()
        case .wouldBlock: _ = socket.wait(for: .seconds(10))
        }
    }

    /// Sends bytes, optionally in pieces.
    func send(_ bytes: [UInt8], pieces: Int = .max) throws {
        var sent = 0
        while sent < bytes.count {
            switch try socket.send(bytes[sent..<min(bytes.count, sent + min(pieces, bytes.count))]) {
            case .bytes(let count): sent += count
            case .closed: throw Closed()
            case .wouldBlock: _ = socket.wait(toSend: true, for: .seconds(10))
            }
        }
    }
}
