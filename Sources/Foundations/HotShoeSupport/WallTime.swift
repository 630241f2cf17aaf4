import Glibc

/// A source of time that has a wall clock of its own, such as a virtual one.
package protocol WallTimeSource: TimeSource {
    /// Time since 1970-01-01 00:00 UTC.
    var wallTime: Duration { get }
}

extension TimeSource {
    /// Time since 1970-01-01 00:00 UTC: `CLOCK_REALTIME`, unless the source has a wall clock of its own.
    package var wallTime: Duration {
        if let own = self as? any WallTimeSource { return own.wallTime }
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Waits until the wall clock shows a time; returns early, without an error, when the task is cancelled. The wall clock may be set
    /// meanwhile.
    package func sleep(untilWallTime moment: Duration) async {
        while !Task.isCancelled {
            let rest = moment - wallTime
            if rest <= .zero { return }
            // In parts: a clock that is disciplined runs faster or slower than the monotonic one.
            await sleep(for: min(rest, .milliseconds(500)))
        }
    }
}

extension VirtualClock: WallTimeSource {
    /// A virtual clock begins on 2026-01-01.
    package var wallTime: Duration { .seconds(1_767_225_600) + now }
}
