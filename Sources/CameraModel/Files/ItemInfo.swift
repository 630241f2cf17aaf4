/// A file or folder on a camera, as far as it is known.
public struct ItemInfo: Sendable, Hashable {
    /// The camera's own number for the item, the same while the camera stays connected.
    public struct Handle: Sendable, Hashable, CustomStringConvertible {
        public let number: UInt64

        public init(_ number: UInt64) { self.number = number }

        public var description: String { String(number) }
    }

    /// What an item is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case folder
        case image
        case rawImage = "RAW image"
        case video
        case other
    }

    public var handle: Handle
    public var storage: StorageInfo.Identifier
    /// The folder that it is in; nil for one at the top of its storage.
    public var parent: Handle?
    public var name: String
    public var kind: Kind
    /// Whether everything below is known. Names and kinds always are.
    public var hasMetadata: Bool
    /// In bytes; nil where the camera has not said, or does not know.
    public var size: UInt64?
    public var isProtected: Bool
    public var created: CameraDate?
    /// 0…5; nil where the camera keeps no ratings.
    public var rating: Int?
    public var pixelSize: PixelSize?
    /// Other files of the same shot, such as the JPEG of a RAW: they go with it when it is deleted on some cameras.
    public var companions: [Handle]

    public init(
        handle: Handle,
        storage: StorageInfo.Identifier,
        parent: Handle?,
        name: String,
        kind: Kind,
        hasMetadata: Bool = false,
        size: UInt64? = nil,
        isProtected: Bool = false,
        created: CameraDate? = nil,
        rating: Int? = nil,
        pixelSize: PixelSize? = nil,
        companions: [Handle] = []
    ) {
        self.handle = handle
        self.storage = storage
        self.parent = parent
        self.name = name
        self.kind = kind
        self.hasMetadata = hasMetadata
        self.size = size
        self.isProtected = isProtected
        self.created = created
        self.rating = rating
        self.pixelSize = pixelSize
        self.companions = companions
    }
}

/// What a picture says about how it was made.
public struct PictureMetadata: Sendable, Hashable {
    /// One entry, as text.
    public struct Entry: Sendable, Hashable {
        /// The group that it stands in, such as "EXIF" or "GPS".
        public var group: String
        public var tag: UInt16
        public var name: String
        public var value: String

        public init(group: String, tag: UInt16, name: String, value: String) {
            self.group = group
            self.tag = tag
            self.name = name
            self.value = value
        }
    }

    public var manufacturer: String?
    public var model: String?
    public var created: CameraDate?
    /// In seconds.
    public var exposureTime: Double?
    public var fNumber: Double?
    public var isoSpeed: Int?
    /// In stops.
    public var exposureCompensation: Double?
    /// In millimetres.
    public var focalLength: Double?
    /// 1…8, EXIF 2.31 § 4.6.4.
    public var orientation: Int?
    public var pixelSize: PixelSize?
    /// Everything, in the file's order.
    public var entries: [Entry]

    /// Metadata that says nothing yet.
    public init() { entries = [] }
}
