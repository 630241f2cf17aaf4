/// How long to wait before a body is asked again what has happened. Pure.
package struct DrainRate {
    /// After something happened, or began to be expected: more may come at once.
    package static let first: Duration = .milliseconds(2)
    /// While something is expected, at the least so often.
    package static let fast: Duration = .milliseconds(20)
    /// A body that is not asked for a second stops working properly (observed behaviour).
    package static let slow: Duration = .seconds(1)

    private var pause = Self.first
    private var hurriesUntil: Duration?

    package init() {}

    /// Something is expected until then.
    package mutating func hurry(until deadline: Duration) {
        hurriesUntil = max(deadline, hurriesUntil ?? deadline)
        pause = Self.first
    }

    /// What was expected has come.
    package mutating func calm() { hurriesUntil = nil }

    /// How long to wait after a question.
    ///
    /// - Parameter foundSomething: whether the reply had records: then there may be more.
    package mutating func pause(at now: Duration, foundSomething: Bool) -> Duration {
        if foundSomething {
            pause = Self.first
            return .zero
        }
        if let deadline = hurriesUntil, now >= deadline { hurriesUntil = nil }
        let limit = hurriesUntil == nil ? Self.slow : Self.fast
        defer { pause = min(pause * 2, limit) }
        return min(pause, limit)
    }
}
