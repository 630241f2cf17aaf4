/// The type of a value on the wire (ISO 15740 § 5.3).
public struct DataType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let int8 = DataType(rawValue: 1)
    public static let uint8 = DataType(rawValue: 2)
    public static let int16 = DataType(rawValue: 3)
    public static let uint16 = DataType(rawValue: 4)
    public static let int32 = DataType(rawValue: 5)
    public static let uint32 = DataType(rawValue: 6)
    public static let int64 = DataType(rawValue: 7)
    public static let uint64 = DataType(rawValue: 8)
    public static let int128 = DataType(rawValue: 9)
    public static let uint128 = DataType(rawValue: 0xA)
    public static let string = DataType(rawValue: 0xFFFF)

    /// An array of integers.
    public static func array(of element: IntegerType) -> DataType { DataType(rawValue: 0x4000 | element.rawValue) }

    /// What integers of this type are; nil for other types.
    public var integerType: IntegerType? { IntegerType(rawValue: rawValue) }

    /// What an array of this type holds; nil for other types.
    public var elementType: IntegerType? { rawValue & 0xC000 == 0x4000 ? IntegerType(rawValue: rawValue & 0x3FFF) : nil }

    /// How wide and whether with a sign, or what it is an array of; the number where nobody explains it.
    public var description: String {
        if let integerType { return integerType.description }
        if let elementType { return "[\(elementType)]" }
        return self == .string ? "string" : hexadecimal(rawValue)
    }
}

/// The type of a whole number on the wire.
public enum IntegerType: UInt16, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case int8 = 1
    case uint8
    case int16
    case uint16
    case int32
    case uint32
    case int64
    case uint64
    case int128
    case uint128

    /// In bytes: 1, 2, 4, 8 or 16.
    public var size: Int { 1 << ((Int(rawValue) - 1) / 2) }

    public var isSigned: Bool { rawValue % 2 == 1 }

    /// As in the standard, in lower case: "uint16".
    public var description: String { "\(isSigned ? "int" : "uint")\(size * 8)" }
}
