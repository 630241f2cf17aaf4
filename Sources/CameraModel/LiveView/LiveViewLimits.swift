/// Largest frame of live view that is received or decoded.
///
/// Both are chosen: the simulated camera makes frames of at most 4,096 pixels a side, and no known body sends larger ones. A larger claim is an
/// attack: a progressive JPEG of 512 megapixels takes 1.5 GB to decode (observed).
package enum LiveViewLimits {
    /// Bytes of a frame, with what the camera sends around the picture.
    package static let byteCount = 16 << 20
    /// Pixels of a frame.
    package static let pixelCount = 4096 * 4096

    /// Whether a frame of this size may be decoded.
    package static func allow(_ size: PixelSize) -> Bool {
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        return !overflow && size.width > 0 && size.height > 0 && pixels <= pixelCount
    }
}
