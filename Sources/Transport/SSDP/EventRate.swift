/// Limits how often something happens for each source, and in all, in a span of time. Pure.
struct EventRate {
    private let limitOfOneSource: Int
    private let limit: Int
    private let span: Duration

    /// End of the present span.
    private(set) var nextSpan: Duration = .zero
    private var counts: [[UInt8]: Int] = [:]
    private var count = 0

    init(limitOfOneSource: Int, limit: Int, span: Duration) {
        (self.limitOfOneSource, self.limit, self.span) = (limitOfOneSource, limit, span)
    }

    /// Counts one more for a source; returns `false`, and does not count it, if that would exceed a limit.
    mutating func allows(_ source: [UInt8], at now: Duration) -> Bool {
        if now >= nextSpan { (nextSpan, counts, count) = (now + span, [:], 0) }
        guard count < limit, counts[source, default: 0] < limitOfOneSource else { return false }
        counts[source, default: 0] += 1
        count += 1
        return true
    }
}
