/// What an EXIF block makes libexif copy, by its directories alone. Pure.
///
/// libexif copies the bytes of each entry, so that entries which overlap multiply them: a block of 64 KiB takes 1.6 GB (observed
/// with libexif 0.6.24). The entries of what cameras write do not overlap.
struct EXIFExtent: Hashable {
    /// Maximum number of directories at different places; a block has five (EXIF 2.31, § 4.6).
    static let directoryLimit = 16
    /// Maximum number of entries in all directories; those of cameras have about a hundred.
    static let entryLimit = 4096

    /// Places of the directories. libexif reads each at most a few times.
    private(set) var directories: Set<Int> = []
    private(set) var entryCount = 0
    /// Sum of the sizes of all values, in bytes.
    private(set) var valueByteCount = 0

    /// Whether libexif may parse the block: the values are not larger in all than twice the block.
    private(set) var isAllowed = true

    /// Follows the directories of a block, from the signature on, until one of the limits is passed. Directories that are not
    /// in the block are ignored, as libexif ignores them.
    init(_ block: Span<UInt8>) {
        guard block.count >= 14 else { return }
        let reader = Reader(isLittleEndian: block[6] == 0x49)
        var pending = [reader.long(block, at: 10)]
        while let directory = pending.popLast(), isAllowed {
            guard directories.insert(directory).inserted else { continue }
            isAllowed = directories.count <= Self.directoryLimit
            visit(directory, of: block, reader, &pending)
        }
    }

    private mutating func visit(_ directory: Int, of block: Span<UInt8>, _ reader: Reader, _ pending: inout [Int]) {
        let start = Reader.start + directory
        guard start + 2 <= block.count else { return }
        let announced = reader.short(block, at: start)
        let count = min(announced, (block.count - start - 2) / 12)
        for index in 0..<count where isAllowed {
            let entry = start + 2 + 12 * index
            entryCount += 1
            let (size, value) = (reader.valueByteCount(block, at: entry), reader.long(block, at: entry + 8))
            if size <= block.count { valueByteCount += size }
            if Reader.pointers.contains(reader.short(block, at: entry)) { pending.append(value) }
            isAllowed = entryCount <= Self.entryLimit && valueByteCount <= 2 * block.count
        }
        let next = start + 2 + 12 * announced
        if next + 4 <= block.count, reader.long(block, at: next) > 0 { pending.append(reader.long(block, at: next)) }
    }

    private struct Reader {
        /// Offset of the TIFF header, from which positions are counted.
        static let start = 6
        /// Tags of pointers to directories: EXIF, GPS and interoperability.
        static let pointers: Set<Int> = [0x8769, 0x8825, 0xA005]
        /// Sizes of the formats in bytes, by number (TIFF 6.0, § 2).
        private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

        let isLittleEndian: Bool

        func short(_ block: Span<UInt8>, at offset: Int) -> Int {
            let (first, second) = (Int(block[offset]), Int(block[offset + 1]))
            return isLittleEndian ? first | second << 8 : first << 8 | second
        }

        func long(_ block: Span<UInt8>, at offset: Int) -> Int {
            let (first, second) = (short(block, at: offset), short(block, at: offset + 2))
            return isLittleEndian ? first | second << 16 : first << 16 | second
        }

        func valueByteCount(_ block: Span<UInt8>, at entry: Int) -> Int {
            let format = short(block, at: entry + 2)
            return Self.sizes.indices.contains(format) ? Self.sizes[format] * long(block, at: entry + 4) : 0
        }
    }
}
