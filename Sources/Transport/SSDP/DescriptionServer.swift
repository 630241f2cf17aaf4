import HotShoeSupport
import Sockets

/// An HTTP server with one document. **Thread-safe.**
final class DescriptionServer: Sendable {
    /// Port at which it listens.
    let port: UInt16

    /// Longest time of a connection.
    private static let timeout: Duration = .seconds(3)
    /// Maximum size of a request in bytes.
    private static let requestLimit = 4096

    private let connections: ShortConnections

    /// Listens on an address; with port 0 the system chooses a port.
    init(address: SocketAddress, path: String, document: [UInt8]) throws(SocketError) {
        connections = try ShortConnections(at: address) { socket in
            let deadline = SystemClock.monotonicTime() + Self.timeout
            guard let request = socket.receiveLines(limit: Self.requestLimit, until: deadline) else { return }
            if socket.sendAll(Self.reply(to: request, path, document), until: deadline) { socket.shutDown() }
        }
        port = connections.port
    }

    /// Stops accepting connections.
    func close() { connections.close() }

    /// The answer to a request: the document for GET and its path, otherwise an error (RFC 9110 § 15).
    static func reply(to request: [UInt8], _ path: String, _ document: [UInt8]) -> [UInt8] {
        let words = HeaderLines(request, limit: 64)?.first.split(separator: " ") ?? []
        switch words.first {
        case "GET" where words.count > 1 && words[1] == path: return reply("200 OK", document)
        case "GET": return reply("404 Not Found", [])
        default: return reply("405 Method Not Allowed", [])
        }
    }

    private static func reply(_ status: String, _ body: [UInt8]) -> [UInt8] {
        let head = """
            HTTP/1.1 \(status)\r
            Content-Type: text/xml\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r

            """
        return Array(head.utf8) + body
    }
}
