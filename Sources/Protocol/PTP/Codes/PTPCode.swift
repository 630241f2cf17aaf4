/// A code of the protocol, which may have a name. Codes without a name are equally valid.
///
/// The standard's codes have 16 bits. Codes of properties have 32, because vendors have properties with larger numbers.
public protocol PTPCode: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible
where RawValue: FixedWidthInteger & UnsignedInteger & Sendable {
    /// Creates a code from its number; any number is valid.
    init(rawValue: RawValue)

    /// Names of the codes in the standards.
    static var names: [UInt16: String] { get }
}

extension PTPCode {
    /// The standard's name; nil for codes of vendors and of newer standards.
    public var name: String? { UInt16(exactly: rawValue).flatMap { Self.names[$0] } }

    /// The name, or the number in hexadecimal: "GetDeviceInfo", "0x9116".
    public var description: String { name ?? hexadecimal }

    /// The number in the standards' notation: "0x1001".
    public var hexadecimal: String {
        UInt16(exactly: rawValue).map { PTP.hexadecimal($0) } ?? PTP.hexadecimal(UInt32(truncatingIfNeeded: rawValue))
    }

    /// Whether the code belongs to a vendor (ISO 15740 § 7.3: bit 15 is set).
    public var isVendor: Bool { rawValue & 0x8000 != 0 }

    /// Orders by number.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Returns a number in the standards' notation, with all digits of its type: "0x1001".
func hexadecimal<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
}
