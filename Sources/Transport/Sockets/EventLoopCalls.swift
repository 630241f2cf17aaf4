internal import CEventLoop
import Glibc

/// The system calls of an event loop, which tests replace. Each sets `errno` when it fails.
@safe
struct EventLoopCalls: Sendable {
    /// `epoll_create1`; -1 if it fails.
    var create: @Sendable () -> Int32
    /// `epoll_ctl` with an operation, a descriptor, events and a number; 0 for success.
    var control: @Sendable (_ epoll: Int32, _ operation: Int32, _ descriptor: Int32, _ events: UInt32, _ number: UInt64) -> Int32
    /// `epoll_wait` without a time limit: the number of events, or -1.
    var wait: @Sendable (_ epoll: Int32, _ events: UnsafeMutablePointer<epoll_event>, _ limit: Int32) -> Int32
    /// Waits after a wait that failed, which limits the rate of retries.
    var pause: @Sendable () -> Void

    static let system = unsafe EventLoopCalls(
        create: { epoll_create1(Int32(EPOLL_CLOEXEC)) },
        control: { epoll, operation, descriptor, events, number in
            var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: number))
            return unsafe epoll_ctl(epoll, operation, descriptor, &event)
        },
        wait: { epoll, events, limit in unsafe epoll_wait(epoll, events, limit, -1) },
        pause: { usleep(10_000) }
    )
}
