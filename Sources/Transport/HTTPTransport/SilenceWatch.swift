/// Decides whether a stream has been silent for too long. Pure.
///
/// libcurl's own limit is an average: it ends a stream of which a few bytes arrive each quarter of a minute.
struct SilenceWatch {
    private let limit: Duration
    private var last: Duration
    private var isPaused = false

    init(limit: Duration, at now: Duration) { (self.limit, last) = (limit, now) }

    /// Bytes have arrived.
    mutating func arrived(at now: Duration) { last = now }

    /// The receiver takes no more bytes: silence is its own choice.
    mutating func paused() { isPaused = true }

    mutating func resumed(at now: Duration) { (isPaused, last) = (false, now) }

    func isSilent(at now: Duration) -> Bool { !isPaused && now - last > limit }
}
