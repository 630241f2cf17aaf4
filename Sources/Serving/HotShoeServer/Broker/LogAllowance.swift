/// Limits the lines about refused messages in the log. Pure.
struct LogAllowance: Sendable {
    /// Number of lines in a period.
    static let limit = 20
    static let period = Duration.seconds(60)

    private var start: Duration?
    private var count = 0

    /// Takes a line at a time of a monotonic clock.
    ///
    /// - Returns: the line to print: this one, a sentence in the place of the first line above the limit, or nil.
    mutating func take(_ line: String, at now: Duration) -> String? {
        if let start, now - start < Self.period {
            count += 1
        } else {
            (start, count) = (now, 1)
        }
        if count <= Self.limit { return line }
        guard count == Self.limit + 1 else { return nil }
        return
            "More than \(Self.limit) messages in a minute were refused or ignored. The next ones of this minute are not logged."
    }
}
