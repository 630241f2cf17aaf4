/// Whether the camera records video, and for how long.
public struct RecordingState: Sendable, Hashable {
    /// What the camera's timer shows.
    public enum Timer: Sendable, Hashable {
        case none
        /// Seconds recorded so far.
        case elapsed(seconds: Int)
        /// Seconds that are left.
        case remaining(seconds: Int)
    }

    public var isRecording: Bool
    public var timer: Timer

    public init(isRecording: Bool, timer: Timer) {
        self.isRecording = isRecording
        self.timer = timer
    }

    public static let idle = RecordingState(isRecording: false, timer: .none)
}
