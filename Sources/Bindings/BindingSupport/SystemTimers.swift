import Glibc

/// The monotonic clock, and one thread that fires all timers of the process. **Thread-safe.**
package final class SystemTimers: Sendable {
    /// The timers of this process.
    package static let shared = SystemTimers()

    /// Time of `CLOCK_MONOTONIC` from which `now` counts.
    package let origin: Duration

    /// Guards the queue; the condition wakes the thread when an earlier deadline was added.
    private let monitor = Monitor(State())

    private struct State {
        var timers = TimerQueue<SystemTimer>()
        var hasThread = false
    }

    private init() {
        origin = Self.monotonicTime()
    }

    /// Time since the origin.
    package var now: Duration { Self.monotonicTime() - origin }

    /// Creates a timer whose handler runs on the timers' thread.
    package func makeTimer(_ handler: @escaping @Sendable () -> Void) -> SystemTimer {
        SystemTimer(timers: self, handler: handler)
    }

    fileprivate func arm(_ timer: SystemTimer, at deadline: Duration) {
        let startsThread = monitor.withLock { state, condition in
            let earliest = state.timers.nextDeadline
            state.timers.arm(timer, at: deadline)
            if earliest.map({ deadline < $0 }) ?? true { condition.signal() }
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if startsThread { startNamedThread("library.timer") { [self] in run() } }
    }

    fileprivate func disarm(_ timer: SystemTimer) {
        monitor.withLock { state, _ in state.timers.disarm(timer) }
    }

    /// Body of the timer thread: sleeps until the next deadline, and fires outside the lock.
    private func run() {
        while true {
            let due = monitor.withLock { state, condition -> SystemTimer? in
                if let entry = state.timers.popDue(at: now) { return entry.timer }
                if let deadline = state.timers.nextDeadline {
                    condition.wait(until: origin + deadline)
                } else {
                    condition.wait()
                }
                return nil
            }
            due?.handler()
        }
    }

    /// The present time of `CLOCK_MONOTONIC`.
    package static func monotonicTime() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Duration(wholeNanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

/// One of the ``SystemTimers``: armed for one time at a time, repeatedly, without allocating. **Thread-safe.**
package final class SystemTimer: Sendable {
    fileprivate let handler: @Sendable () -> Void
    private let timers: SystemTimers

    fileprivate init(timers: SystemTimers, handler: @escaping @Sendable () -> Void) {
        self.timers = timers
        self.handler = handler
    }

    /// Sets the timer to expire at `deadline`, a time since the timers' origin; immediately if it has passed.
    package func arm(at deadline: Duration) { timers.arm(self, at: deadline) }

    /// Stops the timer.
    package func disarm() { timers.disarm(self) }
}
