import CameraModel
import HotShoeSupport

/// The time limit for one picture, from the release to its files.
enum PictureTimeLimit {
    /// Time beyond twice the exposure: focusing, a self-timer, and writing.
    private static let margin = Duration.seconds(60)

    /// Returns the limit: at least `--timeout`, and twice the exposure time, which the camera may need again for a dark frame.
    ///
    /// - Parameters:
    ///   - exposure: Exposure time; nil if it is not known.
    ///   - requested: `--timeout`; nil for the default.
    /// - Returns: The limit.
    static func limit(exposure: Duration?, requested: Duration?) -> Duration {
        max(requested ?? DefaultTimeout.picture, (exposure ?? .zero) * 2 + margin)
    }

    /// Returns the limit with the present shutter speed of a camera.
    static func limit(_ camera: Camera, _ context: CommandContext) -> Duration {
        limit(exposure: camera.property(.shutterSpeed).value?.exposureTime, requested: context.timeout)
    }
}
