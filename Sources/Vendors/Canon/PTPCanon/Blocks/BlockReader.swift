package import PTP

/// A block in a reply of an EOS body: a length including the eight bytes of the header, a type, a body.
///
/// Records of GetEvent (0x9116) and segments of GetViewFinderData (0x9153) are such blocks (observed behaviour).
package struct Block: Hashable, Sendable {
    /// Size of length and type, in bytes.
    package static let headSize = 8

    package let type: UInt32
    /// Range of the body in the bytes that are read.
    package let body: Range<Int>
}

extension UInt64 {
    /// The upper and the lower half: of two UINT32 that were read at once, the second and the first.
    var words: (UInt32, UInt32) { (UInt32(truncatingIfNeeded: self >> 32), UInt32(truncatingIfNeeded: self)) }
}

/// Reads blocks from borrowed bytes, one after the other. Allocates no memory. **Single-owner.**
package struct BlockReader: ~Escapable {
    private let bytes: RawSpan

    /// Offset of the next block, in bytes; after an error, offset of the invalid block.
    package private(set) var offset = 0

    /// Creates a reader at the first byte.
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) { self.bytes = bytes }

    /// Reads the next block.
    ///
    /// - Parameter field: Name of the block for errors.
    /// - Returns: The block; nil after the last.
    /// - Throws: `DatasetError` for a length that is smaller than the header or exceeds the bytes. The next block cannot be
    ///   found then: further calls throw the same error.
    package mutating func next(_ field: String) throws(DatasetError) -> Block? {
        let present = bytes.byteCount - offset
        if present == 0 { return nil }
        guard present >= Block.headSize else {
            throw DatasetError(field, at: offset, .endsEarly(neededBytes: UInt64(Block.headSize), presentBytes: present))
        }
        let (type, length) = bytes.littleEndian(at: offset, as: UInt64.self).words
        guard length >= UInt32(Block.headSize) else { throw DatasetError(field, at: offset, .unexpectedNumber(UInt64(length))) }
        guard UInt64(length) <= UInt64(present) else {
            throw DatasetError(field, at: offset, .endsEarly(neededBytes: UInt64(length), presentBytes: present))
        }
        let end = offset + Int(length)
        defer { offset = end }
        return Block(type: type, body: offset + Block.headSize..<end)
    }
}
