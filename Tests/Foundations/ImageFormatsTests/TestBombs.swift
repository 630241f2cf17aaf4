@testable import ImageFormats

/// Small files that describe a lot of work.
enum TestBombs {
    /// A JPEG of three components without subsampling, whose picture data is almost empty. The first scan has the DC coefficients
    /// of all components, each other one the AC coefficients of one, as blocks without any (ITU-T T.81 § G.1.2.2).
    static func jpeg(_ size: ImageSize, scans: Int = 1, isProgressive: Bool = true, interleaves: Bool = true) -> [UInt8] {
        let dimensions = [size.height >> 8, size.height, size.width >> 8, size.width].map { UInt8(truncatingIfNeeded: $0) }
        let components: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        file += segment(isProgressive ? 0xC2 : 0xC0, [8] + dimensions + [3] + components)
        // One code of a bit each: a DC difference of 0, and the end of 2¹⁴ … 2¹⁵ − 1 blocks.
        for (table, value): (UInt8, UInt8) in [(0x00, 0), (0x10, isProgressive ? 0xE0 : 0)] {
            file += segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [value])
        }
        let end: UInt8 = isProgressive ? 0 : 63
        file += segment(0xDA, interleaves ? [3, 1, 0, 2, 0, 3, 0, 0, end, 0] : [1, 1, 0, 0, end, 0])
        let blocks = (size.width + 7) / 8 * ((size.height + 7) / 8)
        for scan in 1..<max(scans, 1) {
            file += segment(0xDA, [1, UInt8(scan % 3 + 1), 0, 1, 63, 0]) + emptyBlocks(blocks)
        }
        return file + [0xFF, 0xD9]
    }

    private static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((contents.count + 2) >> 8), UInt8((contents.count + 2) & 255)] + contents
    }

    /// Picture data for blocks without coefficients: for each 32,767 of them a zero and 14 ones.
    private static func emptyBlocks(_ count: Int) -> [UInt8] {
        var (bytes, byte, used): ([UInt8], UInt8, Int) = ([], 0, 0)
        for bit in 0..<(count + 32766) / 32767 * 15 {
            byte = byte << 1 | (bit % 15 == 0 ? 0 : 1)
            used += 1
            if used == 8 {
                bytes += byte == 0xFF ? [byte, 0] : [byte]
                (byte, used) = (0, 0)
            }
        }
        return bytes + (used > 0 ? [byte << (8 - used)] : [])
    }

    /// An EXIF block of 64 KiB, whose entries all have the same bytes.
    static func exif(entries: Int, valueByteCount: Int) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value & 0xFFFF) + short(value >> 16) }
        // The last one points to the EXIF directory, which is the same again.
        var directory: [UInt8] = []
        for index in 0..<entries { directory += short(0xA100 + index) + short(7) + long(valueByteCount) + long(8) }
        let pointer = short(0x8769) + short(4) + long(1) + long(8)
        let block = EXIFMetadata.signature + [0x49, 0x49, 42, 0] + long(8) + short(entries + 1) + directory + pointer + long(0)
        return block + [UInt8](repeating: 0, count: max(0, JPEGSegments.maximumContentsByteCount - block.count))
    }
}
