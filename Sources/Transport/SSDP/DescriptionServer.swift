import HotShoeSupport
import Sockets

/// An HTTP server with one document. **Thread-safe.**
final class DescriptionServer: Sendable {
    /// Port at which it listens.
    let port: UInt16

    /// Maximum number of connections that are served at the same time; further ones are closed.
    private static let connectionLimit = 8
    /// Longest time of a connection.
    private static let timeout: Duration = .seconds(3)
    /// Maximum size of a request in bytes.
    private static let requestLimit = 4096

    private static let threads = LibraryCallbackQueue(threadName: "hotshoe.ssdp", threadLimit: connectionLimit)

    private let listener: Socket
    private let path: String
    private let document: [UInt8]
    /// Guards the watch of the listener, until ``close()``.
    private let watch = Guarded<EventLoop.Watch?>(nil)
    /// Guards the timer of a pause after a failure.
    private let pauses = Guarded<(any TimeSourceTimer)?>(nil)
    /// Guards the number of connections.
    private let connections = Guarded(0)

    /// Listens on an address; with port 0 the system chooses a port.
    init(address: SocketAddress, path: String, document: [UInt8]) throws(SocketError) {
        listener = try Socket.listening(on: address)
        port = listener.localAddress?.port ?? address.port
        (self.path, self.document) = (path, document)
        let made = try EventLoop.shared.watch(listener) { [weak self] in self?.accept() }
        watch.withLock { $0 = made }
        made.arm(.toReceive)
    }

    deinit { close() }

    /// Stops accepting connections.
    func close() {
        let watch = watch.withLock { watch in
            defer { watch = nil }
            return watch
        }
        watch?.cancel()
    }

    private func accept() {
        while let socket = nextConnection() {
            let isOver = connections.withLock { connections in
                if connections == Self.connectionLimit { return true }
                connections += 1
                return false
            }
            if isOver { continue }
            Self.threads.enqueue(
                CallbackWork { [weak self] in
                    self?.serve(socket)
                    self?.connections.withLock { $0 -= 1 }
                }
            )
        }
        if pauses.withLock({ $0 == nil }) { watch.withLock { $0 }?.arm(.toReceive) }
    }

    /// Returns the next connection; nil if there is none, or none can be accepted now, usually for lack of file descriptors. The
    /// listener, which has input all the time, is then watched again after a pause.
    private func nextConnection() -> Socket? {
        do throws(SocketError) { return try listener.accept() } catch {
            Log.write(.warning, "ssdp", "\(error)")
            let timer = SystemClock.shared.makeTimer { [weak self] in self?.acceptAgain() }
            pauses.withLock { $0 = timer }
            timer.arm(at: SystemClock.shared.now + .milliseconds(100))
            return nil
        }
    }

    private func acceptAgain() {
        pauses.withLock { $0 = nil }
        watch.withLock { $0 }?.arm(.toReceive)
    }

    /// Reads a request and answers it, within the time limit.
    private func serve(_ socket: Socket) {
        let deadline = SystemClock.monotonicTime() + Self.timeout
        var request: [UInt8] = []
        while !Self.isComplete(request) {
            let left = deadline - SystemClock.monotonicTime()
            let isTooLong = request.count >= Self.requestLimit
            guard left > .zero, !isTooLong, socket.wait(for: left),
                let outcome = try? socket.receive(Self.requestLimit, appendingTo: &request), outcome != .closed
            else { return }
        }
        var answer = reply(to: request)[...]
        while !answer.isEmpty, SystemClock.monotonicTime() < deadline {
            guard socket.wait(toSend: true, for: deadline - SystemClock.monotonicTime()),
                let outcome = try? socket.send(answer)
            else { return }
            if case .bytes(let count) = outcome { answer = answer.dropFirst(count) }
            if outcome == .closed { return }
        }
        socket.shutDown()
    }

    private static func isComplete(_ request: [UInt8]) -> Bool {
        guard let lines = HeaderLines(request, limit: .max), !lines.first.isEmpty else { return false }
        return request.suffix(4).elementsEqual("\r\n\r\n".utf8) || request.suffix(2).elementsEqual("\n\n".utf8)
    }

    /// The answer to a request: the document for GET and its path, otherwise an error (RFC 9110 § 15).
    func reply(to request: [UInt8]) -> [UInt8] {
        let words = HeaderLines(request, limit: 64)?.first.split(separator: " ") ?? []
        switch words.first {
        case "GET" where words.count > 1 && words[1] == path: return Self.reply("200 OK", document)
        case "GET": return Self.reply("404 Not Found", [])
        default: return Self.reply("405 Method Not Allowed", [])
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
