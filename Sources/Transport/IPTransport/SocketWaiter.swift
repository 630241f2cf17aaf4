import HotShoeSupport
import Sockets

/// Waits for a socket in `async` code during a handshake. **Single-owner.**
final class SocketWaiter: Sendable {
    let socket: Socket
    private let time: any TimeSource
    private let watch: EventLoop.Watch
    private let slot: Slot

    /// The current wait.
    private final class Slot: Sendable {
        let waiting = Guarded<Promise<Bool, Never>?>(nil)

        func fulfil(_ isReady: Bool) {
            waiting.withLock { $0 }?.fulfil(.success(isReady))
        }
    }

    /// Creates a waiter. **Errors**: `SocketError` if the socket cannot be watched.
    init(_ socket: Socket, _ time: any TimeSource) throws(SocketError) {
        self.socket = socket
        self.time = time
        let slot = Slot()
        self.slot = slot
        watch = try EventLoop.shared.watch(socket) { slot.fulfil(true) }
    }

    /// Stops watching the socket, so that another owner can watch it.
    func release() { watch.cancel() }

    /// Waits until the socket is ready; returns `false` if the deadline has passed or the task was cancelled.
    func wait(_ interest: EventLoop.Interest, until deadline: Duration) async -> Bool {
        let ready = Promise<Bool, Never>()
        slot.waiting.withLock { $0 = ready }
        let timer = time.makeTimer { ready.fulfil(.success(false)) }
        timer.arm(at: deadline)
        defer { timer.disarm() }
        watch.arm(interest)
        return if case .success(true) = await ready.resultUnlessCancelled() { true } else { false }
    }
}
