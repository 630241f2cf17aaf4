/// Number of a transaction (ISO 15740 § 9.3.1).
public struct TransactionID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The 32-bit number in the protocol.
    public let rawValue: UInt32

    /// Creates an ID from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// ID of OpenSession and of operations outside a session.
    public static let session = TransactionID(rawValue: 0)
    /// In events: no particular transaction.
    public static let none = TransactionID(rawValue: 0xFFFF_FFFF)
    /// First ID of a session.
    public static let first = TransactionID(rawValue: 1)

    /// The next ID; 0xFFFFFFFE is followed by 1.
    public var next: TransactionID { TransactionID(rawValue: rawValue >= 0xFFFF_FFFE ? 1 : rawValue + 1) }

    /// Returns whether this ID precedes `other`, by less than half of all numbers.
    public func isBefore(_ other: TransactionID) -> Bool {
        rawValue != other.rawValue && other.rawValue &- rawValue < 0x8000_0000
    }

    /// The number in decimal.
    public var description: String { String(rawValue) }
}
