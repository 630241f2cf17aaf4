import HotShoeSupport

/// Receives the datagrams of a socket on the thread of the event loop, until it is closed or released. **Thread-safe.**
public final class DatagramReceiver: Sendable {
    /// Receives a datagram; must not block.
    public typealias Handler = @Sendable (_ bytes: [UInt8], _ source: SocketAddress) -> Void

    /// Number of datagrams that are received without looking at other sockets.
    private static let burst = 64

    /// The socket, which also sends.
    public let socket: DatagramSocket
    private let limit: Int
    private let handler: Handler
    /// Guards the watch, until ``close()``.
    private let watch = Guarded<EventLoop.Watch?>(nil)

    /// Starts to receive.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - limit: Maximum size of a datagram in bytes; the rest of a longer one is lost.
    ///   - handler: Receives each datagram. A handler that is running may still run when ``close()`` returns.
    /// - Throws: ``SocketError`` if the socket cannot be watched.
    public init(_ socket: DatagramSocket, limit: Int, _ handler: @escaping Handler) throws(SocketError) {
        (self.socket, self.limit, self.handler) = (socket, limit, handler)
        let made = try EventLoop.shared.watch(socket.socket) { [weak self] in self?.receive() }
        watch.withLock { $0 = made }
        made.arm(.toReceive)
    }

    deinit { close() }

    /// Stops receiving.
    public func close() {
        let watch = watch.withLock { watch in
            defer { watch = nil }
            return watch
        }
        watch?.cancel()
    }

    private func receive() {
        for _ in 0..<Self.burst {
            guard let (bytes, source) = try? socket.receive(limit) else { break }
            handler(bytes, source)
        }
        watch.withLock { $0 }?.arm(.toReceive)
    }
}
