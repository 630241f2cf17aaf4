/// Decides when the program hotshoe-webcam is started again after an unexpected end. Pure.
struct WebcamRestarts {
    /// A program that ends earlier than this after its start has failed quickly.
    static let shortest = Duration.seconds(10)
    /// Number of quick ends in a row after which it is not started again.
    static let limit = 3

    private var quickEnds = 0
    private var pauses = Reconnection.Pauses()

    /// Returns the time to wait before the next start; nil to give up.
    mutating func ended(after running: Duration) -> Duration? {
        if running >= Self.shortest { (quickEnds, pauses) = (0, Reconnection.Pauses()) } else { quickEnds += 1 }
        return quickEnds < Self.limit ? pauses.pop() : nil
    }
}
