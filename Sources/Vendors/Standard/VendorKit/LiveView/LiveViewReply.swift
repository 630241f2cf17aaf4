package import CameraModel

/// One reply to a vendor's request of a live view frame: where the picture and its data are in the received bytes. Pure.
///
/// A vendor implements this for its header or segments. A reply stores ranges, not bytes; parsing it allocates no memory and ends
/// with a result for any bytes.
package protocol LiveViewReply: Sendable {
    /// Parses the received bytes.
    init(_ bytes: RawSpan)

    /// Range of the JPEG picture; nil if there is none, or only a part of it.
    var wholePicture: Range<Int>? { get }
    /// Range of the histogram: brightness, red, green, blue, 256 UINT32 each; nil if there is none.
    var histogram: Range<Int>? { get }
    /// Magnification factor, 1 for the whole picture; nil if the reply does not contain it.
    var magnification: UInt32? { get }

    /// Sets the known parts of a frame's geometry in `info`, and leaves the others unchanged: the picture fills the space.
    func describe(in info: inout LiveViewFrameInfo)

    /// Returns the focus area of the frame; nil if the reply contains none or an invalid one.
    func focusArea(in space: PixelSize) -> FocusArea?
}

extension LiveViewReply {
    /// Nil.
    package var histogram: Range<Int>? { nil }
    /// Nil.
    package var magnification: UInt32? { nil }

    /// Does nothing.
    package func describe(in info: inout LiveViewFrameInfo) {}

    /// Returns nil.
    package func focusArea(in space: PixelSize) -> FocusArea? { nil }
}
