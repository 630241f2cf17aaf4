/// Largest frame of live view that is received or decoded.
///
/// Source: cameras send JPEG frames of 640 × 424 to 1,920 × 1,280 pixels and 50 KB to 1 MB (observed by open programs); the simulated camera
/// makes frames of at most 4,096 pixels a side. What claims more is not live view: a progressive JPEG of 512 megapixels takes 1.5 GB to decode.
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
