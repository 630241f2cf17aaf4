import BindingSupport

/// Durations in the C interface: nanoseconds in 64 bits.
public enum Time {
    /// Converts nanoseconds to a duration; exact.
    public static func duration(_ nanoseconds: Int64) -> Duration { .nanoseconds(nanoseconds) }

    /// Converts a duration to nanoseconds, without the fraction; durations beyond the range, some 292 years, are clamped to it.
    public static func nanoseconds(_ duration: Duration) -> Int64 {
        duration.wholeNanoseconds
    }
}
