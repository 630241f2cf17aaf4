/// Data type of a value in the protocol (ISO 15740 § 5.3).
public struct DataType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The 16-bit code in the protocol.
    public let rawValue: UInt16

    /// Creates a type from its code; any code is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// 8-bit signed integer.
    public static let int8 = DataType(rawValue: 1)
    /// 8-bit unsigned integer.
    public static let uint8 = DataType(rawValue: 2)
    /// 16-bit signed integer.
    public static let int16 = DataType(rawValue: 3)
    /// 16-bit unsigned integer.
    public static let uint16 = DataType(rawValue: 4)
    /// 32-bit signed integer.
    public static let int32 = DataType(rawValue: 5)
    /// 32-bit unsigned integer.
    public static let uint32 = DataType(rawValue: 6)
    /// 64-bit signed integer.
    public static let int64 = DataType(rawValue: 7)
    /// 64-bit unsigned integer.
    public static let uint64 = DataType(rawValue: 8)
    /// 128-bit signed integer.
    public static let int128 = DataType(rawValue: 9)
    /// 128-bit unsigned integer.
    public static let uint128 = DataType(rawValue: 0xA)
    /// Text: a count, then UTF-16 units.
    public static let string = DataType(rawValue: 0xFFFF)

    /// Returns the type of an array of integers.
    public static func array(of element: IntegerDataType) -> DataType { DataType(rawValue: 0x4000 | element.rawValue) }

    /// The integer type; nil for arrays, text and unknown types.
    public var integerType: IntegerDataType? { IntegerDataType(rawValue: rawValue) }

    /// The type of an array's elements; nil for other types.
    public var elementType: IntegerDataType? { rawValue & 0xC000 == 0x4000 ? IntegerDataType(rawValue: rawValue & 0x3FFF) : nil }

    /// Name of the type, such as "uint16", "[uint8]" or "string"; the code in hexadecimal for an unknown type.
    public var description: String {
        if let integerType { return integerType.description }
        if let elementType { return "[\(elementType)]" }
        return self == .string ? "string" : hexadecimal(rawValue)
    }
}

/// Integer type in the protocol; the raw value is the data type code.
public enum IntegerDataType: UInt16, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// 8 bits, signed.
    case int8 = 1
    /// 8 bits, unsigned.
    case uint8
    /// 16 bits, signed.
    case int16
    /// 16 bits, unsigned.
    case uint16
    /// 32 bits, signed.
    case int32
    /// 32 bits, unsigned.
    case uint32
    /// 64 bits, signed.
    case int64
    /// 64 bits, unsigned.
    case uint64
    /// 128 bits, signed.
    case int128
    /// 128 bits, unsigned.
    case uint128

    /// Size in bytes: 1, 2, 4, 8 or 16.
    public var size: Int { 1 << ((Int(rawValue) - 1) / 2) }

    /// Whether the type is signed.
    public var isSigned: Bool { rawValue % 2 == 1 }

    /// The standard's name in lower case: "uint16".
    public var description: String { "\(isSigned ? "int" : "uint")\(size * 8)" }
}
