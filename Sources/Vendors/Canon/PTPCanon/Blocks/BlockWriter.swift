import PTP

/// Writes blocks. **Single-owner.**
package struct BlockWriter {
    /// The written bytes.
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer without blocks.
    package init() {}

    /// Appends a block with a body of less than 4 GiB.
    package mutating func append(_ type: UInt32, _ body: some Collection<UInt8>) {
        var head = DatasetWriter()
        head.integer(UInt32(clamping: Block.headSize + body.count))
        head.integer(type)
        bytes.append(contentsOf: head.bytes)
        bytes.append(contentsOf: body)
    }
}
