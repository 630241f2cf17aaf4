/// Description of a frame: its format, sizes, and the coordinate space of its positions.
///
/// All positions are in `space`, whose aspect ratio may differ from that of the picture: `imageRect` is the picture's position
/// in it.
public struct LiveViewFrameInfo: Sendable, Hashable {
    /// Encoding of the bytes.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A JPEG file.
        case jpeg = "JPEG"
        /// Three bytes for each pixel in the order red, green, blue, without gaps.
        case rgb24 = "RGB24"
    }

    /// Number of the frame among those that the camera made, dropped ones included.
    public var sequenceNumber: UInt64 = 0
    /// Time at which the camera made the frame, on the clock of its driver.
    public var timestamp: Duration = .zero
    /// Encoding of the bytes. May change from one frame to the next.
    public var format: Format = .jpeg
    /// Size of the encoded picture in pixels.
    public var size = PixelSize(width: 0, height: 0)
    /// Size with the correct aspect ratio; differs from `size` where the camera skips lines.
    public var naturalSize = PixelSize(width: 0, height: 0)
    /// The part of the picture without black bars, in pixels of `size`.
    public var contentRect = Rect(x: 0, y: 0, width: 0, height: 0)
    /// Orientation of the camera; landscape if the camera does not report it.
    public var orientation: LiveViewOrientation = .landscape
    /// Tilt of the camera to the right, 0 ≤ roll < 360 degrees; nil if the camera does not report it.
    public var rollDegrees: Double?
    /// Tilt of the camera upwards, −90 ≤ pitch ≤ 90 degrees; nil if the camera does not report it.
    public var pitchDegrees: Double?
    /// Time code of the video that is being recorded; nil while there is none, or if the camera does not report it.
    public var timeCode: TimeCode?
    /// Size of the coordinate space of all positions below.
    public var space = PixelSize(width: 0, height: 0)
    /// Position of the picture in the coordinate space.
    public var imageRect = Rect(x: 0, y: 0, width: 0, height: 0)
    /// Whether the picture shows only a part of the camera's field of view.
    public var isZoomed = false
    /// The part that an enlarged view would show; nil if the camera does not report it.
    public var zoomRect: Rect?
    /// Size of the smallest part that the camera can send; nil if it always sends the whole picture.
    public var minimumCropSize: PixelSize?
    /// The focus areas, with positions in the coordinate space.
    public var focusAreas: [FocusArea] = []

    /// Creates a description of an empty frame.
    public init() {}

    /// Whether the picture must be scaled to `naturalSize` for the correct aspect ratio.
    public var needsResize: Bool { size != naturalSize }
}
