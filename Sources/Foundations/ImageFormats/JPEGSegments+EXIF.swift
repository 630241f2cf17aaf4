extension JPEGSegments {
    /// Maximum size of the contents of one segment in bytes.
    public static let maximumContentsByteCount = 65_533

    /// Returns the thumbnail in the file's EXIF block, a small JPEG; nil if it has none.
    ///
    /// **Errors**: those of reading the segments and the EXIF block.
    public static func embeddedThumbnail(in jpeg: Span<UInt8>) throws(ImageFormatError) -> [UInt8]? {
        guard let exif = try JPEGSegments(jpeg).exif else { return nil }
        return try EXIFBlock.parsing(jpeg.extracting(exif)).thumbnail
    }

    /// Inserts an EXIF segment into a copy of a file, directly after the start marker; replaces an existing one.
    ///
    /// - Parameters:
    ///   - exif: the contents of the segment: the result of `EXIFMetadata.encoded(thumbnail:)`.
    ///   - jpeg: the file.
    /// - Returns: the new file.
    /// - Throws: `.tooLarge` if `exif` does not fit into a segment; otherwise as ``init(_:)``.
    public static func inserting(exif: Span<UInt8>, into jpeg: Span<UInt8>) throws(ImageFormatError) -> [UInt8] {
        let header = try exifSegmentHeader(contentsByteCount: exif.count)
        let segments = try JPEGSegments(jpeg)
        let replaced = segments.segments.first { $0.contents == segments.exif && segments.exif != nil }?.range ?? 2..<2
        var result: [UInt8] = []
        result.reserveCapacity(jpeg.count + header.count + exif.count - replaced.count)
        result.append(jpeg.extracting(0..<2))
        result += header
        result.append(exif)
        result.append(jpeg.extracting(2..<replaced.lowerBound))
        result.append(jpeg.extracting(replaced.upperBound..<jpeg.count))
        return result
    }

    /// Returns the marker and length of an APP1 segment with `count` bytes of contents.
    static func exifSegmentHeader(contentsByteCount count: Int) throws(ImageFormatError) -> [UInt8] {
        guard count <= maximumContentsByteCount else {
            throw ImageFormatError(
                .tooLarge,
                in: .exif,
                "\(count) bytes do not fit into a segment of \(maximumContentsByteCount)"
            )
        }
        return [0xFF, Marker.app1, UInt8(truncatingIfNeeded: (count + 2) >> 8), UInt8(truncatingIfNeeded: count + 2)]
    }
}

extension Array where Element == UInt8 {
    /// Appends the bytes of a span.
    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe append(contentsOf: source)
        }
    }
}
