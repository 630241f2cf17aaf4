/// Real time: the monotonic clock, and one thread that fires all timers of the process. **Thread-safe.**
public final class SystemClock: TimeSource {
    /// The default clock.
    public static let shared = SystemClock()

    private let timers = SystemTimers.shared

    private init() {}

    /// Time of `CLOCK_MONOTONIC` at which this clock shows zero.
    public var origin: Duration { timers.origin }

    /// Time since the clock's origin.
    public var now: Duration { timers.now }

    /// Creates a timer whose handler runs on the clock's thread.
    public func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer {
        timers.makeTimer(handler)
    }

    /// The present time of `CLOCK_MONOTONIC`.
    public static func monotonicTime() -> Duration { SystemTimers.monotonicTime() }
}

extension SystemTimer: TimeSourceTimer {}
