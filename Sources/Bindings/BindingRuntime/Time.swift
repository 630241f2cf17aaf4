/// Durations in the C interface: nanoseconds in 64 bits.
public enum Time {
    /// Converts nanoseconds to a duration; exact.
    public static func duration(_ nanoseconds: Int64) -> Duration { .nanoseconds(nanoseconds) }

    /// Converts a duration to nanoseconds, without the fraction; durations beyond the range, some 292 years, are clamped to it.
    public static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflows || overflowsToo { return seconds < 0 ? .min : .max }
        return sum
    }
}
