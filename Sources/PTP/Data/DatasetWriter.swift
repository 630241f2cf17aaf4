/// Writes the fields of a dataset one after the other, little-endian. **Single-owner.**
public struct DatasetWriter {
    /// What was written.
    public private(set) var bytes: [UInt8] = []

    /// Begins with nothing.
    public init() {}

    /// Begins again with nothing, in the memory that it has.
    public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// A whole number.
    @inlinable
    public mutating func integer<Number: FixedWidthInteger>(_ number: Number) {
        // No type is wider than 16 bytes.
        write(UInt64(truncatingIfNeeded: number), byteCount: min(8, Number.bitWidth / 8))
        if Number.bitWidth > 64 { write(UInt64(truncatingIfNeeded: number >> 64), byteCount: Number.bitWidth / 8 - 8) }
    }

    /// The low bytes of a number: what is the same for all types stands once.
    @usableFromInline
    mutating func write(_ number: UInt64, byteCount: Int) {
        for index in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8))) }
    }

    /// A code.
    public mutating func code(_ code: some PTPCode) { integer(code.rawValue) }

    /// A string, with its NUL; an empty one is a single 0.
    public mutating func string(_ text: String, _ field: String) throws(DatasetError) {
        let count = text.utf16.count
        if count == 0 { return bytes.append(0) }
        guard count <= 254, !text.utf16.contains(0) else {
            throw DatasetError(field, at: bytes.count, .textNotEncodable(utf16Count: count))
        }
        bytes.append(UInt8(count + 1))
        for unit in text.utf16 { integer(unit) }
        integer(UInt16(0))
    }

    /// An array of whole numbers with its count.
    public mutating func array<Number: FixedWidthInteger>(_ elements: [Number]) {
        integer(UInt32(clamping: elements.count))
        for element in elements { integer(element) }
    }

    /// An array of codes with its count.
    public mutating func codes(_ elements: [some PTPCode]) {
        integer(UInt32(clamping: elements.count))
        for element in elements { code(element) }
    }

    /// Bytes as they are.
    public mutating func raw(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}
