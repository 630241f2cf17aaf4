private import CMicroHTTPD
private import HotShoeSupport

/// Sends a stream on the socket of its connection, from the task that makes the pieces. **Thread-safe.**
///
/// For an answer that ends with its connection, without TLS. libmicrohttpd sends the head and requests the content; then it has suspended the
/// connection until the stream ends, and does not use the socket.
final class SocketStream: StreamAnswer {
    let connection: StreamConnection
    private let stream: any WebStream
    private let sender: SocketSender
    /// Guards whether the stream has begun.
    private let hasBegun = Guarded(false)

    init(_ connection: OpaquePointer, _ stream: any WebStream, _ loop: WebLoop) {
        self.connection = unsafe StreamConnection(connection, loop)
        self.stream = stream
        let descriptor = unsafe connection_socket(connection)
        sender = SocketSender(descriptor) { [unowned loop] toSend in loop.watchStream(descriptor, toSend: toSend) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamOutcome {
        if let outcome = connection.outcome { return outcome }
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        if isFirst { connection.perform { await self.run() } }
        return connection.suspend()
    }

    func canSend() { sender.canSend() }

    func close() { sender.close() }

    private func run() async {
        do {
            while try await sendNext() {
                guard await sender.wait() else { return connection.finish(isComplete: false) }
            }
            connection.finish(isComplete: true)
        } catch { connection.finish(isComplete: false) }
    }

    /// Sends the next piece, which is released when this returns. Returns false at the end.
    private func sendNext() async throws -> Bool {
        guard let piece = try await stream.next(), piece.count > 0 else { return false }
        sender.send(piece)
        return true
    }
}
