extension JPEGEncoder {
    /// Number of rows in a strip: a multiple of every coded unit's height.
    public static let stripHeight = 64

    /// Encodes a large picture from strips of rows, so that not all of its pixels need to be in memory.
    ///
    /// Each strip is compressed separately, and restart markers join the strips; see `docs/image-formats.md`. Memory: the file,
    /// and one strip as pixels and as a JPEG.
    ///
    /// - Parameters:
    ///   - size: the size of the picture; width and height are from 1 to ``maximumDimension``.
    ///   - quality: 1 (smallest file) to 100 (best quality).
    ///   - subsampling: the resolution of the colours in the file.
    ///   - exif: the contents of an EXIF segment to insert after the start marker, in place of the JFIF header; nil for none.
    ///   - rows: fills RGB rows, as many as fit into the span, starting with row `first` of the picture.
    /// - Returns: the whole file.
    /// - Throws: `.invalidArgument` for an invalid size or quality, `.tooLarge` if `exif` does not fit into a segment, or
    ///   `.library` if libjpeg-turbo fails.
    public mutating func encode(
        size: ImageSize,
        quality: Int,
        subsampling: ChromaSubsampling = .yuv420,
        exif: [UInt8]? = nil,
        rows: (_ first: Int, _ pixels: inout MutableSpan<UInt8>) -> Void
    ) throws(ImageFormatError) -> [UInt8] {
        guard size.height > 0, let rowBytes = ImageSize(width: size.width, height: 1).rgbByteCount,
            let capacity = Self.maximumByteCount(
                size: ImageSize(width: size.width, height: min(Self.stripHeight, size.height)),
                subsampling: subsampling
            ),
            size.height <= Self.maximumDimension
        else {
            throw ImageFormatError(.invalidArgument, in: .jpeg, "a JPEG cannot be \(size) pixels")
        }
        var assembler = StripAssembler(size: size, subsampling: subsampling, exif: exif)
        var pixels = [UInt8](repeating: 0, count: rowBytes * min(Self.stripHeight, size.height))
        var compressed = [UInt8](repeating: 0, count: capacity)
        for first in stride(from: 0, to: size.height, by: Self.stripHeight) {
            let strip = ImageSize(width: size.width, height: min(Self.stripHeight, size.height - first))
            pixels.removeLast(pixels.count - rowBytes * strip.height)
            var span = pixels.mutableSpan
            rows(first, &span)
            var target = compressed.mutableSpan
            let count = try encode(pixels.span, size: strip, quality: quality, subsampling: subsampling, into: &target)
            try assembler.append(target.span.extracting(0..<count))
        }
        return assembler.finish()
    }
}

/// Joins the JPEG files of strips into one file.
private struct StripAssembler {
    let size: ImageSize
    let subsampling: ChromaSubsampling
    let exif: [UInt8]?
    private var file: [UInt8] = []
    private var tables: [UInt8] = []
    private var stripCount = 0

    init(size: ImageSize, subsampling: ChromaSubsampling, exif: [UInt8]?) {
        self.size = size
        self.subsampling = subsampling
        self.exif = exif
    }

    mutating func append(_ strip: Span<UInt8>) throws(ImageFormatError) {
        let segments = try JPEGSegments(strip)
        let stripTables = Self.tables(of: strip, segments)
        if stripCount == 0 {
            tables = stripTables
            try appendHeader(of: strip, segments)
        } else {
            // The first strip's tables decode the scan data of all strips.
            guard tables == stripTables else {
                throw ImageFormatError(
                    .library,
                    in: .jpeg,
                    "the encoder changed its tables between strips (TJ_OPTIMIZE in the environment?)"
                )
            }
            file += [0xFF, Marker.restart0 + UInt8((stripCount - 1) % 8)]
        }
        file.append(strip.extracting(segments.pictureDataStart..<max(segments.pictureDataStart, strip.count - 2)))
        stripCount += 1
    }

    consuming func finish() -> [UInt8] {
        file += [0xFF, Marker.endOfImage]
        return file
    }

    /// Returns all segments that the scan data depends on: all but the frame header, whose height differs in the last strip.
    private static func tables(of strip: Span<UInt8>, _ segments: JPEGSegments) -> [UInt8] {
        var result: [UInt8] = []
        for segment in segments.segments where !Marker.isStartOfFrame(segment.marker) {
            result.append(strip.extracting(segment.range))
        }
        return result
    }

    private mutating func appendHeader(of strip: Span<UInt8>, _ segments: JPEGSegments) throws(ImageFormatError) {
        file += [0xFF, Marker.startOfImage]
        if let exif {
            file += try JPEGSegments.exifSegmentHeader(contentsByteCount: exif.count)
            file += exif
        }
        for segment in segments.segments where exif == nil || segment.marker != Marker.app0 {
            if segment.marker == Marker.restartInterval {
                throw ImageFormatError(
                    .library,
                    in: .jpeg,
                    "the encoder inserts restart markers (is TJ_RESTART set in the environment?)"
                )
            }
            if segment.marker == Marker.startOfScan { appendRestartInterval() }
            let start = file.count
            file.append(strip.extracting(segment.range))
            if Marker.isStartOfFrame(segment.marker) {
                file[start + 5] = UInt8(truncatingIfNeeded: size.height >> 8)
                file[start + 6] = UInt8(truncatingIfNeeded: size.height)
            }
        }
    }

    /// Appends a restart interval of one strip. It fits into 16 bits at every size that JPEG allows.
    private mutating func appendRestartInterval() {
        guard size.height > JPEGEncoder.stripHeight else { return }
        let unit = subsampling.codedUnit
        let interval = (size.width + unit.width - 1) / unit.width * (JPEGEncoder.stripHeight / unit.height)
        file += [
            0xFF, Marker.restartInterval, 0, 4, UInt8(truncatingIfNeeded: interval >> 8), UInt8(truncatingIfNeeded: interval),
        ]
    }
}
