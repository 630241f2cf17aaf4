internal import CEventLoop
import Glibc
import HotShoeSupport

/// One thread that waits for any number of sockets. **Thread-safe.**
///
/// A watch is armed for one time; its handler runs on the loop's thread and must return at once. The thread starts with the first watch
/// and lives as long as the process.
public final class EventLoop: Sendable {
    /// The one of this process.
    public static let shared = EventLoop()

    /// What a socket is watched for. An end or an error of the connection wakes either.
    public enum Interest: Sendable {
        case toReceive
        case toSend
        case toReceiveOrSend

        fileprivate var events: UInt32 {
            switch self {
            case .toReceive: EPOLLIN.rawValue | EPOLLRDHUP.rawValue
            case .toSend: EPOLLOUT.rawValue
            case .toReceiveOrSend: EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLOUT.rawValue
            }
        }
    }

    /// One socket that is watched. **Thread-safe.**
    public final class Watch: Sendable {
        fileprivate let loop: EventLoop
        fileprivate let number: UInt64
        fileprivate let socket: Socket
        fileprivate let handler: @Sendable () -> Void

        fileprivate init(_ loop: EventLoop, _ number: UInt64, _ socket: Socket, _ handler: @escaping @Sendable () -> Void) {
            self.loop = loop
            self.number = number
            self.socket = socket
            self.handler = handler
        }

        /// Lets the handler run once, as soon as the socket is ready.
        public func arm(_ interest: Interest) { loop.arm(self, interest) }

        /// Ends the watch for good. A handler that runs now is not waited for.
        public func cancel() { loop.remove(self) }
    }

    private struct State {
        var epoll: Int32 = -1
        var watches: [UInt64: Watch] = [:]
        var nextNumber: UInt64 = 1
    }

    /// Guards who is watched.
    private let state = Guarded(State())

    private init() {}

    /// Watches a socket, which must not be watched yet; not armed.
    ///
    /// The watch keeps the socket, and the loop keeps the watch, until it is cancelled.
    public func watch(_ socket: Socket, _ handler: @escaping @Sendable () -> Void) -> Watch {
        let (watch, starts) = state.withLock { state -> (Watch, Bool) in
            let starts = state.epoll < 0
            if starts { state.epoll = epoll_create1(Int32(EPOLL_CLOEXEC)) }
            let watch = Watch(self, state.nextNumber, socket, handler)
            state.nextNumber += 1
            state.watches[watch.number] = watch
            var event = unsafe epoll_event(events: EPOLLONESHOT.rawValue, data: epoll_data_t(u64: watch.number))
            unsafe epoll_ctl(state.epoll, EPOLL_CTL_ADD, socket.descriptor, &event)
            return (watch, starts)
        }
        if starts { startNamedThread("hotshoe.network") { [self] in run() } }
        return watch
    }

    fileprivate func arm(_ watch: Watch, _ interest: Interest) {
        let events = interest.events
        state.withLock { state in
            guard state.watches[watch.number] != nil else { return }
            var event = unsafe epoll_event(events: events | EPOLLONESHOT.rawValue, data: epoll_data_t(u64: watch.number))
            unsafe epoll_ctl(state.epoll, EPOLL_CTL_MOD, watch.socket.descriptor, &event)
        }
    }

    fileprivate func remove(_ watch: Watch) {
        let removed = state.withLock { state -> Watch? in
            guard let removed = state.watches.removeValue(forKey: watch.number) else { return nil }
            var event = unsafe epoll_event()
            unsafe epoll_ctl(state.epoll, EPOLL_CTL_DEL, watch.socket.descriptor, &event)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    private func run() {
        let epoll = state.withLock { $0.epoll }
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let count = unsafe epoll_wait(epoll, &events, Int32(events.count), -1)
            guard count > 0 else { continue }
            for index in 0..<Int(count) {
                let number = unsafe events[index].data.u64
                state.withLock { $0.watches[number] }?.handler()
            }
        }
    }
}
