/// The times at which the pictures of a series are due. Pure: the caller passes times relative to the start of the series.
///
/// Picture `n` is due at `n × interval`, however long the previous ones took: a series does not drift. A late picture is taken
/// immediately, and the following pictures keep their times.
package struct IntervalSchedule: Sendable {
    /// Delay that does not count as late.
    package static let tolerance = Duration.milliseconds(50)

    /// Zero for consecutive pictures without a pause.
    package let interval: Duration

    package init(interval: Duration) { self.interval = interval }

    /// Time to wait for a picture, counted from 0; zero if it is due.
    package func wait(forPicture number: Int, now: Duration) -> Duration { max(.zero, interval * number - now) }

    /// The first picture, starting with a number, that is not overdue; the previous ones were missed. Without an interval none
    /// is missed.
    package func firstDue(from number: Int, now: Duration) -> Int {
        guard interval > .zero, now > interval * number else { return number }
        let next = (now / interval).rounded(.up)
        return max(number, next < Double(Int.max) ? Int(next) : .max)
    }

    /// The delay of a picture that begins now; nil if it is in time.
    package func delay(ofPicture number: Int, now: Duration) -> Duration? {
        guard interval > .zero else { return nil }
        let delay = now - interval * number
        return delay > Self.tolerance ? delay : nil
    }
}
