/// Writes the fields of a dataset in order, in little-endian order. **Single-owner.**
public struct DatasetWriter {
    /// The written bytes.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    public init() {}

    /// Removes all bytes and keeps the allocated memory.
    public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Writes an integer.
    @inlinable
    public mutating func integer<Number: FixedWidthInteger>(_ number: Number) {
        // No type is wider than 16 bytes.
        write(UInt64(truncatingIfNeeded: number), byteCount: min(8, Number.bitWidth / 8))
        if Number.bitWidth > 64 { write(UInt64(truncatingIfNeeded: number >> 64), byteCount: Number.bitWidth / 8 - 8) }
    }

    /// Writes the low bytes of a number. Shared by all types to limit the code size.
    @usableFromInline
    mutating func write(_ number: UInt64, byteCount: Int) {
        for index in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8))) }
    }

    /// Writes a code in 16 bits.
    public mutating func code(_ code: some PTPCode) { integer(UInt16(truncatingIfNeeded: code.rawValue)) }

    /// Writes a string with its NUL; an empty one as a single 0.
    ///
    /// - Throws: ``DatasetError`` if the text has more than 254 UTF-16 units or contains a NUL.
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

    /// Writes an array of integers with its count.
    public mutating func array<Number: FixedWidthInteger>(_ elements: [Number]) {
        integer(UInt32(clamping: elements.count))
        for element in elements { integer(element) }
    }

    /// Writes an array of codes with its count.
    public mutating func codes(_ elements: [some PTPCode]) {
        integer(UInt32(clamping: elements.count))
        for element in elements { code(element) }
    }

    /// Writes bytes unchanged.
    public mutating func raw(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}
