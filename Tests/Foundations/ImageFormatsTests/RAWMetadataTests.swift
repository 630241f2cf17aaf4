import Testing

@testable import ImageFormats

/// EXIF of RAW files, made from the blocks of which such files consist.
@Suite struct RAWMetadataTests {
    /// A TIFF block with the fields of a camera and of an exposure, without the signature of a segment.
    private static func tiff() throws -> [UInt8] {
        var metadata = EXIFMetadata()
        metadata.make = "Ada"
        metadata.model = "RAW 1"
        metadata.isoSpeed = 640
        return Array(try metadata.encoded().dropFirst(EXIFMetadata.signature.count))
    }

    private static func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * (3 - $0))) } }

    private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        big(contents.count + 8) + Array(type.utf8) + contents
    }

    @Test(arguments: [[42, 0], [0x52, 0x4F], [0x55, 0]] as [[UInt8]])
    func `a RAW file that is a TIFF file has its fields, whatever the number in its header`(_ number: [UInt8]) throws {
        var file = try Self.tiff()
        try #require(file[0] == UInt8(ascii: "I"))
        file.replaceSubrange(2..<4, with: number)
        let metadata = try EXIFMetadata(picture: (file + [UInt8](repeating: 7, count: 200_000)).span)
        #expect(metadata.make == "Ada" && metadata.model == "RAW 1" && metadata.isoSpeed == 640)
    }

    @Test func `the fields of a RAF are those of its preview`() throws {
        let picture = try TestPictures.jpeg(ImageSize(width: 16, height: 12))
        let exif = EXIFMetadata.signature + (try Self.tiff())
        let jpeg = try JPEGSegments.inserting(exif: exif.span, into: picture.span)
        let head = Array("FUJIFILMCCD-RAW 0201".utf8)
        let file =
            head + [UInt8](repeating: 0, count: 84 - head.count) + Self.big(100) + Self.big(jpeg.count)
            + [UInt8](repeating: 0, count: 8) + jpeg
        #expect(try EXIFMetadata(picture: file.span).isoSpeed == 640)
    }

    @Test func `a CR3 has the camera in one block, and the exposure in another`() throws {
        // The block of the exposure: a directory with the ISO speed alone.
        let exposure: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x27, 0x88, 3, 0, 1, 0, 0, 0, 0x20, 3, 0, 0, 0, 0, 0, 0]
        let vendor = Self.box(
            "uuid",
            [UInt8](repeating: 1, count: 16) + Self.box("CMT1", try Self.tiff()) + Self.box("CMT2", exposure)
        )
        let file = Self.box("ftyp", Array("crx ".utf8)) + Self.box("moov", vendor)
        let metadata = try EXIFMetadata(picture: file.span)
        #expect(metadata.make == "Ada" && metadata.model == "RAW 1")
        #expect(metadata.isoSpeed == 800)
    }

    @Test func `a file cut at any byte has fields or an error`() throws {
        let vendor = Self.box(
            "uuid",
            [UInt8](repeating: 1, count: 16) + Self.box("CMT1", try Self.tiff()) + Self.box("CMT2", try Self.tiff())
        )
        let whole = Self.box("ftyp", Array("crx ".utf8)) + Self.box("moov", vendor)
        var readable = 0
        for count in 0...whole.count where (try? EXIFMetadata(picture: Array(whole[..<count]).span)) != nil { readable += 1 }
        #expect(readable > 0 && readable < whole.count)
    }

    @Test func `other files are no RAW files`() {
        for text in ["", "II", "GIF89a..............", "....ftypmp42........"] {
            #expect(RAWContainer(Array(text.utf8).span) == nil)
            #expect(throws: ImageFormatError.self) { try EXIFMetadata(picture: Array(text.utf8).span) }
        }
    }
}
