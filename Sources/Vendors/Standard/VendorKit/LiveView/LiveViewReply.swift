package import CameraModel

/// One reply to a vendor's request of a live view frame: where the picture and its data are in the received bytes. Pure.
///
/// A vendor's parser makes it from its header or segments. It stores ranges, not bytes, so that it needs no memory.
package struct LiveViewReply: Sendable {
    /// Range of the whole JPEG picture.
    package var picture: Range<Int>
    /// Range of the histogram: brightness, red, green, blue, 256 UINT32 each; nil if there is none.
    package var histogram: Range<Int>?
    /// Magnification factor, 1 for the whole picture; nil if the reply does not contain it.
    package var magnification: UInt32?
    /// Size of the coordinate space, above 0; nil for the size of the picture.
    package var space: PixelSize?
    /// Position of the picture in the coordinate space; nil for a rectangle of the picture's size.
    package var imageRect: Rect?
    /// Focus area in the coordinate space; nil if the reply contains none or an invalid one.
    package var focusArea: FocusArea?
    /// Number of focus areas that `LiveViewRequest.focusArea` returns, for vendors whose frames contain several.
    package var areaCount = 0
    /// Orientation of the camera.
    package var orientation = LiveViewOrientation.landscape
    /// Tilt of the camera to the right, 0 ≤ roll < 360 degrees; nil if the reply does not contain it.
    package var rollDegrees: Double?
    /// Tilt of the camera upwards, −90 ≤ pitch ≤ 90 degrees; nil if the reply does not contain it.
    package var pitchDegrees: Double?
    /// Time code of the video that is being recorded; nil if the reply contains none.
    package var timeCode: TimeCode?
    /// State of the camera, whose changes are reported; nil if the reply does not contain it.
    package var status: Status?

    /// State of a camera that its frames contain, in values that change rarely.
    package struct Status: Hashable, Sendable {
        /// State of recording, with whole seconds; nil if it is not contained.
        package var recording: RecordingState?
        /// Whether the camera warns of its temperature.
        package var isHot: Bool

        package init(recording: RecordingState?, isHot: Bool) { (self.recording, self.isHot) = (recording, isHot) }
    }

    /// Creates a reply with a picture.
    package init(picture: Range<Int>) { self.picture = picture }
}
