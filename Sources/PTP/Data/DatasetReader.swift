/// Reads the fields of a dataset one after the other from borrowed bytes, little-endian (ISO 15740 § 5.2).
///
/// No read goes past the end, and nothing is allocated for more elements than there are bytes. **Single-owner.**
public struct DatasetReader: ~Escapable {
    private let bytes: RawSpan

    /// Where the next field begins, in bytes.
    public private(set) var offset = 0

    /// Begins at the first byte.
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan) {
        self.bytes = bytes
    }

    /// How many bytes are left.
    public var remaining: Int { bytes.byteCount - offset }

    /// A whole number.
    @inlinable
    public mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _ field: String,
        as type: Number.Type = Number.self
    ) throws(DatasetError) -> Number {
        // No type is wider than 16 bytes.
        let (low, high) = try bits(byteCount: Number.bitWidth / 8, field)
        return Number(truncatingIfNeeded: low) | (Number.bitWidth > 64 ? Number(truncatingIfNeeded: high) << 64 : 0)
    }

    /// So many bytes as a number, the low half of 16 first: what is the same for all types stands once.
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

    /// A code.
    public mutating func code<Code: PTPCode>(_ field: String, as type: Code.Type = Code.self) throws(DatasetError) -> Code {
        Code(rawValue: try integer(field))
    }

    /// A string: the number of UTF-16 units with the NUL, then these (ISO 15740 § 5.3.4). Empty where the number is 0.
    ///
    /// Real devices leave the NUL out or write it too early: the text ends at the first one or with the last unit. Halves
    /// of surrogate pairs become U+FFFD.
    public mutating func string(_ field: String) throws(DatasetError) -> String {
        try need(1, field)
        let count = Int(bytes.byte(at: offset))
        try need(1 + UInt64(count) * 2, field)
        offset += 1
        return utf16(count)
    }

    /// So many UTF-16 units, which must be there.
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

    /// The UTF-16 text up to a NUL, or to the end if there is none (CIPA DC-X005 § 2.3.1.1: friendly names).
    mutating func terminatedString() -> String {
        var count = 0
        while (count + 1) * 2 <= remaining {
            let index = offset + count * 2
            count += 1
            if bytes.byte(at: index) == 0, bytes.byte(at: index + 1) == 0 { break }
        }
        return utf16(count)
    }

    /// A number of elements that are at least so large each: an error unless they can all be there.
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

    /// An array of whole numbers: a count of 32 bits, then the elements (ISO 15740 § 5.3.3).
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

    /// An array of codes.
    public mutating func codes<Code: PTPCode>(_ field: String, of type: Code.Type = Code.self) throws(DatasetError) -> [Code] {
        let count = try count(field, elementSize: 2)
        var elements: [Code] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try code(field)) }
        return elements
    }

    /// So many bytes.
    public mutating func raw(_ field: String, count: Int) throws(DatasetError) -> [UInt8] {
        try need(UInt64(count), field)
        let taken = bytes.extracting(offset..<offset + count)
        offset += count
        return unsafe taken.withUnsafeBytes { unsafe Array($0) }
    }

    /// Moves on without looking.
    public mutating func skip(_ count: Int, _ field: String) throws(DatasetError) {
        try need(UInt64(count), field)
        offset += count
    }

    /// Goes back to where the reader was before.
    mutating func rewind(to offset: Int) {
        self.offset = min(self.offset, max(0, offset))
    }

    /// A byte at a place from the start, without moving; nil if there is none.
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
    /// A whole number at a place, whose bytes must be there.
    func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type = Number.self) -> Number {
        // SAFETY: every pattern of bits is a value of an integer type; the bounds are checked.
        Number(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    fileprivate func byte(at offset: Int) -> UInt8 { littleEndian(at: offset) }
}
