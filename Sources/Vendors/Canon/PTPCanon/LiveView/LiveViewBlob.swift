package import PTP

/// Locations of the segments in the data of GetViewFinderData (0x9153; observed behaviour).
///
/// Parsing ends with a result for any bytes: the segments found, and the reason if there are no more. It copies no bytes and
/// allocates no memory; ranges refer to the parsed bytes.
package struct LiveViewBlob: Hashable, Sendable {
    /// Reason why there is no picture.
    package enum NoPicture: Hashable, Sendable {
        /// There is no picture segment.
        case absent
        /// The picture segment is empty, as bodies send it while they start live view.
        case empty
        /// The picture segment does not begin like a JPEG file.
        case notJPEG
    }

    /// Two numbers: a position or a size.
    package struct Pair: Hashable, Sendable {
        package var first: UInt32
        package var second: UInt32

        package init(_ first: UInt32, _ second: UInt32) {
            self.first = first
            self.second = second
        }
    }

    /// Area that the body focuses on, in ``coordinateSystem``.
    package struct FocusFrame: Hashable, Sendable {
        /// Result of focusing.
        package enum Status: UInt32, Hashable, Sendable {
            /// The selected subject is tracked and focused on.
            case tracking = 0x30
            case found = 0x31
            case notFound = 0x32
        }

        /// Status as received; see ``Status``.
        package var status: UInt32
        /// Upper left corner.
        package var corner: Pair
        /// Width and height.
        package var size: Pair

        package init(status: UInt32, corner: Pair, size: Pair) {
            self.status = status
            self.corner = corner
            self.size = size
        }

        /// The numbers of the segment; the meaning of the first and the third is unknown.
        package var numbers: [UInt32] { [0, status, 0, corner.first, corner.second, size.first, size.second] }
    }

    /// Range of the first JPEG picture, from its first byte (FF D8) to its last (FF D9), or to the end of the segment if the
    /// last is missing.
    package private(set) var picture: Range<Int>?
    /// Reason why there is no picture; nil if there is one.
    package private(set) var noPicture: NoPicture? = .absent
    /// Whether the picture has an end marker.
    package private(set) var pictureIsWhole = false
    /// Range of the histogram: brightness, red, green, blue, 256 UINT32 each.
    package private(set) var histogram: Range<Int>?
    /// Range of the older histogram: the same number of values in an unknown order.
    package private(set) var oldHistogram: Range<Int>?
    /// Magnification factor; 1 for the whole picture.
    package private(set) var zoomFactor: UInt32?
    /// A corner of the magnified part; it is uncertain which corner.
    package private(set) var zoomRectangle: Pair?
    /// Position of the picture in ``coordinateSystem``.
    package private(set) var position: Pair?
    /// Size of the coordinate space.
    package private(set) var coordinateSystem: Pair?
    /// Range of the focus area and the detected faces.
    package private(set) var frames: Range<Int>?
    /// The focus area of bodies that track a touched subject (observed with an EOS 70D); nil if the segment has fewer numbers.
    package private(set) var focusFrame: FocusFrame?
    /// Reason why parsing ended before the last byte; segments before its offset were found.
    package private(set) var failure: DatasetError?

    /// Parses the segments. The first segment of each type is used. Complexity: one step per segment, independent of the
    /// segments' sizes.
    package init(_ bytes: RawSpan) {
        var blocks = BlockReader(bytes)
        do throws(DatasetError) {
            while let block = try blocks.next("LiveView.Length") {
                parse(LiveViewSegment(rawValue: block.type), block.body, bytes)
            }
        } catch {
            failure = error
        }
    }

    /// Size of a histogram, in bytes: four planes of 256 UINT32.
    package static let histogramSize = 4 * 256 * 4

    private mutating func parse(_ segment: LiveViewSegment, _ body: Range<Int>, _ bytes: RawSpan) {
        switch segment {
        case _ where segment.isPicture: if picture == nil { parsePicture(body, bytes) }
        case .histogram: histogram = histogram ?? Self.histogram(body)
        case .oldHistogram: oldHistogram = oldHistogram ?? Self.histogram(body)
        case .zoomFactor: zoomFactor = zoomFactor ?? Self.number(body, bytes)
        case .zoomRectangle: zoomRectangle = zoomRectangle ?? Self.pair(body, bytes)
        case .position: position = position ?? Self.pair(body, bytes)
        case .coordinateSystem: coordinateSystem = coordinateSystem ?? Self.pair(body, bytes)
        case .frames:
            guard frames == nil else { return }
            frames = body
            focusFrame = Self.focusFrame(body, bytes)
        default: break
        }
    }

    /// Returns the range of a histogram; nil if it is too short.
    private static func histogram(_ body: Range<Int>) -> Range<Int>? {
        body.count >= histogramSize ? body.lowerBound..<body.lowerBound + histogramSize : nil
    }

    private static func number(_ body: Range<Int>, _ bytes: RawSpan) -> UInt32? {
        body.count >= 4 ? bytes.littleEndian(at: body.lowerBound) : nil
    }

    private static func focusFrame(_ body: Range<Int>, _ bytes: RawSpan) -> FocusFrame? {
        let numberSize = 4
        func pair(_ index: Int) -> Pair? {
            let start = body.lowerBound + index * numberSize
            return start <= body.upperBound ? Self.pair(start..<body.upperBound, bytes) : nil
        }
        guard let status = pair(1), let corner = pair(3), let size = pair(5) else { return nil }
        return FocusFrame(status: status.first, corner: corner, size: size)
    }

    private static func pair(_ body: Range<Int>, _ bytes: RawSpan) -> Pair? {
        guard body.count >= 8 else { return nil }
        let (second, first) = bytes.littleEndian(at: body.lowerBound, as: UInt64.self).words
        return Pair(first, second)
    }
}

extension LiveViewBlob {
    /// Maximum distance of the JPEG end marker from the end of the segment, in bytes: bodies pad segments.
    private static let longestPadding = 4096

    private mutating func parsePicture(_ body: Range<Int>, _ bytes: RawSpan) {
        guard !body.isEmpty else {
            if noPicture == .absent { noPicture = .empty }
            return
        }
        guard Self.isMarker(0xD8, at: body.lowerBound, before: body.upperBound, bytes) else {
            noPicture = .notJPEG
            return
        }
        (picture, noPicture) = (body, nil)
        let first = max(body.lowerBound + 2, body.upperBound - Self.longestPadding)
        for start in stride(from: body.upperBound - 2, through: first, by: -1)
        where Self.isMarker(0xD9, at: start, before: body.upperBound, bytes) {
            picture = body.lowerBound..<start + 2
            pictureIsWhole = true
            return
        }
    }

    /// Returns whether there is a JPEG marker (ISO 10918-1 § B.1.1.2) at an offset: 0xFF and its code.
    private static func isMarker(_ code: UInt8, at offset: Int, before end: Int, _ bytes: RawSpan) -> Bool {
        offset + 2 <= end && bytes.littleEndian(at: offset, as: UInt16.self) == UInt16(code) << 8 | 0xFF
    }
}
