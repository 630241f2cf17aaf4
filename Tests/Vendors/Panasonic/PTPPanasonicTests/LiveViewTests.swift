import PTPPanasonic
import Testing

/// Frames of live view: their records, cut at every byte.
@Suite struct LiveViewTests {
    static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 0xFF, 0xD9]

    static var frame: [UInt8] { PanasonicLiveView.head(posture: 1, roll: -123, pitch: 456) + picture }

    /// A frame with a histogram of three samples, written by hand.
    static let withHistogram: [UInt8] =
        [1, 0, 0, 0x17, 8, 0, 0, 0, 9, 9, 9, 9, 0x43, 0, 0, 0] + [
            3, 0, 0, 0x17, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 7, 8, 9,
        ]
        + [4, 0, 0, 0x17, 6, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA] + picture

    private static func read<Value>(_ bytes: [UInt8], _ body: (PanasonicLiveView?) -> Value) -> Value {
        let span = bytes.span
        return body(unsafe PanasonicLiveView(span.bytes))
    }

    @Test func `the picture, the posture and the level of a frame are found`() {
        let bytes = Self.frame
        Self.read(bytes) { view in
            #expect(view.map { Array(bytes[$0.picture]) } == Self.picture && view?.picture.lowerBound == 180)
            #expect(view?.roll == -123 && view?.pitch == 456 && view?.posture == 1 && view?.histogram == nil)
        }
    }

    @Test func `a histogram is a range of samples`() {
        let bytes = Self.withHistogram
        Self.read(bytes) { view in
            #expect(view?.picture.lowerBound == 0x43 && view?.posture == 5 && view?.roll == nil)
            #expect(view?.histogram.map { Array(bytes[$0]) } == [7, 8, 9])
        }
        var invalid = bytes
        invalid[28] = 0
        Self.read(invalid) { #expect($0?.histogram == nil) }
        invalid = bytes
        invalid[32] = 4
        Self.read(invalid) { #expect($0 != nil && $0?.histogram == nil) }
    }

    @Test func `an offset at either of two places leads to the picture, and otherwise it is searched`() {
        var bytes = Self.frame
        // The offset without the number before it.
        bytes.replaceSubrange(8..<16, with: [180, 0, 0, 0, 0, 0, 0, 0])
        Self.read(bytes) { #expect($0?.picture.lowerBound == 180) }
        bytes.replaceSubrange(8..<16, with: [1, 2, 3, 4, 5, 6, 7, 8])
        Self.read(bytes) { #expect($0?.picture.lowerBound == 180 && $0?.roll == -123) }
        Self.read(Self.picture) { #expect($0?.picture == 0..<Self.picture.count) }
        Self.read([]) { #expect($0 == nil) }
        Self.read([UInt8](repeating: 0, count: 70_000) + Self.picture) { #expect($0 == nil) }
    }

    @Test func `data that is cut anywhere gives what is inside it`() {
        for bytes in [Self.frame, Self.withHistogram] {
            for count in 0..<bytes.count {
                Self.read(Array(bytes.prefix(count))) { view in
                    guard let view else { return }
                    #expect(view.picture.upperBound <= count && (view.histogram?.upperBound ?? 0) <= count)
                }
            }
        }
    }

    @Test func `numbers that exceed the data end with a result`() {
        for bytes in [Self.frame, Self.withHistogram] {
            for start in 0..<bytes.count - 4 {
                var damaged = bytes
                for index in start..<start + 4 { damaged[index] = 0xFF }
                Self.read(damaged) { view in
                    guard let view else { return }
                    #expect(view.picture.upperBound <= damaged.count && (view.histogram?.upperBound ?? 0) <= damaged.count)
                }
            }
        }
    }
}
