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
        var watches: [UInt64: Watch] = [:]
        var nextNumber: UInt64 = 1
    }

    /// Guards the watches.
    private let state = Guarded(State())

    private init() {}

    /// Creates a watch for a socket that is not watched yet; the watch is not armed.
    ///
    /// The watch retains the socket, and the loop retains the watch until ``Watch/cancel()``.
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
