/// How long to wait before a body is asked again what has happened. Pure.
package struct DrainRate {
    /// While something is expected.
    package static let fast: Duration = .milliseconds(20)
    /// A body that is not asked for a second stops working properly (observed behaviour).
    package static let slow: Duration = .seconds(1)

    private var pause = Self.fast
    private var hurriesUntil: Duration?

    package init() {}

    /// Something is expected until then.
    package mutating func hurry(until deadline: Duration) {
        hurriesUntil = max(deadline, hurriesUntil ?? deadline)
        pause = Self.fast
    }

    /// What was expected has come.
    package mutating func calm() { hurriesUntil = nil }

    /// How long to wait after a question.
    ///
    /// - Parameter foundSomething: whether the reply had records: then there may be more.
    package mutating func pause(at now: Duration, foundSomething: Bool) -> Duration {
        if foundSomething {
            pause = Self.fast
            return .zero
        }
        if let hurriesUntil, now < hurriesUntil { return Self.fast }
        hurriesUntil = nil
        defer { pause = min(pause * 2, Self.slow) }
        return pause
    }
}
