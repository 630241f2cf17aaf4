/// Time code of a video: hours, minutes, seconds and frames, as cameras show it and record it in the file.
public struct TimeCode: Sendable, Hashable, CustomStringConvertible {
    /// Hours, 0 to 23.
    public var hours: Int
    /// Minutes, 0 to 59.
    public var minutes: Int
    /// Seconds, 0 to 59.
    public var seconds: Int
    /// Number of the frame within the second, from 0 to the frame rate − 1.
    public var frames: Int

    /// Creates a time code. The ranges are not checked.
    public init(hours: Int, minutes: Int, seconds: Int, frames: Int) {
        (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
    }

    /// The four numbers with at least two digits each, such as "01:02:03:04".
    public var description: String {
        [hours, minutes, seconds, frames].map { (0..<10).contains($0) ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
