/// A storage of a camera, usually a card, as it is now.
public struct StorageInfo: Sendable, Hashable {
    /// Tells the storages of one camera apart while it is connected.
    public struct Identifier: Sendable, Hashable, CustomStringConvertible {
        public let number: UInt32

        public init(_ number: UInt32) { self.number = number }

        public var description: String { String(number) }
    }

    public var identifier: Identifier
    /// A name to show, never empty.
    public var name: String
    /// The card's own label, where it has one.
    public var label: String?
    /// The slot, counted from 1; nil where it is not known.
    public var slot: Int?
    public var capacityBytes: UInt64
    public var freeBytes: UInt64
    public var isWritable: Bool
    /// Whether there are pictures that the camera does not let one reach.
    public var hasInaccessibleImages: Bool
    /// How much of its contents the camera has catalogued, 0…1.
    public var catalogProgress: Double

    public init(
        identifier: Identifier,
        name: String,
        label: String? = nil,
        slot: Int? = nil,
        capacityBytes: UInt64,
        freeBytes: UInt64,
        isWritable: Bool = true,
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
        self.hasInaccessibleImages = hasInaccessibleImages
        self.catalogProgress = catalogProgress
    }
}
