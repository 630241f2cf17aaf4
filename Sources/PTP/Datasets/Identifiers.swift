/// A storage's number: the upper 16 bits are the physical slot, the lower ones the logical store in it
/// (ISO 15740 § 6.2).
public struct StorageID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Every storage, where an operation may mean that.
    public static let all = StorageID(rawValue: 0xFFFF_FFFF)
    /// The one that the device chooses.
    public static let unspecified = StorageID(rawValue: 0)

    /// Counted from 1.
    public var slot: Int { Int(rawValue >> 16) }
    /// Whether there is a medium in the slot: without one the lower half is 0.
    public var hasMedium: Bool { rawValue & 0xFFFF != 0 }

    public var description: String { hexadecimal(rawValue) }
}

/// An object's number, while the session lasts (ISO 15740 § 6.4).
public struct ObjectHandle: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As a parent in ObjectInfo: at the top of its storage. As a filter: whatever the parent.
    public static let none = ObjectHandle(rawValue: 0)
    /// As a filter: only objects at the top of their storage. In DeleteObject: every object.
    public static let root = ObjectHandle(rawValue: 0xFFFF_FFFF)

    /// Whether an object can have this number: the two above stand for none and for all.
    public var isObject: Bool { self != .none && self != .root }

    public var description: String { hexadecimal(rawValue) }
}
