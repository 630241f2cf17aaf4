// EXIF of RAW files: those that are TIFF files (CR2, NEF, ARW, DNG, PEF, ORF, RW2), Canon's CR3 and Fujifilm's RAF. Observed formats.

extension EXIFMetadata {
    /// Parses the EXIF fields of a picture file, JPEG or RAW, of which the beginning is enough: most have them in the first 64 KiB.
    ///
    /// **Errors**: `.unsupported` for a file of another kind; those of ``init(exifSegment:)``, and of ``init(jpeg:)`` for a JPEG.
    public init(picture bytes: Span<UInt8>) throws(ImageFormatError) {
        switch RAWContainer(bytes) {
        case nil: try self.init(jpeg: bytes)
        case .tiff: try self.init(tiff: bytes)
        case .jpeg(let range): try self.init(jpeg: bytes.extracting(range))
        case .parts(let image, let exposure):
            // Canon has two TIFF blocks: the camera, and the exposure.
            var metadata = try EXIFMetadata(exposure: bytes.extracting(exposure))
            if let camera = try? EXIFMetadata(tiff: bytes.extracting(image)) {
                (metadata.make, metadata.model, metadata.orientation) = (camera.make, camera.model, camera.orientation)
                (metadata.artist, metadata.copyright) = (camera.artist, camera.copyright)
                metadata.entries = camera.entries + metadata.entries
            }
            self = metadata
        }
    }

    /// Maximum size of a block: offsets in EXIF have more bits, but libexif reads no more.
    private static let blockLimit = 0xFFF0

    /// Parses a TIFF block.
    private init(tiff bytes: Span<UInt8>) throws(ImageFormatError) {
        var segment = Self.signature
        let count = min(bytes.count, Self.blockLimit)
        for index in 0..<count { segment.append(bytes[index]) }
        // Olympus and Panasonic have other numbers than 42 in the header.
        if count >= 4 {
            let isLittle = segment[6] == UInt8(ascii: "I")
            (segment[8], segment[9]) = isLittle ? (42, 0) : (0, 42)
        }
        try self.init(exifSegment: segment.span)
    }

    /// Parses a TIFF block whose first directory has the fields of the exposure: a directory that refers to it is added.
    private init(exposure bytes: Span<UInt8>) throws(ImageFormatError) {
        guard bytes.count >= 8, bytes.count < Self.blockLimit - 32 else {
            throw ImageFormatError(.truncated, in: .exif, "the block of the exposure is incomplete")
        }
        var block: [UInt8] = []
        for index in 0..<bytes.count { block.append(bytes[index]) }
        let isLittle = block[0] == UInt8(ascii: "I")
        func number(_ value: UInt32, _ size: Int) -> [UInt8] {
            let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
            return isLittle ? little : little.reversed()
        }
        let first = Array(block[4..<8])
        block.replaceSubrange(4..<8, with: number(UInt32(block.count), 4))
        // One entry: the pointer to the directory of the exposure, a LONG.
        block += number(1, 2) + number(0x8769, 2) + number(4, 2) + number(1, 4) + first + number(0, 4)
        try self.init(tiff: block.span)
    }
}

/// Where a RAW file has its EXIF fields. Pure.
enum RAWContainer: Equatable {
    case tiff
    /// An embedded JPEG file, as far as it is there.
    case jpeg(Range<Int>)
    /// The TIFF blocks of the camera and of the exposure.
    case parts(image: Range<Int>, exposure: Range<Int>)

    /// Recognises a RAW file by its beginning; nil for anything else.
    init?(_ bytes: Span<UInt8>) {
        if Self.isTIFF(bytes) {
            self = .tiff
        } else if let range = Self.preview(bytes) {
            self = .jpeg(range)
        } else if let (image, exposure) = Self.cr3(bytes) {
            self = .parts(image: image, exposure: exposure)
        } else {
            return nil
        }
    }

    private static func isTIFF(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 8 else { return false }
        let header = (0..<4).map { bytes[$0] }
        return [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 0x52, 0x4F], [0x49, 0x49, 0x52, 0x53], [0x49, 0x49, 0x55, 0],
        ]
        .contains(header)
    }

    /// The preview of a RAF: a JPEG whose place is in the header.
    private static func preview(_ bytes: Span<UInt8>) -> Range<Int>? {
        let signature = Array("FUJIFILMCCD-RAW".utf8)
        guard bytes.count >= 92, signature.indices.allSatisfy({ bytes[$0] == signature[$0] }) else { return nil }
        let (start, size) = (number(bytes, 84), number(bytes, 88))
        guard start < bytes.count, size > 0 else { return nil }
        return start..<min(bytes.count, start + size)
    }

    /// The blocks CMT1 and CMT2 in the boxes of a CR3, an ISO base media file.
    private static func cr3(_ bytes: Span<UInt8>) -> (Range<Int>, Range<Int>)? {
        guard text(bytes, 4) == "ftyp", text(bytes, 8) == "crx " else { return nil }
        guard let movie = box("moov", bytes, 0..<bytes.count), let vendor = box("uuid", bytes, movie) else { return nil }
        // A box of type uuid begins with its 16 bytes.
        let inner = min(vendor.upperBound, vendor.lowerBound + 16)..<vendor.upperBound
        guard let image = box("CMT1", bytes, inner), let exposure = box("CMT2", bytes, inner) else { return nil }
        return (image, exposure)
    }

    /// The contents of the first box of a type within a range, as far as they are there.
    private static func box(_ type: String, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            let size = number(bytes, position)
            guard size >= 8 else { return nil }
            if text(bytes, position + 4) == type { return position + 8..<min(range.upperBound, position + size) }
            position += size
        }
        return nil
    }

    private static func number(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        guard start + 4 <= bytes.count else { return 0 }
        return (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
    }

    private static func text(_ bytes: Span<UInt8>, _ start: Int) -> String {
        guard start + 4 <= bytes.count else { return "" }
        return String(decoding: (0..<4).map { bytes[start + $0] }, as: UTF8.self)
    }
}
