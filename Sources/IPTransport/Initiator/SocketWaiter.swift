import HotShoeSupport

/// Waits for one socket from `async` code, for as long as a handshake takes. **Single-owner.**
final class SocketWaiter: Sendable {
    let socket: Socket
    private let time: any TimeSource
    private let watch: EventLoop.Watch
    private let slot: Slot

    /// Who waits now.
    private final class Slot: Sendable {
        let waiting = Guarded<Promise<Bool, Never>?>(nil)

        func fulfil(_ isReady: Bool) {
            waiting.withLock { $0 }?.fulfil(.success(isReady))
        }
    }

    init(_ socket: Socket, _ time: any TimeSource) {
        self.socket = socket
        self.time = time
        let slot = Slot()
        self.slot = slot
        watch = EventLoop.shared.watch(socket) { slot.fulfil(true) }
    }

    /// Lets the socket go, so that somebody else may watch it.
    func release() { watch.cancel() }

    /// Waits until the socket is ready; false when the time is up or the task was cancelled.
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
