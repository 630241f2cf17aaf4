@testable import ImageFormats
import Testing

@Suite struct JPEGStripTests {
    /// A picture from strips, with the requested row numbers.
    private func encode(_ size: ImageSize, _ subsampling: ChromaSubsampling, exif: [UInt8]? = nil) throws -> (
        file: [UInt8], rows: [Int]
    ) {
        let pixels = TestPictures.gradient(size)
        var encoder = try JPEGEncoder()
        var requested: [Int] = []
        let file = try encoder.encode(size: size, quality: 90, subsampling: subsampling, exif: exif) { first, strip in
            requested.append(first)
            for index in strip.indices { strip[index] = pixels[first * size.width * 3 + index] }
        }
        return (file, requested)
    }

    @Test(
        "A picture from strips has the very pixels of one that is encoded whole",
        arguments: ChromaSubsampling.allCases,
        [1, 16, 63, 64, 65, 128, 150, 64 * 9 + 5]
    )
    func sameAsWhole(_ subsampling: ChromaSubsampling, height: Int) throws {
        let size = ImageSize(width: 75, height: height)
        let (file, rows) = try encode(size, subsampling)
        let (picture, pixels) = try TestPictures.decode(file)
        #expect(picture == DecodedPicture(size: size, warning: nil))
        #expect(rows == Array(stride(from: 0, to: height, by: JPEGEncoder.stripHeight)))
        let whole = try TestPictures.decode(try TestPictures.jpeg(size, subsampling: subsampling)).pixels
        // Colour is interpolated across strips from the same samples, so that the pictures are equal.
        let isWhole = pixels == whole
        #expect(isWhole)
    }

    @Test("EXIF stands directly behind the start marker, and no JFIF header with it")
    func exif() throws {
        var metadata = EXIFMetadata()
        metadata.make = "HotShoe"
        let size = ImageSize(width: 32, height: 70)
        let (file, _) = try encode(size, .yuv420, exif: try metadata.encoded())
        let segments = try JPEGSegments(file.span)
        #expect(segments.segments.first?.marker == 0xE1)
        #expect(!segments.segments.contains { $0.marker == 0xE0 })
        #expect(segments.frameSize == size)
        #expect(try EXIFMetadata(jpeg: file.span).make == "HotShoe")
    }

    @Test("A picture as wide as JPEG allows still has a restart interval that fits")
    func widest() throws {
        let size = ImageSize(width: JPEGEncoder.maximumDimension, height: 65)
        var encoder = try JPEGEncoder()
        let file = try encoder.encode(size: size, quality: 30, subsampling: .yuv444) { _, _ in }
        var decoder = try JPEGDecoder()
        #expect(try decoder.header(of: file.span).size == size)
        let interval = try #require(try JPEGSegments(file.span).segments.first { $0.marker == 0xDD }).contents
        #expect(Int(file[interval.lowerBound]) << 8 | Int(file[interval.lowerBound + 1]) == 8188 * 8)
    }

    @Test(
        "A size that no JPEG can have is refused before a row is requested",
        arguments: [(0, 5), (5, 0), (-3, 5), (70_000, 5), (5, 70_000)]
    )
    func impossibleSizes(width: Int, height: Int) throws {
        var encoder = try JPEGEncoder()
        var requested = 0
        let error: ImageFormatError?
        do {
            _ = try encoder.encode(size: ImageSize(width: width, height: height), quality: 90) { _, _ in requested += 1 }
            error = nil
        } catch let thrown {
            error = thrown
        }
        #expect(error?.code == .invalidArgument)
        #expect(requested == 0)
    }
}
