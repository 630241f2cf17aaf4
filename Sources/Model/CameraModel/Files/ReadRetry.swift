/// Decides whether a read that failed is repeated, and after which pause. Pure.
///
/// Cameras refuse single reads of files that they can read, while they write or after a burst.
package struct ReadRetry: Sendable {
    /// Time without progress after which a read is not repeated.
    package struct Patience: Sendable, Hashable {
        fileprivate let limit: Duration
        /// Whether a file that the camera does not know may appear.
        fileprivate let expectsFile: Bool

        /// For files that have existed for some time: two seconds.
        package static let short = Patience(limit: .seconds(2), expectsFile: false)
        /// For files that the camera has just made: a minute.
        package static let newFile = Patience(limit: .seconds(60), expectsFile: true)
    }

    private let patience: Patience
    private var start: Duration
    private var offset: UInt64 = 0
    private var pause = Self.firstPause

    private static var firstPause: Duration { .milliseconds(50) }
    private static var longestPause: Duration { .seconds(2) }

    /// Begins a read now.
    package init(_ patience: Patience, at now: Duration) { (self.patience, start) = (patience, now) }

    /// Decides whether a read is repeated.
    ///
    /// - Parameters:
    ///   - error: Error of the read.
    ///   - offset: Number of bytes that were read in all.
    ///   - now: Present time.
    /// - Returns: The pause before the read is repeated; nil if it is not.
    package mutating func pause(after error: CameraError, offset: UInt64, at now: Duration) -> Duration? {
        guard isTransient(error) else { return nil }
        if offset > self.offset { (self.offset, start, pause) = (offset, now, Self.firstPause) }
        guard now - start < patience.limit else { return nil }
        defer { pause = min(pause * 2, Self.longestPause) }
        return pause
    }

    private func isTransient(_ error: CameraError) -> Bool {
        switch error.code {
        case .busy, .protocolFailure, .cardError, .connectionLost: true
        // Without a response the request was rejected before the camera received it.
        case .notAvailable: error.response != nil
        case .notFound, .noData: patience.expectsFile
        default: false
        }
    }
}
