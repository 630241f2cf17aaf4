/// A property of an object (MTP 1.1 appendix B).
public struct ObjectPropCode: PTPCode {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// MTP 1.1 appendix B: those that every object has, and what pictures have.
extension ObjectPropCode {
    public static let storageID = ObjectPropCode(rawValue: 0xDC01)
    public static let objectFormat = ObjectPropCode(rawValue: 0xDC02)
    public static let protectionStatus = ObjectPropCode(rawValue: 0xDC03)
    /// In bytes, 64 bits wide.
    public static let objectSize = ObjectPropCode(rawValue: 0xDC04)
    public static let associationType = ObjectPropCode(rawValue: 0xDC05)
    public static let associationDesc = ObjectPropCode(rawValue: 0xDC06)
    public static let objectFileName = ObjectPropCode(rawValue: 0xDC07)
    public static let dateCreated = ObjectPropCode(rawValue: 0xDC08)
    public static let dateModified = ObjectPropCode(rawValue: 0xDC09)
    public static let keywords = ObjectPropCode(rawValue: 0xDC0A)
    public static let parentObject = ObjectPropCode(rawValue: 0xDC0B)
    public static let persistentUniqueObjectIdentifier = ObjectPropCode(rawValue: 0xDC41)
    public static let name = ObjectPropCode(rawValue: 0xDC44)
    public static let width = ObjectPropCode(rawValue: 0xDC87)
    public static let height = ObjectPropCode(rawValue: 0xDC88)
    /// 0…100 in steps of a fifth for a star: observed behaviour; MTP 1.1 gives the range.
    public static let rating = ObjectPropCode(rawValue: 0xDC8A)

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
