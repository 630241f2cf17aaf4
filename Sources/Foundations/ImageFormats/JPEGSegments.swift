/// The positions of the segments of a JPEG file, up to its picture data.
///
/// A pure parser of the markers: every length is checked against the file before it is used, so that a malicious file results
/// in an `ImageFormatError` or a correct answer. It keeps offsets, not bytes.
public struct JPEGSegments: Sendable, Hashable {
    /// One marker with its contents.
    public struct Segment: Sendable, Hashable {
        /// The second byte of the marker, such as 0xE1 for APP1.
        public let marker: UInt8
        /// The range of marker, length and contents together.
        public let range: Range<Int>

        /// The range of the contents alone.
        public var contents: Range<Int> { min(range.lowerBound + 4, range.upperBound)..<range.upperBound }
    }

    /// The segments in the file's order; the last is the start of scan (SOS).
    public let segments: [Segment]
    /// The contents of the APP1 segment with EXIF, starting with its "Exif" signature; nil if there is none.
    public let exif: Range<Int>?
    /// The size in the frame header (SOF); nil if there is none before the picture data.
    public let frameSize: ImageSize?

    /// Parses the markers of `jpeg`.
    ///
    /// **Errors**: `.truncated` if the file ends within a segment or before the picture data, `.malformed` if a marker is
    /// expected and missing.
    public init(_ jpeg: Span<UInt8>) throws(ImageFormatError) {
        var walker = try Walker(jpeg)
        var segments: [Segment] = []
        var exif: Range<Int>?
        var frameSize: ImageSize?
        repeat {
            let segment = try walker.next(in: jpeg)
            segments.append(segment)
            if exif == nil, segment.marker == Marker.app1, Self.startsWithSignature(jpeg, at: segment.contents) {
                exif = segment.contents
            }
            if frameSize == nil, Marker.isStartOfFrame(segment.marker) {
                frameSize = try Self.frameSize(in: jpeg, of: segment)
            }
        } while segments.last?.marker != Marker.startOfScan
        self.segments = segments
        self.exif = exif
        self.frameSize = frameSize
    }

    /// Returns the size in the frame header, reading no further than necessary and without allocating; nil if there is none
    /// before the picture data.
    ///
    /// **Errors**: as ``init(_:)``.
    public static func frameSize(of jpeg: Span<UInt8>) throws(ImageFormatError) -> ImageSize? {
        var walker = try Walker(jpeg)
        while true {
            let segment = try walker.next(in: jpeg)
            if Marker.isStartOfFrame(segment.marker) { return try frameSize(in: jpeg, of: segment) }
            if segment.marker == Marker.startOfScan { return nil }
        }
    }

    /// Offset of the first byte of the entropy-coded picture data.
    public var pictureDataStart: Int { segments.last?.range.upperBound ?? 0 }

    private static func startsWithSignature(_ jpeg: Span<UInt8>, at range: Range<Int>) -> Bool {
        guard range.count >= EXIFMetadata.signature.count else { return false }
        return EXIFMetadata.signature.indices.allSatisfy { jpeg[range.lowerBound + $0] == EXIFMetadata.signature[$0] }
    }

    private static func frameSize(in jpeg: Span<UInt8>, of segment: Segment) throws(ImageFormatError) -> ImageSize {
        let contents = segment.contents
        guard contents.count >= 6 else {
            throw ImageFormatError(.malformed, in: .jpeg, at: segment.range.lowerBound, "the frame header is too short")
        }
        func word(at index: Int) -> Int { Int(jpeg[index]) << 8 | Int(jpeg[index + 1]) }
        return ImageSize(width: word(at: contents.lowerBound + 3), height: word(at: contents.lowerBound + 1))
    }
}

/// The marker codes that are used here.
enum Marker {
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let restartInterval: UInt8 = 0xDD
    static let restart0: UInt8 = 0xD0
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1

    /// Returns whether `marker` starts a frame header: 0xC0…0xCF except the three for tables or extensions.
    static func isStartOfFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// Returns whether `marker` has no length and no contents.
    static func isParameterless(_ marker: UInt8) -> Bool {
        (0xD0...0xD9).contains(marker) || marker == 0x01
    }
}

/// A position in the markers of a file.
private struct Walker {
    var offset = 2

    init(_ jpeg: Span<UInt8>) throws(ImageFormatError) {
        guard jpeg.count >= 2 else {
            throw ImageFormatError(.truncated, in: .jpeg, at: jpeg.count, "the file ends within its first marker")
        }
        guard jpeg[0] == 0xFF, jpeg[1] == Marker.startOfImage else {
            throw ImageFormatError(.malformed, in: .jpeg, at: 0, "this is not a JPEG: it does not begin with FF D8")
        }
    }

    /// Returns the segment at the position, and advances past it.
    mutating func next(in jpeg: Span<UInt8>) throws(ImageFormatError) -> JPEGSegments.Segment {
        try skipFill(in: jpeg)
        let start = offset
        try require(2, from: start, in: jpeg)
        guard jpeg[start] == 0xFF else {
            throw ImageFormatError(.malformed, in: .jpeg, at: start, "a marker must stand here")
        }
        let marker = jpeg[start + 1]
        guard marker != 0, marker != Marker.startOfImage, marker != Marker.endOfImage else {
            throw ImageFormatError(
                .malformed,
                in: .jpeg,
                at: start,
                "marker FF \(String(marker, radix: 16)) cannot stand before the picture"
            )
        }
        if Marker.isParameterless(marker) {
            offset = start + 2
            return JPEGSegments.Segment(marker: marker, range: start..<offset)
        }
        try require(4, from: start, in: jpeg)
        let length = Int(jpeg[start + 2]) << 8 | Int(jpeg[start + 3])
        guard length >= 2 else {
            throw ImageFormatError(
                .malformed,
                in: .jpeg,
                at: start + 2,
                "a segment's length is \(length); it counts itself, so 2 is the least"
            )
        }
        try require(2 + length, from: start, in: jpeg)
        offset = start + 2 + length
        return JPEGSegments.Segment(marker: marker, range: start..<offset)
    }

    /// Skips fill bytes: any number of FF may precede a marker.
    private mutating func skipFill(in jpeg: Span<UInt8>) throws(ImageFormatError) {
        while offset + 1 < jpeg.count, jpeg[offset] == 0xFF, jpeg[offset + 1] == 0xFF { offset += 1 }
    }

    private func require(_ count: Int, from start: Int, in jpeg: Span<UInt8>) throws(ImageFormatError) {
        guard jpeg.count - start >= count else {
            throw ImageFormatError(
                .truncated,
                in: .jpeg,
                at: jpeg.count,
                "the segment at byte \(start) extends beyond the end of the file"
            )
        }
    }
}
