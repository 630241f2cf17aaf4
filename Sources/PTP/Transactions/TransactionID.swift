/// A transaction's number (ISO 15740 § 9.3.1).
public struct TransactionID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Of OpenSession, and of what needs no session.
    public static let session = TransactionID(rawValue: 0)
    /// In events: no transaction in particular.
    public static let none = TransactionID(rawValue: 0xFFFF_FFFF)
    /// The first of a session.
    public static let first = TransactionID(rawValue: 1)

    /// The one that follows: 0xFFFFFFFE is followed by 1.
    public var next: TransactionID { TransactionID(rawValue: rawValue >= 0xFFFF_FFFE ? 1 : rawValue + 1) }

    /// Whether this one was given out before `other`, by less than half of all numbers.
    public func isBefore(_ other: TransactionID) -> Bool {
        rawValue != other.rawValue && other.rawValue &- rawValue < 0x8000_0000
    }

    public var description: String { String(rawValue) }
}
