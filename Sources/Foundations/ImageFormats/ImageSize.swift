/// The width and height of a picture in pixels.
public struct ImageSize: Sendable, Hashable {
    /// Number of pixels in a row.
    public var width: Int
    /// Number of rows.
    public var height: Int

    /// Creates a size of `width` × `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels; nil if the size is not positive, or the number does not fit into an `Int`.
    public var pixelCount: Int? {
        guard width > 0, height > 0 else { return nil }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? nil : count
    }

    /// The number of bytes for RGB pixels of this size, in rows without padding; nil if the size is not positive or too large.
    public var rgbByteCount: Int? {
        guard let pixelCount else { return nil }
        let (count, overflow) = pixelCount.multipliedReportingOverflow(by: 3)
        return overflow ? nil : count
    }
}

extension ImageSize: CustomStringConvertible {
    /// The size as `width×height`.
    public var description: String { "\(width)×\(height)" }
}
