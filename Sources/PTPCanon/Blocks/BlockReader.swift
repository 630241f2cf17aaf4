package import PTP

/// One of the blocks that replies of EOS bodies are made of: a length with its own eight bytes, a type, a body.
///
/// Records of GetEvent (0x9116) and segments of GetViewFinderData (0x9153) are such blocks (observed behaviour).
package struct Block: Hashable, Sendable {
    /// Of length and type, in bytes.
    package static let headSize = 8

    package let type: UInt32
    /// Where the body is in the bytes that were read.
    package let body: Range<Int>
}

/// Finds blocks in borrowed bytes, one after the other. Allocates nothing. **Single-owner.**
package struct BlockReader: ~Escapable {
    private let bytes: RawSpan

    /// Where the next block begins, in bytes; after an error, where the one begins that is wrong.
    package private(set) var offset = 0

    /// Begins at the first byte.
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) { self.bytes = bytes }

    /// The next block; nil behind the last.
    ///
    /// - Parameter field: What an error calls the block.
    /// - Throws: For a length that does not cover its own head, or goes past the bytes. What follows cannot be found then: the same
    ///   error comes again.
    package mutating func next(_ field: String) throws(DatasetError) -> Block? {
        let present = bytes.byteCount - offset
        if present == 0 { return nil }
        guard present >= Block.headSize else {
            throw DatasetError(field, at: offset, .endsEarly(neededBytes: UInt64(Block.headSize), presentBytes: present))
        }
        var head = DatasetReader(bytes.extracting(offset..<offset + Block.headSize))
        let length = try head.integer(field, as: UInt32.self)
        let type = try head.integer(field, as: UInt32.self)
        guard length >= UInt32(Block.headSize) else { throw DatasetError(field, at: offset, .unexpectedNumber(UInt64(length))) }
        guard UInt64(length) <= UInt64(present) else {
            throw DatasetError(field, at: offset, .endsEarly(neededBytes: UInt64(length), presentBytes: present))
        }
        let end = offset + Int(length)
        defer { offset = end }
        return Block(type: type, body: offset + Block.headSize..<end)
    }
}
