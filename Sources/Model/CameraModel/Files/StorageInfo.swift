/// The state of one storage of a camera, usually a card.
public struct StorageInfo: Sendable, Hashable {
    /// Identifies one storage of a camera while the camera stays connected.
    public struct Identifier: Sendable, Hashable, CustomStringConvertible {
        /// The camera's number for the storage.
        public let number: UInt32

        /// Creates an identifier from the camera's number.
        public init(_ number: UInt32) { self.number = number }

        /// The number in decimal.
        public var description: String { String(number) }
    }

    /// Identifies the storage while the camera stays connected.
    public var identifier: Identifier
    /// A name for display, never empty.
    public var name: String
    /// The card's volume label; nil if it has none.
    public var label: String?
    /// The slot, counted from 1; nil if it is not known.
    public var slot: Int?
    /// Capacity in bytes; nil if the camera does not report it.
    public var capacityBytes: UInt64?
    /// Free space in bytes; nil if the camera does not report it.
    public var freeBytes: UInt64?
    /// Whether files can be written.
    public var isWritable: Bool
    /// Whether files can be deleted: also of some storages that a computer cannot write to.
    public var allowsDeletion: Bool
    /// Whether the storage contains pictures that the camera does not give access to.
    public var hasInaccessibleImages: Bool
    /// Fraction of the contents that the camera has catalogued, 0…1.
    public var catalogProgress: Double

    /// Creates the description of a storage. See the properties for units and ranges.
    public init(
        identifier: Identifier,
        name: String,
        label: String? = nil,
        slot: Int? = nil,
        capacityBytes: UInt64?,
        freeBytes: UInt64?,
        isWritable: Bool = true,
        allowsDeletion: Bool = true,
        hasInaccessibleImages: Bool = false,
        catalogProgress: Double = 1
    ) {
        self.identifier = identifier
        self.name = name
        self.label = label
        self.slot = slot
        self.capacityBytes = capacityBytes
        self.freeBytes = freeBytes
        self.isWritable = isWritable
        self.allowsDeletion = allowsDeletion
        self.hasInaccessibleImages = hasInaccessibleImages
        self.catalogProgress = catalogProgress
    }
}

extension StorageInfo {
    /// Whether this may be the same card in the same slot.
    package func isSameCard(as other: StorageInfo) -> Bool {
        identifier == other.identifier && capacityBytes == other.capacityBytes && label == other.label
    }
}
