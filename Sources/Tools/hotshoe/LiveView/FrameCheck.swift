import CameraModel

/// The usability of a frame of live view. Pure.
enum FrameCheck: Equatable {
    /// A complete JPEG of this length; the remaining bytes are padding.
    case jpeg(byteCount: Int)
    /// Pixels, which can be drawn but are not a JPEG.
    case pixels
    /// Empty, truncated, or of another format than announced.
    case unusable

    /// Maximum length of padding: some cameras fill frames with zeros.
    private static let paddingLimit = 4096

    init(format: LiveViewFrameInfo.Format, size: PixelSize, bytes: RawSpan) {
        switch format {
        case .rgb24:
            let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
            let isWhole = !overflow && pixels > 0 && bytes.byteCount / 3 == pixels && bytes.byteCount % 3 == 0
            self = isWhole ? .pixels : .unusable
        case .jpeg:
            self = Self.end(of: Span<UInt8>(_bytes: bytes)).map { .jpeg(byteCount: $0) } ?? .unusable
        }
    }

    init(_ frame: LiveViewFrame) { self.init(format: frame.info.format, size: frame.size, bytes: frame.bytes) }

    /// The offset after the End Of Image marker, if it follows a Start Of Image (ITU-T T.81, B.1.1.3).
    private static func end(of bytes: Span<UInt8>) -> Int? {
        var end = bytes.count
        guard end >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        while end > 4, bytes.count - end < paddingLimit, bytes[end - 1] == 0 { end -= 1 }
        return bytes[end - 2] == 0xFF && bytes[end - 1] == 0xD9 ? end : nil
    }
}
