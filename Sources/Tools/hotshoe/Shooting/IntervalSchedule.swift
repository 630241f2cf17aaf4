/// When the pictures of a series are due. Pure: times are handed in, counted from the start of the series.
///
/// Picture `n` is due at `n × interval`, however long the ones before took: a series does not drift. One that is late is taken at once,
/// and the next ones are due when they would have been.
struct IntervalSchedule {
    /// Lateness that nobody would call so.
    static let tolerance = Duration.milliseconds(50)

    /// Zero for one picture right after the other.
    let interval: Duration

    /// How long to wait for a picture, counted from 0; zero if it is due.
    func wait(forPicture number: Int, now: Duration) -> Duration { max(.zero, interval * number - now) }

    /// The first picture from a number on that is not overdue: the ones before it were missed. Without an interval nothing is.
    func firstDue(from number: Int, now: Duration) -> Int {
        guard interval > .zero, now > interval * number else { return number }
        let next = Int((now / interval).rounded(.up))
        return max(number, next)
    }

    /// How late a picture begins that begins now; nil if it is in time.
    func delay(ofPicture number: Int, now: Duration) -> Duration? {
        guard interval > .zero else { return nil }
        let delay = now - interval * number
        return delay > Self.tolerance ? delay : nil
    }
}
