@testable import ImageFormats
import Testing

/// Metadata with every field set.
func fullMetadata() -> EXIFMetadata {
    var metadata = EXIFMetadata()
    metadata.make = "HotShoe"
    metadata.model = "Simulated"
    metadata.bodySerialNumber = "SIM-0001"
    metadata.lensModel = "24-70mm f/2.8"
    metadata.software = "1.0"
    metadata.dateTimeOriginal = "2024:02:29 23:59:58"
    metadata.subSecTimeOriginal = "045"
    metadata.offsetTimeOriginal = "-03:30"
    metadata.exposureTime = EXIFRational(1, 250)
    metadata.fNumber = EXIFRational(28, 10)
    metadata.isoSpeed = 800
    metadata.exposureBias = EXIFSignedRational(-2, 3)
    metadata.exposureProgram = .aperturePriority
    metadata.meteringMode = .spot
    metadata.flash = .firedCompulsory
    metadata.focalLength = EXIFRational(50, 1)
    metadata.whiteBalance = .manual
    metadata.orientation = .right
    metadata.pixelSize = ImageSize(width: 6000, height: 4000)
    metadata.imageDescription = "A balloon"
    metadata.artist = "Someone"
    metadata.copyright = "Nobody"
    return metadata
}

@Suite struct EXIFMetadataTests {
    private func readBack(_ metadata: EXIFMetadata, thumbnail: [UInt8]? = nil) throws -> EXIFMetadata {
        let bytes = try metadata.encoded(thumbnail: thumbnail)
        return try EXIFMetadata(exifSegment: bytes.span)
    }

    @Test("Every field that is written is read back")
    func roundTrip() throws {
        var read = try readBack(fullMetadata())
        #expect(!read.entries.isEmpty)
        read.entries = []
        #expect(read == fullMetadata())
    }

    @Test("Fields that are not set are not there")
    func emptyRoundTrip() throws {
        var read = try readBack(EXIFMetadata())
        read.entries = []
        #expect(read == EXIFMetadata())
    }

    @Test("Every exposure program, metering mode and orientation survives")
    func enumerations() throws {
        for program in EXIFExposureProgram.allCases {
            var metadata = EXIFMetadata()
            metadata.exposureProgram = program
            #expect(try readBack(metadata).exposureProgram == program)
        }
        for mode in EXIFMeteringMode.allCases {
            var metadata = EXIFMetadata()
            metadata.meteringMode = mode
            #expect(try readBack(metadata).meteringMode == mode)
        }
        for orientation in EXIFOrientation.allCases {
            var metadata = EXIFMetadata()
            metadata.orientation = orientation
            #expect(try readBack(metadata).orientation == orientation)
        }
    }

    @Test(
        "An ISO survives also where 16 bits do not hold it",
        arguments: [1, 100, 65_534, 65_535, 65_536, 102_400, 3_280_000] as [UInt32]
    )
    func iso(_ iso: UInt32) throws {
        var metadata = EXIFMetadata()
        metadata.isoSpeed = iso
        let read = try readBack(metadata)
        #expect(read.isoSpeed == iso)
        // For readers that support the short field only.
        let short = read.entries.first { $0.tag == 0x8827 }
        #expect(short?.text == String(min(iso, 65_535)))
    }

    @Test("A time without a zone stays without a zone")
    func noZone() throws {
        var metadata = fullMetadata()
        metadata.offsetTimeOriginal = nil
        let read = try readBack(metadata)
        #expect(read.offsetTimeOriginal == nil)
        #expect(!read.entries.contains { (0x9010...0x9012).contains($0.tag) })
    }

    @Test("Entries name their tag and directory")
    func entries() throws {
        let entries = try readBack(fullMetadata()).entries
        let model = try #require(entries.first { $0.tag == 0x0110 })
        #expect(model == EXIFEntry(directory: .image, tag: 0x0110, name: "Model", text: "Simulated"))
        #expect(entries.contains { $0.tag == 0x829A && $0.directory == .exif && $0.text == "1/250 sec." })
    }

    @Test("A thumbnail is embedded whole")
    func thumbnail() throws {
        let thumbnail = try TestPictures.jpeg(ImageSize(width: 160, height: 120))
        let exif = try fullMetadata().encoded(thumbnail: thumbnail)
        let jpeg = try JPEGSegments.inserting(exif: exif.span, into: thumbnail.span)
        #expect(try JPEGSegments.embeddedThumbnail(in: jpeg.span) == thumbnail)
    }

