internal import CEventLoop
import Glibc
import HotShoeSupport

/// A thread that waits for any number of sockets. **Thread-safe.**
///
/// Arming a watch applies to one event; its handler runs on the loop's thread and must not block. The thread starts with the
/// first watch and runs until the process ends.
public final class EventLoop: Sendable {
    /// The event loop of this process.
    public static let shared = EventLoop()

    /// Events to watch a socket for. The end or an error of the connection triggers all of them.
    public enum Interest: Sendable {
        /// The socket has input.
        case toReceive
        /// The socket has space for output.
        case toSend
        /// Either of the two.
        case toReceiveOrSend

        fileprivate var events: UInt32 {
            switch self {
            case .toReceive: EPOLLIN.rawValue | EPOLLRDHUP.rawValue
            case .toSend: EPOLLOUT.rawValue
            case .toReceiveOrSend: EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLOUT.rawValue
            }
        }
    }

    /// A watched socket. **Thread-safe.**
    public final class Watch: Sendable {
        fileprivate let loop: EventLoop
        fileprivate let number: UInt64
        fileprivate let socket: Socket
        fileprivate let handler: @Sendable () -> Void
        /// Guards the timer of a watch that could not be armed.
        fileprivate let retry = Guarded<(any TimeSourceTimer)?>(nil)

        fileprivate init(_ loop: EventLoop, _ number: UInt64, _ socket: Socket, _ handler: @escaping @Sendable () -> Void) {
            self.loop = loop
            self.number = number
            self.socket = socket
            self.handler = handler
        }

        /// Calls the handler once, when the socket is ready.
        public func arm(_ interest: Interest) { loop.arm(self, interest) }

        /// Ends the watch permanently. Does not wait for a running handler.
        public func cancel() { loop.remove(self) }
    }

    private struct State {
        var epoll: Int32 = -1
        var hasThread = false
        var watches: [UInt64: Watch] = [:]
        var nextNumber: UInt64 = 1
    }

    /// Guards the watches.
    private let state = Guarded(State())

    private let calls: EventLoopCalls
    private let time: any TimeSource
    /// Pause after a failed system call.
    static let pause: Duration = .milliseconds(100)

    init(_ calls: EventLoopCalls = .system, time: any TimeSource = SystemClock.shared) { (self.calls, self.time) = (calls, time) }

    /// Creates a watch for a socket that is not watched yet; the watch is not armed.
    ///
    /// The watch retains the socket, and the loop retains the watch until ``Watch/cancel()``.
    ///
    /// - Throws: ``SocketError`` if the system has no descriptor or no memory for it.
    public func watch(_ socket: Socket, _ handler: @escaping @Sendable () -> Void) throws(SocketError) -> Watch {
        let result = state.withLock { state -> Result<(Watch, Bool), SocketError> in
            if state.epoll < 0 { state.epoll = calls.create() }
            if state.epoll < 0 { return .failure(SocketError("wait for sockets")) }
            let watch = Watch(self, state.nextNumber, socket, handler)
            if calls.control(state.epoll, EPOLL_CTL_ADD, socket.descriptor, EPOLLONESHOT.rawValue, watch.number) != 0 {
                return .failure(SocketError("wait for a socket"))
            }
            state.nextNumber += 1
            state.watches[watch.number] = watch
            defer { state.hasThread = true }
            return .success((watch, !state.hasThread))
        }
        let (watch, starts) = try result.get()
        if starts { startNamedThread("hotshoe.network") { [self] in run() } }
        return watch
    }

    fileprivate func arm(_ watch: Watch, _ interest: Interest) {
        let events = interest.events | EPOLLONESHOT.rawValue
        let hasFailed = state.withLock { state in
            guard state.watches[watch.number] != nil else { return false }
            return calls.control(state.epoll, EPOLL_CTL_MOD, watch.socket.descriptor, events, watch.number) != 0
        }
        if hasFailed { armLater(watch, interest) }
    }

    /// Arms a watch again after a pause. Without it, its owner would wait without end.
    private func armLater(_ watch: Watch, _ interest: Interest) {
        Log.write(.warning, "sockets", "a socket is watched later: \(SocketError("wait for a socket"))")
        let timer = time.makeTimer { watch.arm(interest) }
        watch.retry.withLock { $0 = timer }
        timer.arm(at: time.now + Self.pause)
    }

    fileprivate func remove(_ watch: Watch) {
        let removed = state.withLock { state -> Watch? in
            guard let removed = state.watches.removeValue(forKey: watch.number) else { return nil }
            // The socket may have been removed by the system already.
            _ = calls.control(state.epoll, EPOLL_CTL_DEL, watch.socket.descriptor, 0, 0)
            return removed
        }
        watch.retry.withLock { $0 = nil }
        withExtendedLifetime(removed) {}
    }

    private func run() {
        let epoll = state.withLock { $0.epoll }
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let count = unsafe calls.wait(epoll, &events, Int32(events.count))
            guard count > 0 else {
                if count < 0, errno != EINTR { calls.pause() }
                continue
            }
            for index in 0..<Int(count) {
                let number = unsafe events[index].data.u64
                state.withLock { $0.watches[number] }?.handler()
            }
        }
    }
}
