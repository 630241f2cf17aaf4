package import PTP

/// Where things are in the data of GetViewFinderData (0x9153; observed behaviour).
///
/// Whatever the bytes, reading ends and has a result: what was found, and why there is no more. The bytes stay where they are, and nothing
/// is allocated; ranges are those of the bytes that were read.
package struct LiveViewBlob: Hashable, Sendable {
    /// Why there is no picture.
    package enum NoPicture: Hashable, Sendable {
        /// No segment of a picture's type.
        case absent
        /// A segment without bytes, as bodies send while they get ready.
        case empty
        /// A segment that does not begin as a JPEG does.
        case notJPEG
    }

    /// Two numbers: a place, or a size.
    package struct Pair: Hashable, Sendable {
        package var first: UInt32
        package var second: UInt32

        package init(_ first: UInt32, _ second: UInt32) {
            self.first = first
            self.second = second
        }
    }

    /// Where a body focuses, in ``coordinateSystem``.
    package struct FocusFrame: Hashable, Sendable {
        /// What has come of it.
        package enum Status: UInt32, Hashable, Sendable {
            /// What was chosen is followed, and focused on.
            case tracking = 0x30
            case found = 0x31
            case notFound = 0x32
        }

        /// As the body says it; see ``Status``.
        package var status: UInt32
        /// The upper left corner.
        package var corner: Pair
        /// Width and height.
        package var size: Pair

        package init(status: UInt32, corner: Pair, size: Pair) {
            self.status = status
            self.corner = corner
            self.size = size
        }

        /// The numbers of the segment; what the first and the third are for is not known.
        package var numbers: [UInt32] { [0, status, 0, corner.first, corner.second, size.first, size.second] }
    }

    /// The first JPEG, from its first byte (FF D8) to its last (FF D9), or to the segment's end where that is missing.
    package private(set) var picture: Range<Int>?
    /// Why there is none; nil where there is one.
    package private(set) var noPicture: NoPicture? = .absent
    /// Whether the picture has its end.
    package private(set) var pictureIsWhole = false
    /// Brightness, red, green, blue: 256 UINT32 each.
    package private(set) var histogram: Range<Int>?
    /// The same amount of numbers in an order that is not known.
    package private(set) var oldHistogram: Range<Int>?
    /// 1 for the whole picture.
    package private(set) var zoomFactor: UInt32?
    /// A corner of the part that an enlarged view shows; which is not certain.
    package private(set) var zoomRectangle: Pair?
    /// Where the picture lies in ``coordinateSystem``.
    package private(set) var position: Pair?
    /// The size of the space that places are counted in.
    package private(set) var coordinateSystem: Pair?
    /// Where the body focuses, and found faces.
    package private(set) var frames: Range<Int>?
    /// The one place that bodies tell which follow what was touched (observed with an EOS 70D); nil where there are not so many numbers.
    package private(set) var focusFrame: FocusFrame?
    /// Why reading ended before the last byte; what stands before the offset was found.
    package private(set) var failure: DatasetError?

    /// Finds the segments. Of several of one type the first counts. Complexity: a step for each segment, however large they are.
    package init(_ bytes: RawSpan) {
        var blocks = BlockReader(bytes)
        do throws(DatasetError) {
            while let block = try blocks.next("LiveView.Length") {
                take(LiveViewSegment(rawValue: block.type), block.body, bytes)
            }
        } catch {
            failure = error
        }
    }

    /// Of four planes of 256 UINT32, in bytes.
    package static let histogramSize = 4 * 256 * 4

    private mutating func take(_ segment: LiveViewSegment, _ body: Range<Int>, _ bytes: RawSpan) {
        switch segment {
        case _ where segment.isPicture: if picture == nil { takePicture(body, bytes) }
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

    /// A histogram's bytes; nil where there are too few of them.
    private static func histogram(_ body: Range<Int>) -> Range<Int>? {
        body.count >= histogramSize ? body.lowerBound..<body.lowerBound + histogramSize : nil
    }

    private static func number(_ body: Range<Int>, _ bytes: RawSpan) -> UInt32? {
        var reader = DatasetReader(bytes.extracting(body))
        return try? reader.integer("LiveView.Number")
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
        var reader = DatasetReader(bytes.extracting(body))
        guard let first = try? reader.integer("LiveView.Number", as: UInt32.self),
            let second = try? reader.integer("LiveView.Number", as: UInt32.self)
        else { return nil }
        return Pair(first, second)
    }
}

extension LiveViewBlob {
    /// How far from a segment's end the end of its JPEG is looked for, in bytes: bodies fill segments up.
    private static let longestPadding = 4096

    private mutating func takePicture(_ body: Range<Int>, _ bytes: RawSpan) {
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

    /// Whether there is a marker of JPEG (ISO 10918-1 § B.1.1.2): 0xFF and its code.
    private static func isMarker(_ code: UInt8, at offset: Int, before end: Int, _ bytes: RawSpan) -> Bool {
        guard offset + 2 <= end else { return false }
        var reader = DatasetReader(bytes.extracting(offset..<offset + 2))
        return (try? reader.integer("LiveView.Marker", as: UInt16.self)) == UInt16(code) << 8 | 0xFF
    }
}
