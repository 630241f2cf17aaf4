import Glibc

/// A lock with a condition, and the state that it guards: for the library's own threads, which may block. **Thread-safe.**
///
/// `async` code uses ``Guarded`` instead, and never blocks.
@safe
public final class Monitor<State: ~Copyable>: Sendable {
    // SAFETY: the three pointers are made in `init`, never change, and are freed in `deinit`, when no thread can hold a
    // reference; `state` is accessed only while `mutex` is held.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    /// Creates a monitor that guards the state.
    public init(_ initial: consuming sending State) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: initial)
        unsafe pthread_mutex_init(mutex, nil)
        // On the heap: some builds do not see the definition of this type, which `init()` would need.
        let attributes = UnsafeMutablePointer<pthread_condattr_t>.allocate(capacity: 1)
        unsafe pthread_condattr_init(attributes)
        unsafe pthread_condattr_setclock(attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, attributes)
        unsafe pthread_condattr_destroy(attributes)
        unsafe attributes.deallocate()
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Calls `body` with exclusive access to the state. The condition is valid inside `body` only.
    public func withLock<Result: ~Copyable>(_ body: (inout State, borrowing Condition) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return unsafe body(&state.pointee, Condition(mutex: mutex, condition: condition))
    }

    /// Wakes one waiting thread, without holding the lock.
    public func signal() {
        unsafe pthread_cond_signal(condition)
    }

    /// Wakes all waiting threads, without holding the lock.
    public func broadcast() {
        unsafe pthread_cond_broadcast(condition)
    }

    /// Calls `body` with exclusive access, now and after each signal, until it returns a value or the deadline has passed.
    ///
    /// The lock is released between two calls. In a loop around a wait under one lock the optimizer may assume that the state,
    /// which is `inout` there, does not change, and read it once (observed with Swift 6.3.1: a waiting thread did not see the
    /// change that had woken it).
    ///
    /// - Parameters:
    ///   - deadline: a time of `CLOCK_MONOTONIC`; nil to wait forever.
    ///   - body: returns the result; nil to wait for the next signal. Called with the lock held.
    /// - Returns: the result of `body`; nil if the deadline has passed.
    public func wait<Result>(until deadline: Duration? = nil, for body: (inout State) -> Result?) -> Result? {
        while true {
            let (result, isOver) = withLock { state, condition -> (Result?, Bool) in
                if let result = body(&state) { return (result, true) }
                guard let deadline else {
                    condition.wait()
                    return (nil, false)
                }
                if SystemTimers.monotonicTime() >= deadline { return (nil, true) }
                condition.wait(until: deadline)
                return (nil, false)
            }
            if isOver { return result }
        }
    }

    /// Waiting and waking, while the lock is held.
    @safe
    public struct Condition: ~Copyable {
        fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>
        fileprivate let condition: UnsafeMutablePointer<pthread_cond_t>

        fileprivate init(mutex: UnsafeMutablePointer<pthread_mutex_t>, condition: UnsafeMutablePointer<pthread_cond_t>) {
            unsafe self.mutex = mutex
            unsafe self.condition = condition
        }

        /// Releases the lock until a signal, then acquires it again. May return without a signal.
        ///
        /// Must be the last statement of a body, as the state may have changed. See ``Monitor/wait(until:for:)``.
        public borrowing func wait() {
            withoutThreadCancellation { _ = unsafe pthread_cond_wait(condition, mutex) }
        }

        /// As ``wait()``, but at most until a time of `CLOCK_MONOTONIC`.
        public borrowing func wait(until deadline: Duration) {
            // A deadline that means "never" may not fit into a `timespec`; it is limited to a century.
            let nanoseconds = min(max(deadline.wholeNanoseconds, 0), 3_155_760_000 * 1_000_000_000)
            var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
            withoutThreadCancellation { _ = unsafe pthread_cond_timedwait(condition, mutex, &time) }
        }

        /// Wakes one waiting thread.
        public borrowing func signal() {
            unsafe pthread_cond_signal(condition)
        }

        /// Wakes all waiting threads.
        public borrowing func broadcast() {
            unsafe pthread_cond_broadcast(condition)
        }
    }
}
