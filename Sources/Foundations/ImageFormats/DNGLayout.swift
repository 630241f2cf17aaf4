/// The layout of a DNG file, and its bytes up to the preview.
///
/// Header, IFD0 (raw), EXIF IFD, IFD of the preview, preview, raw data. The directories contain each other's offsets, but their
/// sizes do not depend on these offsets: they are built twice, first to determine the sizes.
struct DNGLayout {
    /// All bytes before the preview.
    let header: [UInt8]
    /// Offset of the samples.
    let rawStart: Int
    /// Length of the file in bytes.
    let byteCount: Int

    private struct Places {
        var exif = 0
        var previewDirectory = 0
        var preview = 0
        var raw = 0
        var rawByteCount = 0
    }

    init(_ file: DNGEncoder) throws(ImageFormatError) {
        guard let pixelCount = file.size.pixelCount, file.size.width <= 65_535, file.size.height <= 65_535,
            file.colorMatrix.count == 9
        else {
            throw ImageFormatError(
                .invalidArgument,
                in: .dng,
                "a raw file cannot be \(file.size) pixels, or its colour matrix is not 3×3"
            )
        }
        var places = Places()
        places.rawByteCount = (file.size.width * 12 + 7) / 8 * file.size.height
        let main = Self.directory(Self.mainFields(file, places)).count
        let exif = Self.directory(file.metadata.exposureFields).count
        places.exif = 8 + main
        places.previewDirectory = places.exif + exif
        let previewFields = Self.previewFields(file, places)
        places.preview = places.previewDirectory + (previewFields.isEmpty ? 0 : Self.directory(previewFields).count)
        let previewEnd = places.preview + (file.preview?.jpeg.count ?? 0)
        places.raw = previewEnd + previewEnd % 2
        guard pixelCount > 0, UInt32(exactly: places.raw + places.rawByteCount) != nil else {
            throw ImageFormatError(.tooLarge, in: .dng, "a file of \(file.size) pixels passes 4 GB")
        }
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        bytes += Self.directory(Self.mainFields(file, places), at: 8)
        bytes += Self.directory(file.metadata.exposureFields, at: places.exif)
        if file.preview != nil { bytes += Self.directory(Self.previewFields(file, places), at: places.previewDirectory) }
        header = bytes
        rawStart = places.raw
        byteCount = places.raw + places.rawByteCount
    }

    /// Encodes a directory at `offset`, followed by the values that do not fit into its entries.
    private static func directory(_ fields: [TIFFField], at offset: Int = 0) -> [UInt8] {
        let sorted = fields.sorted { $0.tag < $1.tag }
        var entries = UInt16(sorted.count).littleEndianBytes
        var values: [UInt8] = []
        let valuesStart = offset + 2 + 12 * sorted.count + 4
        for field in sorted {
            entries +=
                field.tag.littleEndianBytes + field.format.rawValue.littleEndianBytes + UInt32(field.count).littleEndianBytes
            if field.bytes.count <= 4 {
                entries += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
            } else {
                entries += UInt32(truncatingIfNeeded: valuesStart + values.count).littleEndianBytes
                values += field.bytes + (field.bytes.count % 2 == 0 ? [] : [0])
            }
        }
        // No directory follows.
        return entries + [0, 0, 0, 0] + values
    }

    private static func mainFields(_ file: DNGEncoder, _ places: Places) -> [TIFFField] {
        let replaced: Set<UInt16> = [EXIFTag.yCbCrPositioning.rawValue]
        var fields = file.metadata.imageFields.filter { !replaced.contains($0.tag) }
        if file.metadata.orientation == nil { fields.append(.short(.orientation, 1)) }
        fields += rawFields(file, places) + colourFields(file)
        fields.append(.longs(0x8769, [UInt32(places.exif)]))  // ExifIFD
        if file.preview != nil { fields.append(.longs(0x014A, [UInt32(places.previewDirectory)])) }  // SubIFDs
        return fields
    }

