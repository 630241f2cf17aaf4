/// What a frame is a picture of, and where things are in it.
///
/// All places are in `space`, which need not have the shape of the picture: `imageRect` says where the picture lies in it.
public struct LiveViewFrameInfo: Sendable, Hashable {
    /// How the bytes are to be read.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case jpeg = "JPEG"
        /// Three bytes a pixel, red first, without gaps.
        case rgb24 = "RGB24"
    }

    /// Counts the frames that the camera made, those that nobody took included.
    public var sequenceNumber: UInt64 = 0
    /// When the camera made it, on the clock of the camera's driver.
    public var timestamp: Duration = .zero
    /// May change from one frame to the next.
    public var format: Format = .jpeg
    /// The size of the picture in the bytes.
    public var size = PixelSize(width: 0, height: 0)
    /// The shape that the picture should have; differs from `size` where the camera skips lines.
    public var naturalSize = PixelSize(width: 0, height: 0)
    /// The part of the picture that is not black bars, in pixels of `size`.
    public var contentRect = Rect(x: 0, y: 0, width: 0, height: 0)
    /// Landscape where the camera does not say.
    public var orientation: LiveViewOrientation = .landscape
    /// How far the camera is tilted to the right, 0…<360 degrees; nil where it does not say.
    public var rollDegrees: Double?
    /// The coordinate space of all that follows.
    public var space = PixelSize(width: 0, height: 0)
    /// Where the picture lies in the space.
    public var imageRect = Rect(x: 0, y: 0, width: 0, height: 0)
    /// Whether the picture shows a part of what the lens sees.
    public var isZoomed = false
    /// The part that an enlarged view would show.
    public var zoomRect: Rect?
    /// The smallest part that the camera can send; nil where it sends all.
    public var minimumCropSize: PixelSize?
    public var focusAreas: [FocusArea] = []

    /// A frame of which nothing is known.
    public init() {}

    /// Whether the picture must be stretched to `naturalSize` to look right.
    public var needsResize: Bool { size != naturalSize }
}
