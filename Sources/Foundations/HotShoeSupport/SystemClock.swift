import Glibc

/// Real time: the monotonic clock, and one thread that fires all timers of the process. **Thread-safe.**
public final class SystemClock: TimeSource {
    /// The default clock.
    public static let shared = SystemClock()

    /// Time of `CLOCK_MONOTONIC` at which this clock shows zero.
    public let origin: Duration

    /// Guards the queue; the condition wakes the thread when an earlier deadline was added.
    private let monitor = Monitor(State())

    private struct State {
        var timers = TimerQueue<SystemTimer>()
        var hasThread = false
    }

    private init() {
        origin = Self.monotonicTime()
    }

    /// Time since the clock's origin.
    public var now: Duration { Self.monotonicTime() - origin }

    /// Creates a timer whose handler runs on the clock's thread.
    public func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer {
        SystemTimer(clock: self, handler: handler)
    }

    fileprivate func arm(_ timer: SystemTimer, at deadline: Duration) {
        let startsThread = monitor.withLock { state, condition in
            let earliest = state.timers.nextDeadline
            state.timers.arm(timer, at: deadline)
            if earliest.map({ deadline < $0 }) ?? true { condition.signal() }
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if startsThread { startNamedThread("hotshoe.timer") { [self] in run() } }
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
    public static func monotonicTime() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Duration(wholeNanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

private final class SystemTimer: TimeSourceTimer {
    let handler: @Sendable () -> Void
    private let clock: SystemClock

    init(clock: SystemClock, handler: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.handler = handler
    }

    func arm(at deadline: Duration) { clock.arm(self, at: deadline) }
    func disarm() { clock.disarm(self) }
}
