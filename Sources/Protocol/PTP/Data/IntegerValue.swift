/// An integer with its type in the protocol.
public struct IntegerValue: Hashable, Sendable, CustomStringConvertible {
    /// Type of the integer.
    public let type: IntegerDataType
    /// The number's bits, sign-extended.
    private let bits: UInt128

    /// Creates a value; nil if the number does not fit the type.
    public init?(_ number: some BinaryInteger, as type: IntegerDataType) {
        if type.isSigned {
            guard let wide = Int128(exactly: number) else { return nil }
            let limit = type.size == 16 ? Int128.max : (Int128(1) << (type.size * 8 - 1)) - 1
            guard wide <= limit, wide >= ~limit else { return nil }
            bits = UInt128(bitPattern: wide)
        } else {
            guard let wide = UInt128(exactly: number) else { return nil }
            guard type.size == 16 || wide >> (type.size * 8) == 0 else { return nil }
            bits = wide
        }
        self.type = type
    }

    fileprivate init(bits: UInt128, _ type: IntegerDataType) {
        self.bits = bits
        self.type = type
    }

    /// Returns the number as a Swift integer; nil if it does not fit.
    public func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        type.isSigned ? Number(exactly: Int128(bitPattern: bits)) : Number(exactly: bits)
    }

    /// Values are equal if number and type are equal.
    public static func == (left: Self, right: Self) -> Bool { left.type == right.type && left.bits == right.bits }

    /// The number in decimal.
    public var description: String { type.isSigned ? String(Int128(bitPattern: bits)) : String(bits) }

    init(_ reader: inout DatasetReader, _ type: IntegerDataType, _ field: String) throws(DatasetError) {
        let bits: UInt128 =
            switch type {
            case .int8: Self.extended(try reader.integer(field, as: Int8.self))
            case .uint8: UInt128(try reader.integer(field, as: UInt8.self))
            case .int16: Self.extended(try reader.integer(field, as: Int16.self))
            case .uint16: UInt128(try reader.integer(field, as: UInt16.self))
            case .int32: Self.extended(try reader.integer(field, as: Int32.self))
            case .uint32: UInt128(try reader.integer(field, as: UInt32.self))
            case .int64: Self.extended(try reader.integer(field, as: Int64.self))
            case .uint64: UInt128(try reader.integer(field, as: UInt64.self))
            case .int128: Self.extended(try reader.integer(field, as: Int128.self))
            case .uint128: try reader.integer(field, as: UInt128.self)
            }
        self.init(bits: bits, type)
    }

    private static func extended(_ number: some FixedWidthInteger & SignedInteger) -> UInt128 {
        UInt128(bitPattern: Int128(number))
    }

    func write(to writer: inout DatasetWriter) {
        for byte in 0..<type.size { writer.integer(UInt8(truncatingIfNeeded: bits >> UInt128(byte * 8))) }
    }
}
