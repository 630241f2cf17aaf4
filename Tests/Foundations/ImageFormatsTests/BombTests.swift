import Testing

@testable import ImageFormats

/// Files that describe more work than they have bytes.
@Suite struct BombTests {
    /// Number of scans, and bytes for the coefficients.
    struct Cost: Equatable {
        let scans: Int
        let coefficients: Int

        init(_ scans: Int, _ coefficients: Int) { (self.scans, self.coefficients) = (scans, coefficients) }
    }

    private static let small = ImageSize(width: 40, height: 24)

    private func refusal(of jpeg: [UInt8], limits: JPEGDecoder.Limits = .init()) throws -> ImageFormatError? {
        var decoder = try JPEGDecoder(limits: limits)
        // The smallest scale: the buffer is not what is tested.
        let size = JPEGScale.eighth.apply(to: try JPEGSegments(jpeg.span).frameSize!)
        guard size.pixelCount ?? .max < 10_000_000 else {
            return refused { () throws(ImageFormatError) in _ = try decoder.header(of: jpeg.span) }
        }
        var pixels = [UInt8](repeating: 0, count: size.rgbByteCount ?? 0)
        return refused { () throws(ImageFormatError) in
            var target = pixels.mutableSpan
            _ = try decoder.decode(jpeg.span, scale: .eighth, into: &target)
        }
    }

    @Test(arguments: [
        (TestBombs.jpeg(ImageSize(width: 22_600, height: 22_600)), "pixels"),
        (TestBombs.jpeg(ImageSize(width: 65_500, height: 65_500), isProgressive: false), "pixels"),
        (TestBombs.jpeg(ImageSize(width: 14_000, height: 14_000)), "bytes of memory"),
        (TestBombs.jpeg(ImageSize(width: 14_000, height: 14_000), isProgressive: false, interleaves: false), "bytes of memory"),
        (TestBombs.jpeg(ImageSize(width: 4000, height: 4000), scans: 498), "498 scans"),
    ])
    func `a picture that is more work than any camera's is refused before it is decoded`(
        _ jpeg: [UInt8],
        _ reason: String
    ) throws {
        let error = try refusal(of: jpeg)
        #expect(error?.code == .tooLarge && error?.message.contains(reason) == true, "\(error?.message ?? "decoded")")
    }

    @Test func `a large picture of one scan, and one of ten scans, are decoded`() throws {
        let large = ImageSize(width: 14_000, height: 14_000)
        #expect(try refusal(of: TestBombs.jpeg(large, isProgressive: false)) == nil)
        #expect(try refusal(of: TestBombs.jpeg(ImageSize(width: 2000, height: 1500), scans: 10)) == nil)
    }

    @Test(arguments: [
        (TestBombs.jpeg(small), Cost(1, 3 * 5 * 3 * 128)),
        (TestBombs.jpeg(small, scans: 7), Cost(7, 3 * 5 * 3 * 128)),
        (TestBombs.jpeg(small, isProgressive: false), Cost(1, 0)),
        (TestBombs.jpeg(small, isProgressive: false, interleaves: false), Cost(1, 3 * 5 * 3 * 128)),
        (try! TestPictures.jpeg(small), Cost(1, 0)),
        ([], Cost(0, 0)), ([0xFF], Cost(0, 0)), ([0xFF, 0xDA], Cost(0, 0)),
        ([0xFF, 0xDA, 0, 2], Cost(1, 0)), ([0xFF, 0xC2, 0, 9, 8, 0, 1, 0], Cost(0, 0)),
    ])
    func `the scans and the memory are those of the markers`(_ jpeg: [UInt8], _ cost: Cost) {
        let scans = JPEGScans(jpeg.span)
        #expect(Cost(scans.count, scans.coefficientByteCount) == cost)
    }

    @Test func `the markers of a file that is cut, or has a wrong byte, are walked to an end`() throws {
        let jpeg = TestBombs.jpeg(Self.small, scans: 5)
        for count in 0...jpeg.count { #expect(JPEGScans(jpeg.span.extracting(0..<count)).count <= 5) }
        for index in jpeg.indices {
            for value: UInt8 in [0, 1, 0xFF, 0xDA, 0xC2] {
                var damaged = jpeg
                damaged[index] = value
                #expect(JPEGScans(damaged.span).count <= 6)
            }
        }
    }

    @Test func `EXIF whose entries overlap is refused, and large entries that do not are read`() throws {
        let bomb = TestBombs.exif(entries: 5000, valueByteCount: 65_000)
        #expect(refused { () throws(ImageFormatError) in _ = try EXIFMetadata(exifSegment: bomb.span) }?.code == .tooLarge)
        let many = TestBombs.exif(entries: 5000, valueByteCount: 4)
        #expect(refused { () throws(ImageFormatError) in _ = try EXIFMetadata(exifSegment: many.span) }?.code == .tooLarge)
        let large = TestBombs.exif(entries: 1, valueByteCount: 65_000)
        #expect(try !EXIFMetadata(exifSegment: large.span).entries.isEmpty)
    }
}
