/// Limits for received and decoded live view frames.
///
/// The values are chosen: the simulated camera makes frames of at most 4,096 pixels a side, and no known body sends larger
/// ones. A frame that claims a larger size is treated as an attack: a progressive JPEG of 512 megapixels takes 1.5 GB to decode
/// (observed).
package enum LiveViewLimits {
    /// Maximum size of a frame in bytes, including the data that the camera sends around the picture.
    package static let byteCount = 16 << 20
    /// Maximum number of pixels of a frame.
    package static let pixelCount = 4096 * 4096
    /// Maximum number of pixels of a frame times the number of its scans: a frame of the usual size may be progressive, which no
    /// body's is, and the largest has one scan.
    package static let scannedPixelCount = pixelCount

    /// Returns whether a frame of this size may be decoded.
    package static func allow(_ size: PixelSize) -> Bool {
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        return !overflow && size.width > 0 && size.height > 0 && pixels <= pixelCount
    }
}
