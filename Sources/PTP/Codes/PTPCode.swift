/// A number of the protocol that may have a name. Numbers without one are as good as those with.
public protocol PTPCode: RawRepresentable<UInt16>, Hashable, Sendable, Comparable, CustomStringConvertible {
    init(rawValue: UInt16)

    /// The names that the standards give.
    static var names: [UInt16: String] { get }
}

extension PTPCode {
    /// The standard's name; nil for a code that only a maker, or a newer standard, explains.
    public var name: String? { Self.names[rawValue] }

    /// The name, or the number in hexadecimal: "GetDeviceInfo", "0x9116".
    public var description: String { name ?? hexadecimal }

    /// The number as the standards write it: "0x1001".
    public var hexadecimal: String { PTP.hexadecimal(rawValue) }

    /// Whether the code is a maker's own (ISO 15740 § 7.3: bit 15 is set).
    public var isVendor: Bool { rawValue & 0x8000 != 0 }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A number as the standards write it, with as many digits as its type has: "0x1001".
func hexadecimal<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
}
