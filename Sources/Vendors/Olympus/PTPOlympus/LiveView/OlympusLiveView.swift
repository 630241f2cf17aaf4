import Glibc

/// The data of GetLiveViewImage (0x9484; observed behaviour): a JPEG picture, then data that is not known. Pure.
///
/// Reading allocates no memory, and ends with a result for any bytes.
package struct OlympusLiveView: Hashable, Sendable {
    /// Range of the picture.
    package let picture: Range<Int>

    /// Size below which the data is no frame, in bytes: bodies send less while live view begins.
    private static let leastSize = 256

    /// Finds the picture; nil if the data contains none, or not all of it.
    package init?(_ bytes: RawSpan) {
        guard bytes.byteCount >= Self.leastSize, bytes.short(0) == 0xFFD8 else { return nil }
        // Segments with their lengths, up to the picture's data, in which only the end has its marker.
        var offset = 2
        while bytes.byte(offset) == 0xFF, bytes.byte(offset + 1) != 0xDA {
            let length = Int(bytes.short(offset + 2))
            guard length >= 2, offset + 2 + length < bytes.byteCount else { return nil }
            offset += 2 + length
        }
        guard bytes.short(offset) == 0xFFDA else { return nil }
        guard let end = Self.end(bytes, from: offset) else { return nil }
        picture = 0..<end
    }

    /// The offset after the marker of the end, which is looked for from `start`; nil if there is none. Most of a frame is searched here, so
    /// that the C library does it.
    private static func end(_ bytes: RawSpan, from start: Int) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var offset = start
            while offset + 1 < bytes.count, let mark = unsafe memchr(base + offset, 0xFF, bytes.count - 1 - offset) {
                offset = unsafe UnsafeRawPointer(mark) - base + 1
                if unsafe bytes[offset] == 0xD9 { return offset + 1 }
            }
            return nil
        }
    }
}

// Reading beyond the end returns 0.
extension RawSpan {
    func byte(_ offset: Int) -> UInt8 {
        guard offset >= 0, offset < byteCount else { return 0 }
        return unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }

    /// Two bytes in the order of JPEG.
    func short(_ offset: Int) -> UInt16 { UInt16(byte(offset)) << 8 | UInt16(byte(offset + 1)) }
}
