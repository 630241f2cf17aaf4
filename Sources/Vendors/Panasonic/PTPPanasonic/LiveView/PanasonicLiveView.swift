/// The data of LiveviewImage (0x9706; observed behaviour). Pure.
///
/// Records at the beginning, at most 180 bytes: UINT32 number, UINT32 size, then a UINT32 that is not known and the content. 0x17000001 is the offset of the
/// JPEG picture, 0x17000003 a histogram, 0x17000004 the posture, 0x17000005 the level. Reading allocates no memory, and ends with a result for any
/// bytes.
package struct PanasonicLiveView: Hashable, Sendable {
    /// Range of the picture.
    package let picture: Range<Int>
    /// Number of the posture; its meaning is not known. Nil if there is none.
    package private(set) var posture: UInt16?
    /// Tilt to the right in tenths of a degree; nil if there is none.
    package private(set) var roll: Int16?
    /// Tilt upwards in tenths of a degree; nil if there is none.
    package private(set) var pitch: Int16?
    /// Range of the histogram's samples, one byte each; nil if there is none, or if it is not valid.
    package private(set) var histogram: Range<Int>?

    private enum Record {
        static let picture: UInt32 = 0x1700_0001
        static let histogram: UInt32 = 0x1700_0003
        static let posture: UInt32 = 0x1700_0004
        static let level: UInt32 = 0x1700_0005
    }

    /// Maximum number of bytes of the records.
    private static let headLimit = 180
    /// Maximum number of bytes before the picture where its offset is wrong.
    private static let searchLimit = 64 << 10

    /// Finds the parts of a frame; nil if the data contains no picture.
    package init?(_ bytes: RawSpan) {
        var place: Int?
        var (posture, roll, pitch, histogram): (UInt16?, Int16?, Int16?, Range<Int>?) = (nil, nil, nil, nil)
        var offset = 0
        while offset + 8 <= min(Self.headLimit, bytes.byteCount), bytes.number(offset) >> 16 == 0x1700 {
            let (number, size, body) = (bytes.number(offset), Int(bytes.number(offset + 4)), offset + 8)
            guard size <= bytes.byteCount - body else { break }
            switch number {
            // Before the offset there is a number that one of two observers has not seen.
            case Record.picture: place = bytes.place(at: body + 4) ?? bytes.place(at: body)
            case Record.histogram: histogram = Self.samples(bytes, body, size)
            case Record.posture where size >= 6: posture = bytes.short(body + 4)
            case Record.level where size >= 8:
                (roll, pitch) = (Int16(bitPattern: bytes.short(body + 4)), Int16(bitPattern: bytes.short(body + 6)))
            default: break
            }
            offset = body + size
        }
        guard let start = place ?? Self.search(bytes, from: offset), bytes.byteCount - start > 4 else { return nil }
        picture = start..<bytes.byteCount
        (self.posture, self.roll, self.pitch, self.histogram) = (posture, roll, pitch, histogram)
    }

    private static func search(_ bytes: RawSpan, from offset: Int) -> Int? {
        for place in offset..<max(offset, min(searchLimit, bytes.byteCount)) where bytes.hasPicture(at: place) { return place }
        return nil
    }

    /// Content: whether it is valid, the number of samples, the size of one; 32 bits each.
    private static func samples(_ bytes: RawSpan, _ body: Int, _ size: Int) -> Range<Int>? {
        guard size >= 16, bytes.number(body + 4) != 0 else { return nil }
        let count = Int(bytes.number(body + 8))
        return count > 0 && count <= size - 16 ? body + 16..<body + 16 + count : nil
    }

    /// The bytes before a picture: its offset, no histogram, the posture, and the level in tenths of a degree.
    package static func head(posture: UInt16, roll: Int16, pitch: Int16) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        func record(_ number: UInt32, _ content: [UInt8]) -> [UInt8] {
            bytes(number) + bytes(UInt32(content.count + 4)) + [0, 0, 0, 0] + content
        }
        let head =
            record(Record.picture, bytes(UInt32(headLimit))) + record(Record.histogram, [UInt8](repeating: 0, count: 12))
            + record(Record.posture, bytes(posture)) + record(Record.level, bytes(roll) + bytes(pitch))
        return head + [UInt8](repeating: 0, count: headLimit - head.count)
    }
}

// Reading beyond the end returns 0; the positions were compared with the data before.
extension RawSpan {
    /// The offset at a place, if it leads to a picture.
    func place(at place: Int) -> Int? {
        let offset = Int(number(place))
        return hasPicture(at: offset) ? offset : nil
    }

    func hasPicture(at offset: Int) -> Bool { byte(offset) == 0xFF && byte(offset + 1) == 0xD8 }

    func byte(_ offset: Int) -> UInt8 {
        guard offset >= 0, offset < byteCount else { return 0 }
        return unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }

    func short(_ offset: Int) -> UInt16 { UInt16(byte(offset)) | UInt16(byte(offset + 1)) << 8 }

    func number(_ offset: Int) -> UInt32 { UInt32(short(offset)) | UInt32(short(offset + 2)) << 16 }
}
