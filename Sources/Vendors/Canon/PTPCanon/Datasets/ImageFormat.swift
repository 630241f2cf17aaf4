package import PTP

/// The files per shot, the value of ImageFormat (0xD120) and related properties: one or two files, such as RAW and JPEG
/// (observed behaviour).
///
/// Format: a count, then for each file its length (0x10) and three numbers, all UINT32.
package struct ImageFormat: Dataset {
    /// One of the files.
    package struct File: Hashable, Sendable {
        /// 1 for JPEG, 6 for RAW.
        package var kind: UInt32
        /// 0 for L, 1 M, 2 S, 5 M1, 6 M2, 0xE S1, 0xF S2, 0x10 S3.
        package var size: UInt32
        /// For JPEG 2 is normal and 3 fine; for RAW 3 is compact and 4 lossless.
        package var compression: UInt32

        package init(kind: UInt32, size: UInt32, compression: UInt32) {
            self.kind = kind
            self.size = size
            self.compression = compression
        }

        /// A JPEG file of a size.
        package static func jpeg(_ size: UInt32, compression: UInt32 = 3) -> File {
            File(kind: 1, size: size, compression: compression)
        }

        /// A RAW file of a size.
        package static func raw(_ size: UInt32, compression: UInt32 = 4) -> File {
            File(kind: 6, size: size, compression: compression)
        }

        /// Size of length and three numbers, in bytes.
        fileprivate static let byteCount: UInt32 = 0x10
    }

    package var first: File
    /// Nil if a shot produces one file.
    package var second: File?

    package init(_ first: File, _ second: File? = nil) {
        self.first = first
        self.second = second
    }

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        let start = reader.offset
        let count = try reader.integer("ImageFormat.Count", as: UInt32.self)
        guard (1...2).contains(count) else {
            throw DatasetError("ImageFormat.Count", at: start, .unexpectedNumber(UInt64(count)))
        }
        first = try Self.file(&reader)
        second = count == 2 ? try Self.file(&reader) : nil
    }

    private static func file(_ reader: inout DatasetReader) throws(DatasetError) -> File {
        let start = reader.offset
        let length = try reader.integer("ImageFormat.Length", as: UInt32.self)
        guard length == File.byteCount else {
            throw DatasetError("ImageFormat.Length", at: start, .unexpectedNumber(UInt64(length)))
        }
        return File(
            kind: try reader.integer("ImageFormat.Kind"),
            size: try reader.integer("ImageFormat.Size"),
            compression: try reader.integer("ImageFormat.Compression")
        )
    }

    package func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(UInt32(second == nil ? 1 : 2))
        for file in [first, second].compactMap({ $0 }) {
            writer.integer(File.byteCount)
            writer.integer(file.kind)
            writer.integer(file.size)
            writer.integer(file.compression)
        }
    }
}
