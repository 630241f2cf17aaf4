/// A clock whose time advances only on request, for reproducible tests. **Thread-safe.**
///
/// Timers fire in the order of their deadlines, then in the order of arming, on the thread that calls ``advance(by:)``.
public final class VirtualClock: TimeSource {
    private let monitor = Monitor(State())
    private let advancing = Guarded(())

    private struct State {
        var now: Duration = .zero
        var timers = TimerQueue<VirtualTimer>()
        var waiters: [(count: Int, promise: Promise<Void, Never>)] = []
        var isStopped = false
    }

    /// Creates a clock that shows zero.
    public init() {}

    deinit {
        // Timers retain the monitor, which retains armed timers.
        let armed = monitor.withLock { state, _ in
            state.isStopped = true
            return state.timers.removeAll()
        }
        withExtendedLifetime(armed) {}
    }

    /// Time since zero.
    public var now: Duration { monitor.withLock { state, _ in state.now } }

    /// Number of armed timers.
    public var armedTimers: Int { monitor.withLock { state, _ in state.timers.count } }

    /// Deadline of the next timer; nil when none is armed.
    public var nextDeadline: Duration? { monitor.withLock { state, _ in state.timers.nextDeadline } }

    /// Creates a timer whose handler runs on the thread that advances the clock.
    public func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer {
        VirtualTimer(monitor: monitor, handler: handler)
    }

    /// Advances the time by `span`: every timer that expires in it fires, one at a time, before this returns.
    public func advance(by span: Duration) {
        advance(to: now + span)
    }

    /// Advances the time to `moment`; has no effect when that has passed.
    public func advance(to moment: Duration) {
        advancing.withLock { _ in
            while let timer = Self.popDue(monitor, until: moment) { timer.handler() }
            monitor.withLock { state, _ in state.now = max(state.now, moment) }
        }
    }

    /// Waits until at least `count` timers are armed: the state in which the code under test only waits for time.
    public func waitForTimers(_ count: Int = 1) async {
        let promise = Promise<Void, Never>()
        let isThere = monitor.withLock { state, _ in
            if state.timers.count >= count { return true }
            state.waiters.append((count, promise))
            return false
        }
        if !isThere { _ = await promise.result() }
    }

    private static func popDue(_ monitor: Monitor<State>, until moment: Duration) -> VirtualTimer? {
        monitor.withLock { state, _ in
            guard let entry = state.timers.popDue(at: moment) else { return nil }
            state.now = max(state.now, entry.deadline)
            return entry.timer
        }
    }

    private final class VirtualTimer: TimeSourceTimer {
        let handler: @Sendable () -> Void
        private let monitor: Monitor<State>

        init(monitor: Monitor<State>, handler: @escaping @Sendable () -> Void) {
            self.monitor = monitor
            self.handler = handler
        }

        func arm(at deadline: Duration) {
            let ready = monitor.withLock { state, _ in
                if state.isStopped { return [] as [(count: Int, promise: Promise<Void, Never>)] }
                state.timers.arm(self, at: deadline)
                let ready = state.waiters.filter { $0.count <= state.timers.count }
                state.waiters.removeAll { $0.count <= state.timers.count }
                return ready
            }
            for waiter in ready { waiter.promise.fulfil(.success(())) }
        }

        func disarm() {
            monitor.withLock { state, _ in state.timers.disarm(self) }
        }
    }
}
