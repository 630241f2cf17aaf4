@testable import ImageFormats
import Testing

@Suite struct JPEGSegmentsTests {
    let size = ImageSize(width: 48, height: 32)

    /// A JPEG with EXIF and thumbnail.
    private func picture(model: String = "One") throws -> [UInt8] {
        var metadata = EXIFMetadata()
        metadata.model = model
        let thumbnail = try TestPictures.jpeg(ImageSize(width: 16, height: 12))
        return try inserting(try metadata.encoded(thumbnail: thumbnail), into: try TestPictures.jpeg(size))
    }

    private func inserting(_ exif: [UInt8], into jpeg: [UInt8]) throws -> [UInt8] {
        try JPEGSegments.inserting(exif: exif.span, into: jpeg.span)
    }

    @Test("The walker finds the frame's size, the EXIF block and where the picture begins")
    func walk() throws {
        let jpeg = try picture()
        let segments = try JPEGSegments(jpeg.span)
        #expect(segments.frameSize == size)
        let exif = try #require(segments.exif)
        #expect(Array(jpeg[exif].prefix(6)) == EXIFMetadata.signature)
        #expect(segments.segments.last?.marker == 0xDA)
        #expect(segments.pictureDataStart == segments.segments.last?.range.upperBound)
    }

    @Test("The size alone is the same, and of a file that is cut an error or nothing")
    func sizeAlone() throws {
        let jpeg = try picture()
        #expect(try JPEGSegments.frameSize(of: jpeg.span) == size)
        let whole = try JPEGSegments(jpeg.span)
        for count in 0..<whole.pictureDataStart {
            let cut = Array(jpeg[..<count])
            if let found = try? JPEGSegments.frameSize(of: cut.span) { #expect(found == size) }
        }
    }

    @Test("The embedded thumbnail is read back unchanged")
    func thumbnail() throws {
        let thumbnail = try TestPictures.jpeg(ImageSize(width: 16, height: 12))
        let with = try picture(), without = try TestPictures.jpeg(size)
        #expect(try JPEGSegments.embeddedThumbnail(in: with.span) == thumbnail)
        #expect(try JPEGSegments.embeddedThumbnail(in: without.span) == nil)
    }

    @Test("EXIF that is inserted replaces EXIF that is there, and leaves the picture alone")
    func replacing() throws {
        let first = try picture(model: "One")
        var metadata = EXIFMetadata()
        metadata.model = "Another"
        let second = try inserting(try metadata.encoded(), into: first)
        #expect(try EXIFMetadata(jpeg: second.span).model == "Another")
        #expect(try JPEGSegments(second.span).segments.count { $0.marker == 0xE1 } == 1)
        let isUntouched = try TestPictures.decode(first).pixels == TestPictures.decode(second).pixels
        #expect(isUntouched)
    }

    @Test("An APP1 segment that is not EXIF stays where it is")
    func otherAPP1() throws {
        let xmp: [UInt8] = [0xFF, 0xE1, 0, 6, 1, 2, 3, 4]
        let plain = try TestPictures.jpeg(size)
        let jpeg = Array(plain[..<2] + xmp + plain[2...])
        let segments = try JPEGSegments(jpeg.span)
        #expect(segments.exif == nil)
        let result = try inserting(try EXIFMetadata().encoded(), into: jpeg)
        #expect(try JPEGSegments(result.span).segments.count { $0.marker == 0xE1 } == 2)
    }

    @Test("EXIF that does not fit into a segment is refused; the largest that fits is accepted")
    func tooMuchEXIF() throws {
        let jpeg = try TestPictures.jpeg(size)
        let largest = EXIFMetadata.signature + [UInt8](repeating: 0, count: JPEGSegments.maximumContentsByteCount - 6)
        let result = try JPEGSegments.inserting(exif: largest.span, into: jpeg.span)
        #expect(try JPEGSegments(result.span).exif?.count == JPEGSegments.maximumContentsByteCount)
        let more = largest + [0]
        let error = refused { () throws(ImageFormatError) in _ = try JPEGSegments.inserting(exif: more.span, into: jpeg.span) }
        #expect(error?.code == .tooLarge)
    }

    @Test("A file that is cut at any byte is refused, or has the same fields as the whole file")
    func truncation() throws {
        let jpeg = try picture()
        let whole = try JPEGSegments(jpeg.span)
        for count in 0..<jpeg.count {
            do {
                let part = try JPEGSegments(jpeg.span.extracting(0..<count))
                #expect(part == whole && count >= whole.pictureDataStart)
            } catch {
                #expect(error.code == .truncated, "cut at \(count): \(error)")
                #expect(count < whole.pictureDataStart)
            }
        }
    }

    @Test(
        "A segment's length of 0, 1 or too much is refused",
        arguments: [(0, .malformed), (1, .malformed), (0xFFFF, .truncated)] as [(Int, ImageFormatError.Code)]
    )
    func hostileLengths(length: Int, code: ImageFormatError.Code) throws {
        var jpeg = try TestPictures.jpeg(size)
        jpeg[4] = UInt8(length >> 8)
        jpeg[5] = UInt8(length & 0xFF)
        let error = refused { () throws(ImageFormatError) in _ = try JPEGSegments(jpeg.span) }
        #expect(error?.code == code)
        #expect(error?.format == .jpeg)
        #expect(error?.offset == (code == .malformed ? 4 : jpeg.count))
    }

    @Test(
        "Data that is not a JPEG is refused",
        arguments: [
            [0x00, 0x00, 0x00], [0xFF, 0xD8, 0x00, 0x00], [0xFF, 0xD8, 0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0x00],
            [0xFF, 0xD8, 0xFF, 0xC0, 0x00, 0x03, 0x08, 0xFF, 0xDA, 0x00, 0x02],
        ] as [[UInt8]]
    )
    func malformed(_ bytes: [UInt8]) {
        #expect(refused { () throws(ImageFormatError) in _ = try JPEGSegments(bytes.span) }?.code == .malformed)
    }

    @Test("Fill bytes before a marker are skipped")
    func fillBytes() throws {
        let plain = try TestPictures.jpeg(size)
        let filled = Array(plain[..<2] + [0xFF, 0xFF, 0xFF] + plain[2...])
        #expect(try JPEGSegments(filled.span).frameSize == size)
    }

    @Test("A header with a wrong byte is refused as JPEG, or has segments inside the file, in order")
    func corruption() throws {
        let jpeg = try picture()
        let headerEnd = try JPEGSegments(jpeg.span).pictureDataStart
        var (accepted, refused) = (0, 0)
        for index in 0..<headerEnd {
            for value: UInt8 in [0, 0xFF, jpeg[index] ^ 0x10] {
                var damaged = jpeg
                damaged[index] = value
                do {
                    let walked = try JPEGSegments(damaged.span)
                    accepted += 1
                    let bounds = walked.segments.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
                    #expect(bounds == bounds.sorted() && bounds.last ?? 0 <= jpeg.count)
                } catch {
                    refused += 1
                    #expect(error.format == .jpeg)
                }
            }
        }
        #expect(accepted > 0 && refused > 0)
    }
}
