/// Timeout of the transaction under way. Pure.
///
/// The deadline is a fixed time after the last progress. Received data extends it in proportion to its size, so that a device
/// which sends single bytes at long intervals still times out.
struct ProgressTimeout {
    /// Minimum data rate, in bytes per second. A slower transfer times out.
    private static let slowest = 4096

    private let limit: Duration
    /// Time up to which the device's use of time is justified: by received data or by processing on this side.
    private var accounted: Duration
    /// Start of the processing of data on this side, nil otherwise. This time does not count against the device.
    private var held: Duration?

    /// Starts the timeout at `now`.
    init(_ limit: Duration, since now: Duration) {
        self.limit = limit
        accounted = now
    }

    /// Time at which the transaction times out if there is no further progress.
    var deadline: Duration { (held ?? accounted) + limit }

    /// Records that data was transferred and that its processing on this side begins. With nil the number of bytes is
    /// unknown, and all time until `now` is justified.
    mutating func hold(bytes: Int?, at now: Duration) {
        let worth = bytes.map { Duration.microseconds($0 * 1_000_000 / Self.slowest) } ?? now
        accounted = min(now, accounted + worth)
        held = now
    }

    /// Records that data was transferred that needs no processing.
    mutating func pass(bytes: Int, at now: Duration) {
        hold(bytes: bytes, at: now)
        held = nil
    }

    /// Records that the processing has ended.
    mutating func release(at now: Duration) {
        if let held { accounted += now - held }
        held = nil
    }
}
