import HotShoeSupport
import Sockets

/// Listens for TCP connections that are served on threads, a few at a time, each for a few seconds. **Thread-safe.**
final class ShortConnections: Sendable {
    /// Port at which it listens.
    let port: UInt16

    /// Maximum number of connections that are served at the same time, in all and of one host; further ones are closed.
    static let (limit, hostLimit) = (8, 4)

    private static let threads = LibraryCallbackQueue(threadName: "hotshoe.ssdp", threadLimit: limit)

    private let listener: Socket
    private let serve: @Sendable (Socket) -> Void
    /// Guards the watch of the listener, until ``close()``.
    private let watch = Guarded<EventLoop.Watch?>(nil)
    /// Guards the timer of a pause after a failure.
    private let pauses = Guarded<(any TimeSourceTimer)?>(nil)
    /// Guards the numbers of connections, by host.
    private let connections = Guarded<[[UInt8]: Int]>([:])

    /// Listens on an address; with port 0 the system chooses a port.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - serve: Serves a connection, on a thread that it may block for a few seconds. The socket is closed with its last reference.
    /// - Throws: `SocketError` if the address cannot be listened on.
    init(at address: SocketAddress, _ serve: @escaping @Sendable (Socket) -> Void) throws(SocketError) {
        listener = try Socket.listening(on: address)
        port = listener.localAddress?.port ?? address.port
        self.serve = serve
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
            let host = socket.remoteAddress?.bytes ?? []
            let isOver = connections.withLock { connections in
                let count = connections[host, default: 0]
                if count == Self.hostLimit || connections.values.reduce(0, +) == Self.limit { return true }
                connections[host] = count + 1
                return false
            }
            if isOver { continue }
            Self.threads.enqueue(
                CallbackWork { [weak self] in
                    self?.serve(socket)
                    self?.connections.withLock { connections in
                        let count = connections[host, default: 0] - 1
                        connections[host] = count > 0 ? count : nil
                    }
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
}

extension Socket {
    /// Receives lines up to an empty one, the end, or a time at which nothing has arrived for a while. Blocks.
    ///
    /// - Parameters:
    ///   - limit: Maximum number of bytes.
    ///   - deadline: Time of the monotonic clock until which to wait.
    ///   - silence: Time without a byte after which lines without an empty one are complete; nil for none.
    /// - Returns: The bytes; nil if there are too many, or the time is over.
    func receiveLines(limit: Int, until deadline: Duration, silence: Duration? = nil) -> [UInt8]? {
        var bytes: [UInt8] = []
        while !Self.isComplete(bytes) {
            let left = deadline - SystemClock.monotonicTime()
            guard left > .zero, bytes.count < limit else { return nil }
            let isPaused = !bytes.isEmpty && silence != nil
            guard wait(for: isPaused ? min(left, silence ?? left) : left) else { return isPaused ? bytes : nil }
            guard let outcome = try? receive(limit, appendingTo: &bytes) else { return nil }
            if outcome == .closed { return silence == nil || bytes.isEmpty ? nil : bytes }
        }
        return bytes
    }

    private static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard let lines = HeaderLines(bytes, limit: .max), !lines.first.isEmpty else { return false }
        return bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) || bytes.suffix(2).elementsEqual("\n\n".utf8)
    }

    /// Sends all bytes. Blocks until `deadline`, a time of the monotonic clock; returns whether they were sent.
    @discardableResult
    func sendAll(_ bytes: [UInt8], until deadline: Duration) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let left = deadline - SystemClock.monotonicTime()
            guard left > .zero, wait(toSend: true, for: left), let outcome = try? send(rest), outcome != .closed else {
                return false
            }
            if case .bytes(let count) = outcome { rest = rest.dropFirst(count) }
        }
        return true
    }
}
