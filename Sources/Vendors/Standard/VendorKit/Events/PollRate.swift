/// Interval between two requests for a body's events (GetEvent). Pure.
package struct DrainRate {
    /// Pause after a reply with records, or when an event begins to be expected: more may follow immediately.
    package static let first: Duration = .milliseconds(2)
    /// Longest pause while an event is expected.
    package static let fast: Duration = .milliseconds(20)
    /// Longest pause otherwise. A body that receives no request for a second stops working properly (observed behaviour).
    package static let slow: Duration = .seconds(1)

    private var pause = Self.first
    private var shortUntil: Duration?

    package init() {}

    /// Shortens the pauses until `deadline`, because an event is expected.
    package mutating func shortenPauses(until deadline: Duration) {
        shortUntil = max(deadline, shortUntil ?? deadline)
        pause = Self.first
    }

    /// Ends the shortened pauses.
    package mutating func calm() { shortUntil = nil }

    /// Returns the pause after a reply that was received at `now`.
    ///
    /// The pause is zero if the reply contained records, because there may be more. Otherwise it doubles from ``first`` up to
    /// ``fast`` while an event is expected, and up to ``slow`` at other times.
    package mutating func pause(at now: Duration, foundSomething: Bool) -> Duration {
        if foundSomething {
            pause = Self.first
            return .zero
        }
        if let deadline = shortUntil, now >= deadline { shortUntil = nil }
        let limit = shortUntil == nil ? Self.slow : Self.fast
        defer { pause = min(pause * 2, limit) }
        return min(pause, limit)
    }
}
