/// Writes the fields of a dataset one after the other, little-endian. **Single-owner.**
public struct DatasetWriter {
    /// What was written.
    public private(set) var bytes: [UInt8] = []

    /// Begins with nothing.
    public init() {}

    /// Begins again with nothing, in the memory that it has.
    public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// A whole number.
    public mutating func integer<Number: FixedWidthInteger>(_ number: Number) {
        // One byte after the other: no type is wider than 16.
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
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
