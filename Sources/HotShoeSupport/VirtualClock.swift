/// A clock that stands still until it is told to go on: the same hour, in a moment, each time. **Thread-safe.**
///
/// Timers fire in the order of their deadlines, and of arming where these are equal, on the thread that calls
/// ``advance(by:)``.
public final class VirtualClock: TimeSource {
    private let monitor = Monitor(State())
    private let advancing = Guarded(())

    private struct State {
        var now: Duration = .zero
        var timers = TimerQueue<VirtualTimer>()
        var waiters: [(count: Int, promise: Promise<Void, Never>)] = []
        var isStopped = false
    }

    /// Makes a clock that shows zero.
    public init() {}

    deinit {
        // Timers hold the monitor, which holds those that are armed.
        let armed = monitor.withLock { state, _ in
            state.isStopped = true
            return state.timers.removeAll()
        }
        withExtendedLifetime(armed) {}
    }

    public var now: Duration { monitor.withLock { state, _ in state.now } }

    /// How many timers are armed.
    public var armedTimers: Int { monitor.withLock { state, _ in state.timers.count } }

    /// When the next timer falls due; nil when none is armed.
    public var nextDeadline: Duration? { monitor.withLock { state, _ in state.timers.nextDeadline } }

    public func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer {
        VirtualTimer(monitor: monitor, handler: handler)
    }

    /// Lets `span` pass: every timer that falls due in it fires, one after the other, before this returns.
    public func advance(by span: Duration) {
        advance(to: now + span)
    }

    /// Lets time pass until `moment`; does nothing when that has passed.
    public func advance(to moment: Duration) {
        advancing.withLock { _ in
            while let timer = Self.popDue(monitor, until: moment) { timer.handler() }
            monitor.withLock { state, _ in state.now = max(state.now, moment) }
        }
    }

    /// Waits until at least `count` timers are armed: the moment at which the code under test has nothing left to do
    /// but wait for time.
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
