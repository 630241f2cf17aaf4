/// Pause between two requests of a poll. Pure.
package struct PollRate: Sendable {
    /// Limits of the pauses.
    package struct Limits: Hashable, Sendable {
        /// Pause after a reply with records, or when an event begins to be expected: more may follow immediately.
        package var first: Duration = .milliseconds(2)
        /// Longest pause while an event is expected.
        package var whileExpecting: Duration = .milliseconds(20)
        /// Longest pause otherwise.
        package var slowest: Duration = .seconds(1)

        /// Creates the limits that suit cameras with a queue of events.
        package init() {}
    }

    /// Limits of the pauses.
    package let limits: Limits
    private var pause: Duration
    private var shortUntil: Duration?

    /// Creates a rate that begins with the shortest pause.
    package init(_ limits: Limits = Limits()) {
        self.limits = limits
        pause = limits.first
    }

    /// Shortens the pauses until `deadline`, because an event is expected.
    package mutating func shortenPauses(until deadline: Duration) {
        shortUntil = max(deadline, shortUntil ?? deadline)
        pause = limits.first
    }

    /// Ends the shortened pauses.
    package mutating func calm() { shortUntil = nil }

    /// Returns the pause after a reply that was received at `now`.
    ///
    /// The pause is zero if the reply contained records, because there may be more. Otherwise it doubles from the first up to
    /// the longest that is allowed at this time.
    package mutating func pause(at now: Duration, foundSomething: Bool) -> Duration {
        if foundSomething {
            pause = limits.first
            return .zero
        }
        if let deadline = shortUntil, now >= deadline { shortUntil = nil }
        let limit = shortUntil == nil ? limits.slowest : limits.whileExpecting
        defer { pause = min(pause * 2, limit) }
        return min(pause, limit)
    }
}
