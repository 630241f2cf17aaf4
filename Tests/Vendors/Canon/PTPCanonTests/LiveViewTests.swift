import CameraModel
import PTP
import PTPCanon
import Testing

@Suite struct LiveViewTests {
    /// The smallest data with the start and end markers of a JPEG.
    static let picture: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]

    /// A frame with one segment of each type.
    static var whole: [UInt8] {
        var writer = BlockWriter()
        writer.append(.zoomFactor, numbers: [5])
        writer.append(.zoomRectangle, numbers: [100, 200])
        writer.append(LiveViewSegment(rawValue: 7), numbers: [1])
        writer.append(.picture, picture)
        writer.append(.position, numbers: [300, 400])
        writer.append(.frames, numbers: [77, 0x31, 88, 1000, 700, 1200, 800])
        writer.append(.coordinateSystem, numbers: [5568, 3712])
        writer.append(.histogram, numbers: (0..<1024).map { $0 })
        writer.append(.oldHistogram, numbers: (0..<1024).map { $0 })
        return writer.bytes
    }

    private static func blob(_ bytes: [UInt8]) -> LiveViewBlob {
        let span = bytes.span
        return unsafe LiveViewBlob(span.bytes)
    }

    private static func segment(_ segment: LiveViewSegment, _ body: [UInt8]) -> [UInt8] {
        var writer = BlockWriter()
        writer.append(segment, body)
        return writer.bytes
    }

    @Test func `everything is found where it was written`() throws {
        let bytes = Self.whole
        let blob = Self.blob(bytes)
        #expect(blob.failure == nil && blob.noPicture == nil && blob.pictureIsWhole)
        #expect(Array(bytes[try #require(blob.picture)]) == Self.picture)
        #expect(blob.zoomFactor == 5 && blob.zoomRectangle == .init(100, 200) && blob.position == .init(300, 400))
        #expect(blob.coordinateSystem == .init(5568, 3712))
        #expect(blob.frames?.count == 28)
        #expect(blob.focusFrame == .init(status: 0x31, corner: .init(1000, 700), size: .init(1200, 800)))
        for histogram in [blob.histogram, blob.oldHistogram] {
            let range = try #require(histogram)
            #expect(range.count == LiveViewBlob.histogramSize && Array(bytes[range].prefix(8)) == words(0, 1))
        }
    }

    @Test func `cut off at any byte, earlier segments are found`() {
        let (bytes, whole) = (Self.whole, Self.blob(Self.whole))
        for count in 0..<bytes.count {
            let blob = Self.blob(Array(bytes[..<count]))
            #expect(blob.failure.map { $0.offset <= count } ?? true)
            if let picture = blob.picture { #expect(picture == whole.picture && picture.upperBound <= count) }
            for (found, right) in [
                (blob.histogram, whole.histogram), (blob.oldHistogram, whole.oldHistogram), (blob.frames, whole.frames),
            ] {
                #expect(found == nil || found == right)
            }
        }
    }

    @Test func `with any byte, or any two or four, replaced, every range is in the bytes`() {
        // The beginning of the frame is sufficient: the histograms are 8 KiB of repeated data.
        let bytes = Array(Self.whole.prefix(120))
        for damaged in Damage.replacements(of: bytes) {
            let blob = Self.blob(damaged)
            for range in [blob.picture, blob.histogram, blob.oldHistogram, blob.frames].compactMap({ $0 }) {
                #expect(range.lowerBound >= 8 && range.upperBound <= damaged.count)
            }
            #expect((blob.picture == nil) == (blob.noPicture != nil))
        }
    }

    @Test(arguments: [LiveViewSegment.picture, .moviePicture, .newPicture]) func `a picture has one of three types`(
        _ type: LiveViewSegment
    ) {
        #expect(Self.blob(Self.segment(type, Self.picture)).picture == 8..<15)
    }

    @Test func `of two pictures the first one counts, if it is one`() {
        let bytes = Self.segment(.picture, []) + Self.segment(.moviePicture, Self.picture) + Self.segment(.picture, Self.picture)
        #expect(Self.blob(bytes).picture == 16..<23)
    }

    // MARK: Where it focuses

    private static func area(_ numbers: [UInt32], space: [UInt32]? = [5568, 3712]) -> FocusArea? {
        var writer = BlockWriter()
        writer.append(.frames, numbers: numbers)
        if let space { writer.append(.coordinateSystem, numbers: space) }
        return blob(writer.bytes).focusArea
    }

    @Test(arguments: [(0x30, false), (0x31, true), (0x32, false), (0, false), (.max, false)] as [(UInt32, Bool)])
    func `where a body focuses is an area of the frame, with focus once it has been found`(status: UInt32, hasFocus: Bool) {
        let rect = Rect(x: 1000, y: 700, width: 1200, height: 800)
        #expect(
            Self.area([1, status, 2, 1000, 700, 1200, 800]) == FocusArea(rect: rect, isActive: true, hasFocus: hasFocus)
        )
        // Bytes after the known numbers are ignored.
        #expect(Self.area([1, status, 2, 1000, 700, 1200, 800, 9, 9])?.rect == rect)
    }

    @Test func `a range past the edge ends there, and an impossible one is nil`() {
        #expect(Self.area([0, 0x31, 0, 5000, 3000, .max, 9999])?.rect == Rect(x: 5000, y: 3000, width: 568, height: 712))
        for numbers in [
            [0, 0x31, 0, 5568, 0, 10, 10], [0, 0x31, 0, 0, .max, 10, 10], [0, 0x31, 0, 0, 0, 0, 10], [0, 0x31, 0, 0, 0, 10, 0],
            [0, 0x31, 0, 0, 0, 10], [0], [],
        ] as [[UInt32]] {
            #expect(Self.area(numbers) == nil)
        }
        #expect(Self.area([0, 0x31, 0, 0, 0, 10, 10], space: nil) == nil)
        #expect(Self.area([0, 0x31, 0, 0, 0, 10, 10], space: [0, 100]) == nil)
    }

    // MARK: Broken frames

    @Test(arguments: 0...7 as ClosedRange<UInt32>) func `a length that does not cover its own head ends the frame there`(
        _ length: UInt32
    ) {
        let bytes = Self.segment(.picture, Self.picture) + words(length, 99, 0)
        let blob = Self.blob(bytes)
        #expect(blob.picture == 8..<15)
        #expect(blob.failure == DatasetError("LiveView.Length", at: 15, .unexpectedNumber(UInt64(length))))
    }

    @Test(arguments: [13, 0x8000_0000, 0xFFFF_FFFF] as [UInt32]) func `a length past the end does as well`(_ length: UInt32) {
        let blob = Self.blob(words(length, 1) + [0xFF, 0xD8, 0xFF, 0xD9])
        #expect(blob.picture == nil && blob.noPicture == .absent)
        #expect(blob.failure == DatasetError("LiveView.Length", at: 0, .endsEarly(neededBytes: UInt64(length), presentBytes: 12)))
    }

    @Test func `a truncated header is reported`() {
        let blob = Self.blob(Self.segment(.picture, Self.picture) + [1, 2, 3])
        #expect(blob.picture != nil)
        #expect(blob.failure == DatasetError("LiveView.Length", at: 15, .endsEarly(neededBytes: 8, presentBytes: 3)))
    }

    @Test func `a frame of no bytes, and a picture of none, are no picture`() {
        #expect(Self.blob([]).noPicture == .absent && Self.blob([]).failure == nil)
        #expect(Self.blob(Self.segment(.picture, [])).noPicture == .empty)
        #expect(Self.blob(Self.segment(.frames, [1])).noPicture == .absent)
    }

    @Test(arguments: [[0xFF], [0xD8, 0xFF], [0, 0xFF, 0xD8, 0xFF, 0xD9]] as [[UInt8]])
    func `data that does not begin as a JPEG is not a picture`(_ body: [UInt8]) {
        let blob = Self.blob(Self.segment(.picture, body))
        #expect(blob.picture == nil && blob.noPicture == .notJPEG && !blob.pictureIsWhole)
    }

    @Test(arguments: [[0xFF, 0xD8], [0xFF, 0xD8, 0xD9], [0xFF, 0xD8, 1, 2, 0xFF]] as [[UInt8]])
    func `a JPEG without its end is a picture that is not whole`(_ body: [UInt8]) {
        let blob = Self.blob(Self.segment(.picture, body))
        #expect(blob.picture == 8..<8 + body.count && !blob.pictureIsWhole)
    }

    @Test func `padding of a segment is not part of the picture`() {
        let blob = Self.blob(Self.segment(.picture, Self.picture + [UInt8](repeating: 0, count: 4000)))
        #expect(blob.picture == 8..<15 && blob.pictureIsWhole)
        // The search for the end marker is limited.
        let long = Self.blob(Self.segment(.picture, Self.picture + [UInt8](repeating: 0, count: 5000)))
        #expect(long.picture?.count == 5007 && !long.pictureIsWhole)
    }

    @Test func `a frame of 50 MB is as any other`() {
        var body = [UInt8](repeating: 0x55, count: 50_000_000)
        body.replaceSubrange(..<2, with: [0xFF, 0xD8])
        #expect(!Self.blob(Self.segment(.picture, body)).pictureIsWhole)
        body.replaceSubrange((body.count - 2)..., with: [0xFF, 0xD9])
        #expect(Self.blob(Self.segment(.picture, body)).picture == 8..<50_000_008)
    }

    @Test(arguments: [LiveViewSegment.zoomFactor, .zoomRectangle, .position, .coordinateSystem, .histogram, .oldHistogram])
    func `a segment that is too short is ignored`(_ segment: LiveViewSegment) {
        for count in [0, 3] {
            let blob = Self.blob(
                Self.segment(segment, [UInt8](repeating: 1, count: count)) + Self.segment(.picture, Self.picture)
            )
            #expect(blob.zoomFactor == nil && blob.zoomRectangle == nil && blob.position == nil && blob.coordinateSystem == nil)
            #expect(blob.histogram == nil && blob.oldHistogram == nil && blob.picture != nil && blob.failure == nil)
        }
    }

    // MARK: Geometry

    @Test func `the whole picture fills the space`() {
        var writer = BlockWriter()
        writer.append(.zoomFactor, numbers: [1])
        writer.append(.coordinateSystem, numbers: [5568, 3712])
        let blob = Self.blob(writer.bytes)
        let space = PixelSize(width: 5568, height: 3712)
        #expect(blob.space == space && blob.imageRect == Rect(space))
    }

    @Test func `for an enlarged picture only known values are reported`() {
        let blob = Self.blob(Self.whole)
        #expect(blob.space == PixelSize(width: 5568, height: 3712) && blob.imageRect == nil)
    }

    @Test(arguments: [[], [0, 100], [100, 0]] as [[UInt32]]) func `a space without a size is none`(_ size: [UInt32]) {
        var writer = BlockWriter()
        writer.append(.coordinateSystem, numbers: size)
        let blob = Self.blob(writer.bytes)
        #expect(blob.space == nil && blob.imageRect == nil && blob.focusArea == nil)
    }
}
