/// Reads the fields of a dataset in order from borrowed bytes in little-endian order (ISO 15740 § 5.2). **Single-owner.**
///
/// No read exceeds the bytes, and memory is only allocated for elements whose bytes are present. Each reading method takes the name
/// of the field for errors, and throws ``DatasetError`` if the bytes end early.
public struct DatasetReader: ~Escapable {
    private let bytes: RawSpan

    /// Offset of the next field, in bytes.
    public private(set) var offset = 0

    /// Creates a reader at the first byte.
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan) {
        self.bytes = bytes
    }

    /// Number of remaining bytes.
    public var remaining: Int { bytes.byteCount - offset }

    /// Reads an integer.
    @inlinable
    public mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _ field: String,
        as type: Number.Type = Number.self
    ) throws(DatasetError) -> Number {
        // No type is wider than 16 bytes.
        let (low, high) = try bits(byteCount: Number.bitWidth / 8, field)
        return Number(truncatingIfNeeded: low) | (Number.bitWidth > 64 ? Number(truncatingIfNeeded: high) << 64 : 0)
    }

    /// Reads an integer as two 64-bit halves, low half first. Shared by all types to limit the code size.
    @usableFromInline
    mutating func bits(byteCount: Int, _ field: String) throws(DatasetError) -> (UInt64, UInt64) {
        try need(UInt64(byteCount), field)
        defer { offset += byteCount }
        switch byteCount {
        case 1: return (UInt64(bytes.byte(at: offset)), 0)
        case 2: return (UInt64(bytes.littleEndian(at: offset, as: UInt16.self)), 0)
        case 4: return (UInt64(bytes.littleEndian(at: offset, as: UInt32.self)), 0)
        case 8: return (bytes.littleEndian(at: offset), 0)
        default: return (bytes.littleEndian(at: offset), bytes.littleEndian(at: offset + 8))
        }
    }

    /// Reads a code of 16 bits.
    public mutating func code<Code: PTPCode>(_ field: String, as type: Code.Type = Code.self) throws(DatasetError) -> Code {
        Code(rawValue: Code.RawValue(truncatingIfNeeded: try integer(field, as: UInt16.self)))
    }

    /// Reads a string: the number of UTF-16 units including the NUL, then the units (ISO 15740 § 5.3.4). Empty if the number
    /// is 0.
    ///
    /// Some devices omit the NUL or write it too early: the text ends at the first NUL or with the last unit. Unpaired
    /// surrogates become U+FFFD.
    public mutating func string(_ field: String) throws(DatasetError) -> String {
        try need(1, field)
        let count = Int(bytes.byte(at: offset))
        try need(1 + UInt64(count) * 2, field)
        offset += 1
        return utf16(count)
    }

    /// Reads UTF-16 units, whose bytes must be present.
    private mutating func utf16(_ count: Int) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(count)
        for index in 0..<count {
            let low = UInt16(bytes.byte(at: offset + index * 2))
            let unit = low | UInt16(bytes.byte(at: offset + index * 2 + 1)) << 8
            if unit == 0 { break }
            units.append(unit)
        }
        offset += count * 2
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads UTF-16 text up to a NUL, or to the end if there is none (CIPA DC-X005 § 2.3.1.1: friendly names).
    mutating func terminatedString() -> String {
        var count = 0
        while (count + 1) * 2 <= remaining {
            let index = offset + count * 2
            count += 1
            if bytes.byte(at: index) == 0, bytes.byte(at: index + 1) == 0 { break }
        }
        return utf16(count)
    }

    /// Reads a number of elements. Throws unless the remaining bytes can contain that many elements of at least `elementSize`
    /// bytes.
    public mutating func count<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ field: String,
        as type: Number.Type = UInt32.self,
        elementSize: Int
    ) throws(DatasetError) -> Int {
        let start = offset
        let count: Number = try integer(field)
        let (needed, overflow) = UInt64(count).multipliedReportingOverflow(by: UInt64(elementSize))
        guard !overflow, needed <= UInt64(remaining) else {
            throw DatasetError(field, at: start, .endsEarly(neededBytes: overflow ? .max : needed, presentBytes: remaining))
        }
        return Int(count)
    }

    /// Reads an array of integers: a 32-bit count, then the elements (ISO 15740 § 5.3.3).
    public mutating func array<Number: FixedWidthInteger & BitwiseCopyable>(
        _ field: String,
        of type: Number.Type = Number.self
    ) throws(DatasetError) -> [Number] {
        let count = try count(field, elementSize: MemoryLayout<Number>.size)
        var elements: [Number] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try integer(field)) }
        return elements
    }

    /// Reads an array of codes.
    public mutating func codes<Code: PTPCode>(_ field: String, of type: Code.Type = Code.self) throws(DatasetError) -> [Code] {
        let count = try count(field, elementSize: 2)
        var elements: [Code] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try code(field)) }
        return elements
    }

    /// Reads `count` bytes.
    public mutating func raw(_ field: String, count: Int) throws(DatasetError) -> [UInt8] {
        try need(UInt64(count), field)
        let part = bytes.extracting(offset..<offset + count)
        offset += count
        return unsafe part.withUnsafeBytes { unsafe Array($0) }
    }

    /// Skips `count` bytes.
    public mutating func skip(_ count: Int, _ field: String) throws(DatasetError) {
        try need(UInt64(count), field)
        offset += count
    }

    /// Moves back to an earlier offset.
    mutating func rewind(to offset: Int) {
        self.offset = min(self.offset, max(0, offset))
    }

    /// Returns the byte at an offset from the start without moving; nil if there is none.
    func peek(at offset: Int) -> UInt8? {
        offset >= 0 && offset < bytes.byteCount ? bytes.byte(at: offset) : nil
    }

    private func need(_ count: UInt64, _ field: String) throws(DatasetError) {
        if count > UInt64(remaining) {
            throw DatasetError(field, at: offset, .endsEarly(neededBytes: count, presentBytes: remaining))
        }
    }
}

extension RawSpan {
    /// Returns the integer at an offset, whose bytes must be present.
    @inlinable
    package func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type = Number.self)
        -> Number
    {
        // SAFETY: every bit pattern is a valid value of an integer type, and the load checks its bounds.
        Number(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    fileprivate func byte(at offset: Int) -> UInt8 { littleEndian(at: offset) }
}