    /// Fields for the storage of the samples (TIFF 6.0, TIFF/EP).
    private static func rawFields(_ file: DNGEncoder, _ places: Places) -> [TIFFField] {
        [
            .longs(0x00FE, [0]),  // NewSubfileType: the picture itself
            .longs(0x0100, [UInt32(file.size.width)]),  // ImageWidth
            .longs(0x0101, [UInt32(file.size.height)]),  // ImageLength
            .shorts(0x0102, [12]),  // BitsPerSample
            .shorts(0x0103, [1]),  // Compression: none
            .shorts(0x0106, [32803]),  // PhotometricInterpretation: colour filter array
            .longs(0x0111, [UInt32(truncatingIfNeeded: places.raw)]),  // StripOffsets
            .shorts(0x0115, [1]),  // SamplesPerPixel
            .longs(0x0116, [UInt32(file.size.height)]),  // RowsPerStrip
            .longs(0x0117, [UInt32(truncatingIfNeeded: places.rawByteCount)]),  // StripByteCounts
            .shorts(0x011C, [1]),  // PlanarConfiguration
            .shorts(0x828D, [2, 2]),  // CFARepeatPatternDim
            .bytes(0x828E, [0, 1, 1, 2]),  // CFAPattern: red green, green blue
        ]
    }

    /// Fields for the meaning of the samples (DNG 1.4).
    private static func colourFields(_ file: DNGEncoder) -> [TIFFField] {
        let name = file.uniqueCameraModel ?? [file.metadata.make, file.metadata.model].compactMap(\.self).joined(separator: " ")
        let neutral = [file.asShotNeutral.x, file.asShotNeutral.y, file.asShotNeutral.z]
        let fields: [TIFFField?] = [
            .bytes(0xC612, [1, 4, 0, 0]),  // DNGVersion
            .bytes(0xC613, [1, 1, 0, 0]),  // DNGBackwardVersion
            .text(0xC614, name.isEmpty ? "Unknown" : name),  // UniqueCameraModel
            .shorts(0xC61A, [file.blackLevel]),  // BlackLevel
            .longs(0xC61D, [UInt32(file.whiteLevel)]),  // WhiteLevel
            .signedRationals(0xC621, file.colorMatrix.map { EXIFSignedRational(tenThousandths($0), 10_000) }),  // ColorMatrix1
            .rationals(0xC628, neutral.map { EXIFRational(UInt32(max(tenThousandths($0), 1)), 10_000) }),  // AsShotNeutral
            .shorts(0xC65A, [21]),  // CalibrationIlluminant1: D65
        ]
        return fields.compactMap(\.self)
    }

    private static func previewFields(_ file: DNGEncoder, _ places: Places) -> [TIFFField] {
        guard let preview = file.preview else { return [] }
        return [
            .longs(0x00FE, [1]),  // NewSubfileType: a reduced picture
            .longs(0x0100, [UInt32(clamping: preview.size.width)]),
            .longs(0x0101, [UInt32(clamping: preview.size.height)]),
            .shorts(0x0102, [8, 8, 8]),
            .shorts(0x0103, [7]),  // Compression: JPEG
            .shorts(0x0106, [6]),  // PhotometricInterpretation: YCbCr
            .longs(0x0111, [UInt32(truncatingIfNeeded: places.preview)]),
            .shorts(0x0115, [3]),
            .longs(0x0116, [UInt32(clamping: preview.size.height)]),
            .longs(0x0117, [UInt32(clamping: preview.jpeg.count)]),
            .shorts(0x011C, [1]),
        ]
    }

    /// Rounds, and limits to the range of a signed rational.
    private static func tenThousandths(_ value: Double) -> Int32 {
        value.isNaN ? 0 : Int32(min(max((value * 10_000).rounded(), -2e9), 2e9))
    }
}
