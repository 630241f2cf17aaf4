package import PTP

// Text of EOS bodies: ASCII terminated by a NUL (observed behaviour), unlike the counted UTF-16 of the standard.

extension DatasetReader {
    /// Reads text up to a NUL or the end, and skips the bytes after the NUL.
    ///
    /// Bytes beyond ASCII are decoded as UTF-8; invalid bytes become U+FFFD.
    package mutating func eosText(_ field: String) throws(DatasetError) -> String {
        let all = try raw(field, count: remaining)
        return String(decoding: all.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension DatasetWriter {
    /// Writes text with a NUL.
    package mutating func eosText(_ text: String, _ field: String) throws(DatasetError) {
        guard text.utf8.allSatisfy({ $0 != 0 && $0 < 0x80 }) else { throw DatasetError(field, at: bytes.count, .textNotASCII) }
        raw(text.utf8)
        integer(UInt8(0))
    }

    /// Writes zeros for bytes whose meaning is unknown.
    package mutating func zeros(_ count: Int) { raw(repeatElement(0, count: count)) }

    /// Writes zeros up to a multiple of four bytes.
    package mutating func pad() { zeros((4 - bytes.count % 4) % 4) }
}
