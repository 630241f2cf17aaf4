import CameraModel
import PTPSony
import Testing

/// Frames of live view: their parts, and the frames that bodies draw, cut at every byte.
@Suite struct LiveViewTests {
    static let drawn: [SonyFocalFrames.Frame] = [
        .init(.focus, type: 6, state: 2, rank: 1, x: 320, y: 240, width: 64, height: 48),
        .init(.focus, type: 7, state: 1, x: 100, y: 100, width: 20, height: 10),
        .init(.face, type: 2, state: 1, rank: 2, x: 0, y: 240, width: 100, height: 100),
        .init(.tracking, type: 2, state: 2, x: 639, y: 479, width: 10, height: 10),
    ]

    static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 0xFF, 0xD9]
    static let space = PixelSize(width: 640, height: 480)

    static func view(version: UInt16 = 101) -> [UInt8] {
        let block = SonyFocalFrames.encoded(version: version, space, drawn)
        return SonyLiveView.head(block, pictureSize: picture.count) + picture
    }

    private static func read<Value>(_ bytes: [UInt8], _ body: (SonyLiveView?, SonyFocalFrames?, RawSpan) -> Value) -> Value {
        let span = bytes.span
        let view = unsafe SonyLiveView(span.bytes)
        let frames = view?.block.flatMap { unsafe SonyFocalFrames(span.bytes, $0) }
        return unsafe body(view, frames, span.bytes)
    }

    @Test func `the parts of a frame are found, and its frames are those that were drawn`() throws {
        let bytes = Self.view()
        Self.read(bytes) { view, frames, span in
            #expect(view.map { Array(bytes[$0.picture]) } == Self.picture)
            #expect(frames?.count == 4 && frames?.space == Self.space && frames?.version == 101)
            for (index, drawn) in Self.drawn.enumerated() { #expect(frames?.frame(index, in: span)?.0 == drawn) }
            #expect(frames?.frame(4, in: span) == nil && frames?.frame(-1, in: span) == nil)
        }
    }

    @Test func `frames are focus areas, clipped to the space`() {
        Self.read(Self.view()) { _, frames, span in
            let areas = (0..<4).map { frames?.area($0, in: span) }
            #expect(areas[0] == FocusArea(rect: Rect(x: 288, y: 216, width: 64, height: 48), isActive: true, hasFocus: true))
            #expect(areas[1]?.isActive == false && areas[1]?.hasFocus == false)
            #expect(areas[2] == FocusArea(rect: Rect(x: 0, y: 190, width: 50, height: 100), isActive: true, hasFocus: false))
            #expect(areas[3]?.rect == Rect(x: 634, y: 474, width: 6, height: 6))
        }
    }

    @Test func `version 1 has focus frames only`() {
        Self.read(Self.view(version: 100)) { _, frames, _ in #expect(frames?.count == 2 && frames?.faces == nil) }
    }

    @Test func `data that is cut anywhere gives what is inside it`() {
        let bytes = Self.view()
        for count in 0..<bytes.count {
            Self.read(Array(bytes.prefix(count))) { view, frames, span in
                if let view { #expect(view.picture.upperBound <= count) }
                for index in 0..<(frames?.count ?? 0) { _ = frames?.area(index, in: span) }
            }
        }
    }

    /// Each number of the block set to the largest: counts, sizes, positions.
    @Test func `numbers that exceed the data end with a result`() {
        let bytes = Self.view()
        for start in stride(from: 0, to: bytes.count - 4, by: 2) {
            var damaged = bytes
            for index in start..<start + 4 { damaged[index] = 0xFF }
            Self.read(damaged) { view, frames, span in
                if let view { #expect(view.picture.upperBound <= damaged.count) }
                let count = frames?.count ?? 0
                #expect(count <= 3 * 1024)
                for index in 0..<count {
                    guard let area = frames?.area(index, in: span), let space = frames?.space else { continue }
                    #expect(Rect(space).contains(area.rect))
                }
            }
        }
    }

    @Test func `where the offset is wrong, the picture is searched`() {
        var bytes = Self.view()
        bytes[0] = 17
        Self.read(bytes) { view, _, _ in #expect(view?.picture == bytes.count - Self.picture.count..<bytes.count) }
        Self.read([0, 0, 0, 0]) { view, _, _ in #expect(view == nil) }
        Self.read([]) { view, _, _ in #expect(view == nil) }
    }

    @Test func `sections with a space of their own are scaled to that of the focus frames`() {
        var bytes = Self.view()
        // The width and height of the section of faces: after 16 + 56 bytes, the section's head, and two frames.
        let faces = 16 + 56 + 16 + 2 * 24
        for index in 0..<8 { bytes[faces + index] = 0 }
        (bytes[faces], bytes[faces + 1], bytes[faces + 4], bytes[faces + 5]) = (0x00, 0x05, 0xC0, 0x03)
        Self.read(bytes) { _, frames, span in
            #expect(frames?.area(2, in: span)?.rect == Rect(x: 0, y: 95, width: 25, height: 50))
        }
    }
}
