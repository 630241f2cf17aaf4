@testable import ImageFormats
import Testing

@Suite struct JPEGCodecTests {
    let size = ImageSize(width: 61, height: 43)

    @Test("An encoded picture is decoded with any subsampling", arguments: ChromaSubsampling.allCases)
    func roundTrip(_ subsampling: ChromaSubsampling) throws {
        let jpeg = try TestPictures.jpeg(size, quality: 95, subsampling: subsampling)
        var decoder = try JPEGDecoder()
        #expect(try decoder.header(of: jpeg.span) == JPEGHeader(size: size, subsampling: subsampling))
        let (picture, pixels) = try TestPictures.decode(jpeg)
        #expect(picture.size == size)
        #expect(picture.warning == nil)
        guard subsampling != .gray else {
            let isGray = stride(from: 0, to: pixels.count, by: 3).allSatisfy { index in
                Set(pixels[index..<index + 3]).count == 1
            }
            #expect(isGray)
            return
        }
        #expect(TestPictures.difference(pixels, TestPictures.gradient(size)) < 3)
    }

    @Test("A lower quality results in a smaller file")
    func quality() throws {
        let counts = try [1, 50, 100].map { try TestPictures.jpeg(size, quality: $0).count }
        #expect(counts[0] < counts[1] && counts[1] < counts[2])
    }

