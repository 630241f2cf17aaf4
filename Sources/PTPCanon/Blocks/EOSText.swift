package import PTP

// Text of EOS bodies: ASCII up to a NUL (observed behaviour), not the counted UTF-16 of the standard.

extension DatasetReader {
    /// Text up to a NUL, or to the end if there is none; whatever follows the NUL is passed over.
    ///
    /// Bytes beyond ASCII are taken for UTF-8; what is neither becomes U+FFFD.
    package mutating func eosText(_ field: String) throws(DatasetError) -> String {
        let all = try raw(field, count: remaining)
        return String(decoding: all.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension DatasetWriter {
    /// Text and its NUL.
    package mutating func eosText(_ text: String, _ field: String) throws(DatasetError) {
        guard text.utf8.allSatisfy({ $0 != 0 && $0 < 0x80 }) else { throw DatasetError(field, at: bytes.count, .textNotASCII) }
        raw(text.utf8)
        integer(UInt8(0))
    }

    /// So many bytes that nobody explains.
    package mutating func zeros(_ count: Int) { raw(repeatElement(0, count: count)) }

    /// Zeros up to a whole number of four bytes.
    package mutating func pad() { zeros((4 - bytes.count % 4) % 4) }
}
