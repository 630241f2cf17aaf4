/// Decides whether the next piece of a stream is requested while the last one is being sent. Pure.
///
/// For a client that reads immediately, making a piece and sending the one before it overlap. For any other client a piece is requested when the
/// system has accepted the last one: what it receives is new, and nothing is made in vain.
struct ReadAhead {
    /// Time in which the system accepts a piece for a client that reads immediately, and for which a piece that was made ahead is new.
    static let limit = Duration.milliseconds(2)

    /// When the last byte of a piece was passed on; nil before the first, and after the next piece has begun.
    private var passed: Duration?
    /// Whether the client reads immediately.
    private(set) var isWanted = false

    /// The last byte of a piece has been passed on.
    mutating func passed(at now: Duration) { passed = now }

    /// The next piece is asked for: the system has accepted the last one.
    mutating func asked(at now: Duration) {
        if let passed { isWanted = now - passed < Self.limit }
        passed = nil
    }

    /// Whether a piece that was made before it was asked for is new enough for a stream that has newer ones.
    func isNew(madeAt time: Duration, _ now: Duration) -> Bool { now - time < Self.limit }
}
