/// Code of an object property (MTP 1.1 appendix B).
public struct ObjectPropCode: PTPCode {
    /// The 16-bit number in the protocol.
    public let rawValue: UInt16

    /// Creates a code from its number; any number is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// Properties of all objects and of images (MTP 1.1 appendix B).
extension ObjectPropCode {
    /// ID of the storage that contains the object.
    public static let storageID = ObjectPropCode(rawValue: 0xDC01)
    /// Object format code.
    public static let objectFormat = ObjectPropCode(rawValue: 0xDC02)
    /// Protection status.
    public static let protectionStatus = ObjectPropCode(rawValue: 0xDC03)
    /// Size in bytes, 64 bits.
    public static let objectSize = ObjectPropCode(rawValue: 0xDC04)
    /// Type of an association.
    public static let associationType = ObjectPropCode(rawValue: 0xDC05)
    /// File name.
    public static let objectFileName = ObjectPropCode(rawValue: 0xDC07)
    /// Date of creation.
    public static let dateCreated = ObjectPropCode(rawValue: 0xDC08)
    /// Date of the last modification.
    public static let dateModified = ObjectPropCode(rawValue: 0xDC09)
    /// Keywords, as text.
    public static let keywords = ObjectPropCode(rawValue: 0xDC0A)
    /// Handle of the parent object.
    public static let parentObject = ObjectPropCode(rawValue: 0xDC0B)
    /// Identifier of the object that persists across sessions.
    public static let persistentUniqueObjectIdentifier = ObjectPropCode(rawValue: 0xDC41)
    /// Display name.
    public static let name = ObjectPropCode(rawValue: 0xDC44)
    /// Width in pixels.
    public static let width = ObjectPropCode(rawValue: 0xDC87)
    /// Height in pixels.
    public static let height = ObjectPropCode(rawValue: 0xDC88)
    /// Rating, 0 to 100 (MTP 1.1); one star is a fifth of the range (observed behaviour).
    public static let rating = ObjectPropCode(rawValue: 0xDC8A)

    /// Names of the properties in MTP 1.1.
    public static let names: [UInt16: String] = [
        0xDC01: "StorageID",
        0xDC02: "ObjectFormat",
        0xDC03: "ProtectionStatus",
        0xDC04: "ObjectSize",
        0xDC05: "AssociationType",
        0xDC06: "AssociationDesc",
        0xDC07: "ObjectFileName",
        0xDC08: "DateCreated",
        0xDC09: "DateModified",
        0xDC0A: "Keywords",
        0xDC0B: "ParentObject",
        0xDC41: "PersistentUniqueObjectIdentifier",
        0xDC44: "Name",
        0xDC87: "Width",
        0xDC88: "Height",
        0xDC8A: "Rating",
    ]
}
