/// The data of a live view frame, the object 0xFFFFC002 (observed behaviour). Pure.
///
/// UINT32 offset and size of the JPEG picture, then of the block with the frames; see ``SonyFocalFrames``. Reading allocates no memory,
/// and ends with a result for any bytes.
package struct SonyLiveView: Hashable, Sendable {
    /// Range of the picture.
    package let picture: Range<Int>
    /// Range of the block with the frames; nil if there is none inside the data.
    package let block: Range<Int>?

    /// Size of the offsets and sizes, in bytes.
    private static let headSize = 16
    /// Maximum number of bytes before the picture where its offset is wrong.
    private static let searchLimit = 64 << 10

    /// Finds the parts of a frame; nil if the data contains no picture.
    package init?(_ bytes: RawSpan) {
        guard let picture = Self.picture(bytes) else { return nil }
        self.picture = picture
        block = Self.part(bytes, at: 8).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func picture(_ bytes: RawSpan) -> Range<Int>? {
        if let part = part(bytes, at: 0), bytes.hasPicture(at: part.lowerBound), part.count > 4 { return part }
        // Where the offset is wrong, the size is not trusted either: the picture ends with the data.
        guard let start = (0..<min(searchLimit, bytes.byteCount)).first(where: { bytes.hasPicture(at: $0) }),
            bytes.byteCount - start > 4
        else { return nil }
        return start..<bytes.byteCount
    }

    /// The range of an offset and a size; nil if it is not inside the data.
    private static func part(_ bytes: RawSpan, at place: Int) -> Range<Int>? {
        guard bytes.byteCount >= headSize else { return nil }
        let (start, size) = (Int(bytes.number(place)), Int(bytes.number(place + 4)))
        guard start >= headSize, start + size <= bytes.byteCount else { return nil }
        return start..<start + size
    }

    /// The bytes before a picture of `size` bytes: offsets and sizes, and the block with the frames.
    package static func head(_ block: [UInt8], pictureSize size: Int) -> [UInt8] {
        let start = headSize + block.count
        let numbers = [start, size, block.isEmpty ? 0 : headSize, block.count]
        return numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } } + block
    }
}

// Reading beyond the end returns 0; the positions were compared with the data before.
extension RawSpan {
    func hasPicture(at offset: Int) -> Bool { byte(offset) == 0xFF && byte(offset + 1) == 0xD8 }

    func byte(_ offset: Int) -> UInt8 {
        guard offset >= 0, offset < byteCount else { return 0 }
        return unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }

    func short(_ offset: Int) -> UInt16 { UInt16(byte(offset)) | UInt16(byte(offset + 1)) << 8 }

    func number(_ offset: Int) -> UInt32 { UInt32(short(offset)) | UInt32(short(offset + 2)) << 16 }
}
