/// A file or folder on a camera, with the metadata that is known.
public struct ItemInfo: Sendable, Hashable {
    /// The camera's number for the item, constant while the camera stays connected.
    public struct Handle: Sendable, Hashable, CustomStringConvertible {
        /// The camera's number.
        public let number: UInt64

        /// Creates a handle from the camera's number.
        public init(_ number: UInt64) { self.number = number }

        /// The number in decimal.
        public var description: String { String(number) }
    }

    /// The type of an item.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A folder.
        case folder
        /// A developed picture, such as a JPEG.
        case image
        /// A picture with unprocessed sensor data.
        case rawImage = "RAW image"
        /// A video.
        case video
        /// Any other file.
        case other

        /// Whether this is a picture or a video, which has contents.
        package var isPictureOrVideo: Bool { self == .image || self == .rawImage || self == .video }
    }

    /// The camera's number for the item.
    public var handle: Handle
    /// The storage that contains the item.
    public var storage: StorageInfo.Identifier
    /// The folder that contains the item; nil at the root of its storage.
    public var parent: Handle?
    /// The file or folder name, as the camera reports it.
    public var name: String
    /// The type of the item.
    public var kind: Kind
    /// Whether the metadata below were loaded. The name and the kind are always known.
    public var hasMetadata: Bool
    /// Size in bytes; nil if the camera does not report it.
    public var size: UInt64?
    /// Whether the item is protected against deletion.
    public var isProtected: Bool
    /// Date at which the item was created; nil if it is not known.
    public var created: CameraDate?
    /// Rating, 0…5; nil if the camera keeps no ratings.
    public var rating: Int?
    /// Size of the picture in pixels; nil if it is not known.
    public var pixelSize: PixelSize?
    /// Other files of the same shot, such as the JPEG of a RAW file. Some cameras delete them together.
    public var companions: [Handle]

    /// Creates the description of an item. See the properties for units and ranges.
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

/// EXIF metadata of a picture: how it was made.
public struct PictureMetadata: Sendable, Hashable {
    /// One EXIF entry as text.
    public struct Entry: Sendable, Hashable {
        /// The group that contains the entry, such as "EXIF" or "GPS".
        public var group: String
        /// Number of the tag.
        public var tag: UInt16
        /// Name of the tag.
        public var name: String
        /// The value as text.
        public var value: String

        /// Creates an entry.
        public init(group: String, tag: UInt16, name: String, value: String) {
            self.group = group
            self.tag = tag
            self.name = name
            self.value = value
        }
    }

    /// Manufacturer of the camera; nil if not recorded.
    public var manufacturer: String?
    /// Model of the camera; nil if not recorded.
    public var model: String?
    /// Date at which the picture was taken; nil if not recorded.
    public var created: CameraDate?
    /// Exposure time in seconds; nil if not recorded.
    public var exposureTime: Double?
    /// Aperture as an f-number; nil if not recorded.
    public var fNumber: Double?
    /// ISO speed; nil if not recorded.
    public var isoSpeed: Int?
    /// Exposure compensation in stops; nil if not recorded.
    public var exposureCompensation: Double?
    /// Focal length in millimetres; nil if not recorded.
    public var focalLength: Double?
    /// Orientation 1…8, EXIF 2.31 § 4.6.4; nil if not recorded.
    public var orientation: Int?
    /// Size of the picture in pixels; nil if not recorded.
    public var pixelSize: PixelSize?
    /// All entries, in the file's order.
    public var entries: [Entry]

    /// Creates metadata without any value.
    public init() { entries = [] }
}
