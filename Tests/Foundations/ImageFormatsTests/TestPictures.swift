@testable import ImageFormats
import Testing

/// Pixels that can be recognised after lossy compression.
enum TestPictures {
    /// Red increases to the right, green downwards, blue is constant; no sharp edges.
    static func gradient(_ size: ImageSize) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                pixels += [UInt8(255 * x / max(size.width - 1, 1)), UInt8(255 * y / max(size.height - 1, 1)), 96]
            }
        }
        return pixels
    }

    /// A gradient as JPEG.
    static func jpeg(_ size: ImageSize, quality: Int = 90, subsampling: ChromaSubsampling = .yuv420) throws -> [UInt8] {
        var encoder = try JPEGEncoder()
        let capacity = try #require(JPEGEncoder.maximumByteCount(size: size, subsampling: subsampling))
        var buffer = [UInt8](repeating: 0, count: capacity)
        var target = buffer.mutableSpan
        let pixels = gradient(size)
        let count = try encoder.encode(pixels.span, size: size, quality: quality, subsampling: subsampling, into: &target)
        return Array(buffer[..<count])
    }

    /// The pixels of a JPEG.
    static func decode(_ jpeg: [UInt8], scale: JPEGScale = .full) throws -> (picture: DecodedPicture, pixels: [UInt8]) {
        var decoder = try JPEGDecoder()
        let size = scale.apply(to: try decoder.header(of: jpeg.span).size)
        var pixels = [UInt8](repeating: 0, count: try #require(size.rgbByteCount))
        var target = pixels.mutableSpan
        let picture = try decoder.decode(jpeg.span, scale: scale, into: &target)
        return (picture, pixels)
    }

    /// The mean difference of two pictures of the same size, in levels of 255.
    static func difference(_ a: [UInt8], _ b: [UInt8]) -> Double {
        guard a.count == b.count, !a.isEmpty else { return .infinity }
        return Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
    }
}

/// Runs `body`, which may only throw an `ImageFormatError`, and returns the error; nil if it throws none.
func refused(_ body: () throws(ImageFormatError) -> Void) -> ImageFormatError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}