    @Test("A field that does not fit into a segment is refused, not cut")
    func tooLarge() throws {
        let thumbnail = [UInt8](repeating: 0xAA, count: 65_300)
        #expect(
            refused { () throws(ImageFormatError) in _ = try fullMetadata().encoded(thumbnail: thumbnail) }?.code == .tooLarge
        )
        var metadata = EXIFMetadata()
        metadata.imageDescription = String(repeating: "x", count: 70_000)
        #expect(refused { () throws(ImageFormatError) in _ = try metadata.encoded() }?.code == .tooLarge)
    }

    @Test("A text ends at its first NUL, and an empty one is not written")
    func texts() throws {
        var metadata = EXIFMetadata()
        metadata.artist = "A\0B"
        metadata.copyright = ""
        metadata.imageDescription = "Zürich"
        let read = try readBack(metadata)
        #expect(read.artist == "A" && read.copyright == nil && read.imageDescription == "Zürich")
    }

    @Test("A file without EXIF is reported as such")
    func noEXIF() throws {
        let jpeg = try TestPictures.jpeg(ImageSize(width: 8, height: 8))
        #expect(refused { () throws(ImageFormatError) in _ = try EXIFMetadata(jpeg: jpeg.span) }?.code == .unsupported)
    }
}

@Suite struct EXIFHostileInputTests {
    @Test("A block that is cut at any byte is refused, or has fields that are right or absent")
    func truncation() throws {
        let whole = fullMetadata()
        let bytes = try whole.encoded(thumbnail: try TestPictures.jpeg(ImageSize(width: 16, height: 12)))
        for count in 0..<bytes.count {
            do {
                let read = try EXIFMetadata(exifSegment: bytes.span.extracting(0..<count))
                #expect(read.model == nil || whole.model.map { $0.hasPrefix(read.model ?? "") } == true)
                #expect(read.exposureTime == nil || read.exposureTime == whole.exposureTime)
                #expect(read.isoSpeed == nil || read.isoSpeed == whole.isoSpeed)
            } catch {
                #expect(error.format == .exif)
            }
        }
    }

    @Test("A block with a wrong byte is refused as EXIF, or read with no more entries than fit into it")
    func corruption() throws {
        let bytes = try fullMetadata().encoded(thumbnail: [0xFF, 0xD8, 0xFF, 0xD9])
        let whole = try EXIFMetadata(exifSegment: bytes.span)
        var (accepted, refused) = (0, 0)
        for index in bytes.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF, bytes[index] ^ 0x80] {
                var damaged = bytes
                damaged[index] = value
                do {
                    let read = try EXIFMetadata(exifSegment: damaged.span)
                    accepted += 1
                    #expect(read.entries.count <= bytes.count / 12)
                    #expect(read == whole || damaged != bytes)
                } catch {
                    refused += 1
                    #expect(error.format == .exif)
                }
            }
        }
        #expect(accepted > 0 && refused > 0)
    }

    @Test("A directory that points at itself is read once, without the fields that it has replaced")
    func loop() throws {
        var bytes = try fullMetadata().encoded()
        // Changes the entry of IFD0 that points to the EXIF directory to point at IFD0.
        let entry = try #require(
            (0..<Int(bytes[14])).map { 16 + $0 * 12 }.first { bytes[$0] == 0x69 && bytes[$0 + 1] == 0x87 }
        )
        (bytes[entry + 8], bytes[entry + 9]) = (8, 0)
        let read = try EXIFMetadata(exifSegment: bytes.span)
        #expect(read.model == fullMetadata().model)
        #expect(read.exposureTime == nil)
    }

    @Test(
        "Data that is not EXIF is refused with the offset of the error",
        arguments: [
            ([], .truncated), ([0x45, 0x78, 0x69, 0x66, 0, 0], .truncated),
            ([0x46, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0], .malformed),
            ([0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x4D, 42, 0, 8, 0, 0, 0], .malformed),
            ([0x45, 0x78, 0x69, 0x66, 0, 0, 0x4D, 0x4D, 42, 0, 8, 0, 0, 0], .malformed),
            ([0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 42, 0, 0xFF, 0xFF, 0xFF, 0xFF], .malformed),
        ] as [([UInt8], ImageFormatError.Code)]
    )
    func notEXIF(bytes: [UInt8], code: ImageFormatError.Code) {
        let error = refused { () throws(ImageFormatError) in _ = try EXIFMetadata(exifSegment: bytes.span) }
        #expect(error?.code == code)
        #expect(error?.offset != nil)
    }

    @Test("Big-endian blocks are read as well")
    func bigEndian() throws {
        // IFD0 with one entry: Model, ASCII, 3 bytes, "X1".
        let bytes: [UInt8] =
            EXIFMetadata.signature + [
                0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x10, 0, 2, 0, 0, 0, 3, 0x58, 0x31, 0, 0, 0, 0, 0, 0,
            ]
        #expect(try EXIFMetadata(exifSegment: bytes.span).model == "X1")
    }
}
