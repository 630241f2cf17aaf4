import PTP

/// A size of live view frames: UINT16 height, UINT16 width, UINT16 limit of a frame's size in units that are not known, UINT16 frames a second (observed
/// behaviour).
package struct PanasonicLiveViewSize: Hashable, Sendable {
    package var height: UInt16
    package var width: UInt16
    package var frameSize: UInt16
    package var rate: UInt16

    package init(width: UInt16, height: UInt16, frameSize: UInt16, rate: UInt16) {
        (self.width, self.height, self.frameSize, self.rate) = (width, height, frameSize, rate)
    }

    /// Number of bytes of a size.
    private static let byteCount = 8

    /// Parses the value of ``DevicePropCode/panasonicLiveViewSize``; nil if it is too short.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.byteCount else { return nil }
        self.init(number: bytes[..<Self.byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Creates the size of a number.
    package init(number: UInt64) {
        func part(_ index: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: number >> (16 * index)) }
        (height, width, frameSize, rate) = (part(0), part(1), part(2), part(3))
    }

    /// The bytes as a number.
    package var number: UInt64 {
        [rate, frameSize, width, height].reduce(0) { $0 << 16 | UInt64($1) }
    }

    /// The bytes of the size.
    package var bytes: [UInt8] { (0..<UInt64(Self.byteCount)).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    /// The size for display: "640 × 480, 30 fps".
    package var label: String { "\(width) × \(height), \(rate) fps" }

    /// Parses the value of ``DevicePropCode/panasonicLiveViewSizes``: UINT16 count, UINT16 size of one, and the sizes. Those that the bytes do not
    /// have are left out.
    package static func list(_ bytes: [UInt8]) -> [PanasonicLiveViewSize] {
        guard bytes.count >= 4 else { return [] }
        let (count, step) = (Int(bytes[0]) | Int(bytes[1]) << 8, Int(bytes[2]) | Int(bytes[3]) << 8)
        guard step >= byteCount else { return [] }
        return (0..<min(count, (bytes.count - 4) / step)).compactMap { index in
            PanasonicLiveViewSize(Array(bytes[(4 + index * step)...].prefix(byteCount)))
        }
    }

    /// The bytes of a list of sizes.
    package static func encoded(_ sizes: [PanasonicLiveViewSize]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt16(clamping: sizes.count))
        writer.integer(UInt16(byteCount))
        for size in sizes.prefix(Int(UInt16.max)) { writer.raw(size.bytes) }
        return writer.bytes
    }
}
