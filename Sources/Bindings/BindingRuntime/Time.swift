/// Spans of time as C has them: nanoseconds in 64 bits.
public enum Time {
    /// The span; exact.
    public static func duration(_ nanoseconds: Int64) -> Duration { .nanoseconds(nanoseconds) }

    /// The span to the nanosecond below it; what does not fit, some 292 years, becomes the longest that does.
    public static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflows || overflowsToo { return seconds < 0 ? .min : .max }
        return sum
    }
}
