internal import ImageFormats

/// Four histograms of a picture with 256 bins each, stored in place: measuring does not allocate.
struct Histogram256: Sendable {
    static let binCount = 256

    /// Brightness, Rec. 709 weights on the encoded values.
    private(set) var luminance = InlineArray<256, UInt32>(repeating: 0)
    private(set) var red = InlineArray<256, UInt32>(repeating: 0)
    private(set) var green = InlineArray<256, UInt32>(repeating: 0)
    private(set) var blue = InlineArray<256, UInt32>(repeating: 0)
    /// Number of pixels that were counted.
    private(set) var sampleCount = 0

    init() {}

    /// Counts every `step`th pixel of every `step`th row of RGB pixels, replacing the previous counts.
    mutating func measure(_ pixels: Span<UInt8>, size: ImageSize, step: Int = 4) {
        self = Histogram256()
        guard let byteCount = size.rgbByteCount, pixels.count >= byteCount, step > 0 else { return }
        for row in stride(from: 0, to: size.height, by: step) {
            let start = row * size.width * 3
            for offset in stride(from: start, to: start + size.width * 3, by: step * 3) {
                count(pixels[offset], pixels[offset + 1], pixels[offset + 2])
            }
        }
    }

    private mutating func count(_ r: UInt8, _ g: UInt8, _ b: UInt8) {
        // The weights add up to 256.
        let brightness = (54 * UInt32(r) + 183 * UInt32(g) + 19 * UInt32(b)) >> 8
        luminance[Int(brightness)] &+= 1
        red[Int(r)] &+= 1
        green[Int(g)] &+= 1
        blue[Int(b)] &+= 1
        sampleCount += 1
    }
}
