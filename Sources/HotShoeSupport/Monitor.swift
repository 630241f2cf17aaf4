import Glibc

/// A lock with a condition, around the state that it guards: for our own threads, which may wait. **Thread-safe.**
///
/// Everything that is `async` uses ``Guarded`` instead, and never waits.
@safe
public final class Monitor<State: ~Copyable>: Sendable {
    // SAFETY: the three pointers are made in `init`, never change, and are freed in `deinit`, when no thread can hold a
    // reference; `state` is touched only while `mutex` is held.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    /// Takes the state to guard.
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

    /// Runs `body` alone. The condition is valid inside `body` only.
    public func withLock<Result: ~Copyable>(_ body: (inout State, borrowing Condition) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return unsafe body(&state.pointee, Condition(mutex: mutex, condition: condition))
    }

    /// Wakes one waiting thread, which does not find the lock held by who wakes it.
    public func signal() {
        unsafe pthread_cond_signal(condition)
    }

    /// Asks `body`, alone, now and after each signal, until it gives something; nil when the time was up before.
    ///
    /// The lock is let go between two askings. In a loop around a wait under one lock the optimizer may take it that nobody
    /// else changes the state, which is `inout` there, and read it once (observed with Swift 6.3.1: a waiting thread did not
    /// see what had woken it).
    ///
    /// - Parameter deadline: a moment of `CLOCK_MONOTONIC`; nil to wait for ever.
    public func wait<Result>(until deadline: Duration? = nil, for body: (inout State) -> Result?) -> Result? {
        while true {
            let (result, isOver) = withLock { state, condition -> (Result?, Bool) in
                if let result = body(&state) { return (result, true) }
                guard let deadline else {
                    condition.wait()
                    return (nil, false)
                }
                if SystemClock.monotonicTime() >= deadline { return (nil, true) }
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

        /// Gives the lock up until somebody signals, then holds it again. May return without a signal.
        ///
        /// The last thing that a body does: what it knows of the state is not true any more. See ``Monitor/wait(until:for:)``.
        public borrowing func wait() {
            unsafe pthread_cond_wait(condition, mutex)
        }

        /// As ``wait()``, but at the latest until a moment of `CLOCK_MONOTONIC`.
        public borrowing func wait(until deadline: Duration) {
            // A deadline that somebody chose as "never" may not fit into a `timespec`; a century will do.
            let (seconds, attoseconds) = min(max(deadline, .zero), .seconds(3_155_760_000)).components
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            unsafe pthread_cond_timedwait(condition, mutex, &time)
        }

        /// Wakes one waiting thread.
        public borrowing func signal() {
            unsafe pthread_cond_signal(condition)
        }

        /// Wakes every waiting thread.
        public borrowing func broadcast() {
            unsafe pthread_cond_broadcast(condition)
        }
    }
}
