/// A live view frame: a JPEG picture, on USB alone, on networks after a header (observed behaviour). Pure.
package enum FujifilmFrame {
    /// Largest size of a header, in bytes.
    private static let headLimit = 64

    /// Returns the place of the picture, up to the end of the bytes; nil if none begins in the first 64. Ends with a result for any bytes,
    /// and allocates no memory.
    package static func picture(in bytes: RawSpan) -> Range<Int>? {
        guard bytes.byteCount > 3 else { return nil }
        for start in 0..<min(headLimit, bytes.byteCount - 2) {
            // SAFETY: the three bytes are inside, because `start` ends two before the last.
            let first = unsafe bytes.unsafeLoad(fromByteOffset: start, as: UInt8.self)
            let second = unsafe bytes.unsafeLoad(fromByteOffset: start + 1, as: UInt8.self)
            let third = unsafe bytes.unsafeLoad(fromByteOffset: start + 2, as: UInt8.self)
            if first == 0xFF, second == 0xD8, third == 0xFF { return start..<bytes.byteCount }
        }
        return nil
    }
}
