/// Whether the camera is recording video, and the state of its timer.
public struct RecordingState: Sendable, Hashable {
    /// Reading of the camera's recording timer.
    public enum Timer: Sendable, Hashable {
        /// The camera reports no time.
        case none
        /// Recorded time in seconds.
        case elapsed(seconds: Int)
        /// Remaining time in seconds.
        case remaining(seconds: Int)
    }

    /// Whether the camera is recording.
    public var isRecording: Bool
    /// Reading of the recording timer.
    public var timer: Timer

    /// Creates a state.
    public init(isRecording: Bool, timer: Timer) {
        self.isRecording = isRecording
        self.timer = timer
    }

    /// Not recording.
    public static let idle = RecordingState(isRecording: false, timer: .none)
}
