import PTPOlympus
import Testing

/// Frames of live view: the picture without what follows it, cut at every byte.
@Suite struct LiveViewTests {
    /// A picture with a segment that contains the marker of the end, and data with a stuffed byte.
    static let picture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 8, 1, 2, 0xFF, 0xD9, 3, 4, 0xFF, 0xDA, 0, 4, 0, 0] + [UInt8](repeating: 0x55, count: 300)
        + [0xFF, 0x00, 7, 0xFF, 0xD9]
    static let frame = picture + [0xA5, 0xFF, 0xD9, 0xA5, 0, 0, 1]

    private static func read(_ bytes: [UInt8]) -> Range<Int>? {
        let span = bytes.span
        return unsafe OlympusLiveView(span.bytes)?.picture
    }

    @Test func `the picture ends with its own marker`() {
        #expect(Self.read(Self.frame) == 0..<Self.picture.count && Self.read(Self.picture) == 0..<Self.picture.count)
    }

    @Test func `data that is cut anywhere is no frame, unless the picture is whole`() {
        for count in 0..<Self.frame.count {
            #expect((Self.read(Array(Self.frame.prefix(count))) != nil) == (count >= Self.picture.count), "cut at \(count)")
        }
    }

    @Test func `damaged data ends with a result`() {
        for start in 0..<40 {
            for value: UInt8 in [0, 0xFF, 0x80] {
                var damaged = Self.frame
                damaged[start] = value
                if let picture = Self.read(damaged) { #expect(picture.upperBound <= damaged.count) }
            }
        }
        #expect(Self.read([]) == nil && Self.read([UInt8](repeating: 0xFF, count: 5000)) == nil)
    }
}
