import CTimex
import Glibc

/// A moment of the wall clock, by which several computers act together: `CLOCK_REALTIME`.
public struct ClockTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds.
    public var nanosecondsSince1970: Int64

    /// Creates the moment with this number.
    public init(nanosecondsSince1970: Int64) { self.nanosecondsSince1970 = nanosecondsSince1970 }

    /// Returns the present time of this computer.
    public static func now() -> ClockTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return ClockTime(nanosecondsSince1970: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Returns the moment after, or with a negative span before this one, limited to the representable ones.
    public func advanced(by span: Duration) -> ClockTime { ClockTime(sinceEpoch: sinceEpoch + span) }

    /// Returns the time from another moment to this one; negative if the other one is later.
    public func duration(since other: ClockTime) -> Duration { sinceEpoch - other.sinceEpoch }

    /// The earlier moment is less.
    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.nanosecondsSince1970 < right.nanosecondsSince1970 }

    /// UTC with nanoseconds: "2026-11-29T01:17:41.250000000Z".
    public var description: String {
        let milliseconds = nanosecondsSince1970.flooredQuotient(by: 1_000_000)
        let date = CameraDate(millisecondsSince1970: milliseconds)
        let rest = nanosecondsSince1970.flooredQuotient(by: 1_000_000_000).multipliedReportingOverflow(by: 1_000_000_000)
        let fraction = Int(nanosecondsSince1970 &- rest.partialValue)
        return "\(date.year.zeroPadded(4))-\(date.month.zeroPadded(2))-\(date.day.zeroPadded(2))T\(date.hour.zeroPadded(2)):"
            + "\(date.minute.zeroPadded(2)):\(date.second.zeroPadded(2)).\(fraction.zeroPadded(9))Z"
    }

    /// Time since 1970.
    package var sinceEpoch: Duration { .nanoseconds(nanosecondsSince1970) }

    /// The moment at a time since 1970, limited to the representable ones.
    package init(sinceEpoch: Duration) {
        let limit = Duration.nanoseconds(Int64.max)
        let (seconds, attoseconds) = min(max(sinceEpoch, .zero - limit), limit).components
        nanosecondsSince1970 = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

/// How far this computer's wall clock may be off, as the kernel estimates it from what a daemon such as chrony reports (`adjtimex`).
public struct ClockQuality: Sendable, Hashable {
    /// Whether a daemon disciplines the clock. If not, nothing is known of its error.
    public var isSynchronized: Bool
    /// The largest error that the clock may have; it grows until the daemon has measured again. Zero if the clock is not synchronized.
    public var maximumError: Duration
    /// The error that is probable. Zero if the clock is not synchronized.
    public var estimatedError: Duration

    /// Creates a quality; for tests.
    public init(isSynchronized: Bool, maximumError: Duration, estimatedError: Duration) {
        self.isSynchronized = isSynchronized
        self.maximumError = maximumError
        self.estimatedError = estimatedError
    }

    /// Returns the quality of this computer's clock now.
    public static func current() -> ClockQuality {
        var time = timex()
        let state = unsafe adjtimex(&time)
        // TIME_ERROR (5) is the state of a clock that is not synchronized; STA_UNSYNC is its flag.
        guard state >= 0, state != 5, time.status & 0x40 == 0 else {
            return ClockQuality(isSynchronized: false, maximumError: .zero, estimatedError: .zero)
        }
        return ClockQuality(
            isSynchronized: true,
            maximumError: .microseconds(time.maxerror),
            estimatedError: .microseconds(time.esterror)
        )
    }

    /// Whether the clock is certain enough: synchronized, with an error of at most `limit`.
    public func isWithin(_ limit: Duration) -> Bool { isSynchronized && maximumError <= limit }

    /// Checks that the clock is certain enough.
    ///
    /// - Throws: ``CameraError/Code/clockUncertain`` if it is not.
    public func check(_ limit: Duration) throws(CameraError) {
        if isWithin(limit) { return }
        let state = isSynchronized ? "may be off by \(maximumError.secondsText)" : "is not synchronized"
        throw CameraError(
            .clockUncertain,
            "The clock of the computer with the camera \(state), and \(limit.secondsText) are permitted. Run chrony, or permit more.",
            operation: .shoot
        )
    }
}
