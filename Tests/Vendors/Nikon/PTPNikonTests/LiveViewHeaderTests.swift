import CameraModel
import PTP
import PTPNikon
import Testing

@Suite struct LiveViewHeaderTests {
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 4, 0xFF, 0xD9]

    /// A frame of a layout, with every field that the layout has.
    static func frame(_ layout: LiveViewHeader.Layout, shown: Rect? = nil) -> (header: LiveViewHeader, bytes: [UInt8]) {
        var info = LiveViewFrameInfo()
        info.size = PixelSize(width: 640, height: 424)
        info.space = PixelSize(width: 6048, height: 4032)
        info.imageRect = shown ?? Rect(info.space)
        info.focusAreas = [
            FocusArea(rect: Rect(x: 100, y: 200, width: 300, height: 250), isActive: true, hasFocus: true),
            FocusArea(rect: Rect(x: 1000, y: 2000, width: 30, height: 50), isActive: false, hasFocus: false),
        ]
        (info.orientation, info.rollDegrees, info.pitchDegrees) = (.portraitRight, 271.5, -12.25)
        info.timeCode = TimeCode(hours: 1, minutes: 2, seconds: 3, frames: 4)
        var header = LiveViewHeader(layout)
        header.describe(info, isRecording: true)
        (header.remaining, header.elapsed, header.temperature) = (90_000, 61_000, 3)
        return (header, header.encoded(info.focusAreas.map { LiveViewHeader.Area($0.rect) }, imageSize: jpeg.count) + jpeg)
    }

    private static func read(_ bytes: [UInt8]) -> LiveViewHeader? { unsafe LiveViewHeader(bytes.span.bytes) }
    private static func picture(_ bytes: [UInt8]) -> Range<Int>? { unsafe LiveViewHeader.picture(in: bytes.span.bytes) }
    private static func area(_ index: Int, _ header: LiveViewHeader, _ bytes: [UInt8]) -> FocusArea? {
        unsafe header.focusArea(index, in: bytes.span.bytes)
    }

    @Test(arguments: LiveViewHeader.Layout.all) func `a header is read as it was written, and known by its bytes`(
        _ layout: LiveViewHeader.Layout
    ) throws {
        let (_, bytes) = Self.frame(layout)
        #expect(Self.picture(bytes) == layout.size..<bytes.count)
        let header = try #require(Self.read(bytes))
        #expect(header.layout == layout && header.space == PixelSize(width: 6048, height: 4032))
        #expect(header.imageRect == Rect(header.space) && header.magnification == 1)
        #expect(header.orientation == .portraitRight)
        let hasLevel = layout == .d800 || layout == .d500 || layout == .z
        #expect(header.rollDegrees == (hasLevel ? 271.5 : nil) && header.pitchDegrees == (hasLevel ? -12.25 : nil))
        let area = try #require(Self.area(0, header, bytes))
        #expect(area == FocusArea(rect: Rect(x: 100, y: 200, width: 300, height: 250), isActive: true, hasFocus: true))
        #expect(header.isRecording == (layout == .d500 ? nil : true))
        #expect(header.remaining == (layout == .d500 ? nil : 90_000))
        #expect(header.areaCount == (layout == .z ? 2 : 1))
        let timer: RecordingState.Timer = layout == .z ? .elapsed(seconds: 61) : .remaining(seconds: 90)
        #expect(header.recording == (layout == .d500 ? nil : RecordingState(isRecording: true, timer: timer)))
        guard layout == .z else { return }
        #expect(Self.area(1, header, bytes)?.isActive == false)
        #expect(header.elapsed == 61_000 && header.temperature == 3)
        #expect(header.timeCode?.description == "01:02:03:04")
    }

    @Test(arguments: [LiveViewHeader.Layout.d500, .z]) func `an enlarged view shows its part`(_ layout: LiveViewHeader.Layout)
        throws
    {
        let part = Rect(x: 1512, y: 1008, width: 1512, height: 1008)
        let header = try #require(Self.read(Self.frame(layout, shown: part).bytes))
        #expect(header.imageRect == part && header.magnification == 4)
    }

    @Test(arguments: LiveViewHeader.Layout.all) func `frames that are cut have no picture, and trap nowhere`(
        _ layout: LiveViewHeader.Layout
    ) {
        let bytes = Self.frame(layout).bytes
        for count in bytes.indices {
            let cut = Array(bytes.prefix(count))
            if let picture = Self.picture(cut) { Issue.record("\(picture) of \(count)") }
            _ = Self.read(cut)
        }
    }

    @Test(arguments: LiveViewHeader.Layout.all) func `any number in a header is read without a trap`(
        _ layout: LiveViewHeader.Layout
    ) {
        let bytes = Self.frame(layout).bytes
        for offset in 0..<layout.size {
            for fill in [0, 0x7F, 0xFF] as [UInt8] where fill != bytes[offset] {
                var damaged = bytes
                damaged[offset] = fill
                guard let header = Self.read(damaged) else { continue }
                let space = Rect(header.space)
                let areas = (0..<header.areaCount).compactMap { Self.area($0, header, damaged)?.rect }
                let isLevel = (header.rollDegrees ?? 0) >= 0 && abs(header.pitchDegrees ?? 0) <= 90
                let isRight = header.magnification >= 1 && isLevel && areas.allSatisfy(space.contains)
                // An expectation for each byte would take most of the time.
                if !isRight { Issue.record("\(fill) at \(offset): \(header) \(areas)") }
            }
        }
    }

    @Test func `an angle or a time that cannot be is left out`() throws {
        let bytes = Self.frame(.z).bytes
        for (offset, value) in [(844, 0), (845, 0x78), (832, 24), (833, 60), (834, 60)] {
            var damaged = bytes
            damaged[offset] = UInt8(value)
            let header = try #require(Self.read(damaged))
            #expect((header.pitchDegrees == nil) == (offset < 848 && offset > 840) && (header.timeCode == nil) == (offset < 840))
        }
    }

    @Test func `a picture without a known header is found by its first bytes, without geometry`() {
        let bytes = [UInt8](repeating: 7, count: 333) + Self.jpeg
        #expect(Self.picture(bytes) == 333..<343 && Self.read(bytes) == nil)
        #expect(Self.picture([]) == nil && Self.picture([UInt8](repeating: 0, count: 2000)) == nil)
        #expect(Self.picture(bytes + [0, 0, 0]) == 333..<343)
    }
}