    @Test("The same encoder encodes repeatedly with the same result")
    func reuse() throws {
        var encoder = try JPEGEncoder()
        let pixels = TestPictures.gradient(size)
        var buffer = [UInt8](repeating: 0, count: try #require(JPEGEncoder.maximumByteCount(size: size, subsampling: .yuv420)))
        var files: Set<[UInt8]> = []
        for _ in 0..<5 {
            var target = buffer.mutableSpan
            let count = try encoder.encode(pixels.span, size: size, quality: 80, into: &target)
            files.insert(Array(buffer[..<count]))
        }
        #expect(files.count == 1)
    }

    @Test("A picture decodes at each scale to the size that the scale announces", arguments: JPEGScale.allCases)
    func scales(_ scale: JPEGScale) throws {
        let (picture, pixels) = try TestPictures.decode(try TestPictures.jpeg(size), scale: scale)
        #expect(picture.size == scale.apply(to: size))
        // The first pixel is dark red and green, the last bright: the picture is complete.
        #expect(pixels[0] < 60 && pixels[pixels.count - 3] > 190 && pixels[pixels.count - 2] > 190)
    }

    @Test(
        "The largest scale that fits is chosen",
        arguments: [
            (6000, 6000, JPEGScale.full), (5999, 4000, .half), (3000, 2000, .half), (1620, 1080, .quarter), (800, 600, .eighth),
            (10, 10, .eighth),
        ]
    )
    func fitting(width: Int, height: Int, expected: JPEGScale) {
        let scale = JPEGScale(of: ImageSize(width: 6000, height: 4000), fitting: ImageSize(width: width, height: height))
        #expect(scale == expected)
    }

    @Test("A scaled size is rounded up, also at the largest sizes")
    func scaledSizes() {
        #expect(JPEGScale.eighth.apply(to: ImageSize(width: 17, height: 16)) == ImageSize(width: 3, height: 2))
        #expect(JPEGScale.half.apply(to: ImageSize(width: .max, height: 1)).width == Int.max / 2 + 1)
    }

    @Test(
        "A size that no JPEG can have is refused",
        arguments: [(0, 10), (10, 0), (-1, 10), (65_501, 10), (10, 65_501), (.max, .max)]
    )
    func impossibleSizes(width: Int, height: Int) throws {
        let size = ImageSize(width: width, height: height)
        #expect(JPEGEncoder.maximumByteCount(size: size, subsampling: .yuv444) == nil)
        var encoder = try JPEGEncoder()
        var buffer = [UInt8](repeating: 0, count: 1000)
        let error = #expect(throws: ImageFormatError.self) {
            var target = buffer.mutableSpan
            _ = try encoder.encode([1, 2, 3].span, size: size, quality: 90, into: &target)
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test("A quality outside 1…100 is refused", arguments: [-1, 0, 101])
    func impossibleQuality(_ quality: Int) {
        #expect(throws: ImageFormatError.self) { try TestPictures.jpeg(size, quality: quality) }
    }

    @Test("Too few pixels are refused, and so is a buffer that is a byte too small")
    func buffers() throws {
        var encoder = try JPEGEncoder()
        let capacity = try #require(JPEGEncoder.maximumByteCount(size: size, subsampling: .yuv420))
        var buffer = [UInt8](repeating: 0, count: capacity - 1)
        let pixels = TestPictures.gradient(size)
        var target = buffer.mutableSpan
        do {
            _ = try encoder.encode(pixels.span, size: size, quality: 90, into: &target)
            Issue.record("the buffer was taken")
        } catch {
            #expect(error.code == .bufferTooSmall)
        }
        do {
            _ = try encoder.encode(pixels.span.extracting(1..<pixels.count), size: size, quality: 90, into: &target)
            Issue.record("the pixels were taken")
        } catch {
            #expect(error.code == .invalidArgument)
        }
    }
}

@Suite struct JPEGHostileInputTests {
    let size = ImageSize(width: 40, height: 24)

    @Test("A file that is cut at any byte is refused, or decoded with a warning")
    func truncation() throws {
        let jpeg = try TestPictures.jpeg(size)
        var decoder = try JPEGDecoder()
        var pixels = [UInt8](repeating: 0, count: try #require(size.rgbByteCount))
        for count in 0..<jpeg.count {
            var target = pixels.mutableSpan
            do {
                let picture = try decoder.decode(jpeg.span.extracting(0..<count), into: &target)
                #expect(picture.warning != nil, "\(count) of \(jpeg.count) bytes decode without a warning")
            } catch {
                #expect(error.format == .jpeg)
            }
        }
    }

    @Test("A file with a wrong byte is refused as JPEG, or decoded within the limits and the buffer")
    func corruption() throws {
        let jpeg = try TestPictures.jpeg(size)
        var decoder = try JPEGDecoder(
            limits: {
                var limits = JPEGDecoder.Limits(); limits.maximumPixelCount = 1_000_000; return limits
            }()
        )
        var pixels = [UInt8](repeating: 0, count: 3_000_000)
        var (decoded, refused) = (0, 0)
        for index in jpeg.indices {
            for value: UInt8 in [0, 0xFF, jpeg[index] ^ 0x01, jpeg[index] ^ 0x80] {
                var damaged = jpeg
                damaged[index] = value
                var target = pixels.mutableSpan
                do {
                    let picture = try decoder.decode(damaged.span, into: &target)
                    decoded += 1
                    #expect(picture.size.pixelCount ?? .max <= 1_000_000)
                    #expect(picture.size == size || damaged != jpeg)
                } catch {
                    refused += 1
                    #expect(error.format == .jpeg)
                }
            }
        }
        #expect(decoded > 0 && refused > 0)
    }

    @Test("A picture beyond the limit is refused from its header alone")
    func dimensionLimit() throws {
        var jpeg = try TestPictures.jpeg(size)
        let frame = try #require(try JPEGSegments(jpeg.span).segments.first { $0.marker == 0xC0 })
        for (index, byte) in [0xFF, 0xDC, 0xFF, 0xDC].enumerated() { jpeg[frame.range.lowerBound + 5 + index] = UInt8(byte) }
        var decoder = try JPEGDecoder()
        let error = refused { () throws(ImageFormatError) in _ = try decoder.header(of: jpeg.span) }
        #expect(error?.code == .tooLarge)
    }

    @Test("The limit itself is allowed")
    func limitIsInclusive() throws {
        var limits = JPEGDecoder.Limits()
        let jpeg = try TestPictures.jpeg(size)
        limits.maximumPixelCount = 40 * 24
        var allowing = try JPEGDecoder(limits: limits)
        #expect(try allowing.header(of: jpeg.span).size == size)
        limits.maximumPixelCount -= 1
        var refusing = try JPEGDecoder(limits: limits)
        #expect(refused { () throws(ImageFormatError) in _ = try refusing.header(of: jpeg.span) }?.code == .tooLarge)
    }

    @Test("A buffer that is a byte too small is refused before anything is written")
    func smallBuffer() throws {
        let jpeg = try TestPictures.jpeg(size)
        var decoder = try JPEGDecoder()
        var pixels = [UInt8](repeating: 7, count: try #require(size.rgbByteCount) - 1)
        var target = pixels.mutableSpan
        let error: ImageFormatError?
        do {
            _ = try decoder.decode(jpeg.span, into: &target)
            error = nil
        } catch let thrown {
            error = thrown
        }
        #expect(error?.code == .bufferTooSmall)
        #expect(pixels.allSatisfy { $0 == 7 })
    }
}
