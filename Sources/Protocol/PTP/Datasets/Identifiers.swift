/// Identifier of a storage: the physical slot in the upper 16 bits, the logical store within it in the lower 16 bits
/// (ISO 15740 § 6.2).
public struct StorageID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The 32-bit number in the protocol.
    public let rawValue: UInt32

    /// Creates an identifier from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// All storages, in operations that permit it.
    public static let all = StorageID(rawValue: 0xFFFF_FFFF)
    /// The storage that the device selects.
    public static let unspecified = StorageID(rawValue: 0)

    /// Physical slot, counted from 1.
    public var slot: Int { Int(rawValue >> 16) }
    /// Whether the slot contains a medium: otherwise the lower half is 0.
    public var hasMedium: Bool { rawValue & 0xFFFF != 0 }

    /// The number in hexadecimal.
    public var description: String { hexadecimal(rawValue) }
}

/// Handle of an object, valid during the session (ISO 15740 § 6.4).
public struct ObjectHandle: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The 32-bit number in the protocol.
    public let rawValue: UInt32

    /// Creates a handle from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As parent in an ObjectInfo: the root of the storage. As filter: any parent.
    public static let none = ObjectHandle(rawValue: 0)
    /// As filter: only objects at the root of their storage. In DeleteObject: all objects.
    public static let root = ObjectHandle(rawValue: 0xFFFF_FFFF)

    /// Whether the number is valid for an object: ``none`` and ``root`` are not.
    public var isObject: Bool { self != .none && self != .root }

    /// The number in hexadecimal.
    public var description: String { hexadecimal(rawValue) }
}
