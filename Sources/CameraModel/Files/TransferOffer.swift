/// A picture that a camera offers by itself, usually because it has just been taken.
public struct TransferOffer: Sendable, Hashable {
    /// Tells the offers of one camera apart while it is connected.
    public struct Identifier: Sendable, Hashable {
        public let number: UInt64

        public init(_ number: UInt64) { self.number = number }
    }

    /// In which form a picture can be fetched.
    public enum Representation: String, Sendable, Hashable, CaseIterable {
        /// A smaller JPEG, quick to fetch.
        case preview
        /// The file as the camera made it.
        case original
    }

    /// One form, with what is known of it beforehand.
    public struct Available: Sendable, Hashable {
        public var representation: Representation
        /// In bytes; nil where the camera does not say.
        public var predictedSize: UInt64?
        /// In upper case, without a dot, such as "JPG".
        public var fileExtension: String

        public init(representation: Representation, predictedSize: UInt64?, fileExtension: String) {
            self.representation = representation
            self.predictedSize = predictedSize
            self.fileExtension = fileExtension
        }
    }

    public var identifier: Identifier
    /// The name that the file would have on a card.
    public var fileName: String
    public var created: CameraDate?
    public var available: [Available]
    /// Whether there is no other copy: a picture that is not fetched is lost.
    public var isOnlyCopy: Bool
    /// Whether the camera cannot go on shooting until this is fetched or declined.
    public var mustBeExecuted: Bool
    /// The file on the card, where there is one.
    public var item: ItemInfo.Handle?

    public init(
        identifier: Identifier,
        fileName: String,
        created: CameraDate?,
        available: [Available],
        isOnlyCopy: Bool,
        mustBeExecuted: Bool,
        item: ItemInfo.Handle?
    ) {
        self.identifier = identifier
        self.fileName = fileName
        self.created = created
        self.available = available
        self.isOnlyCopy = isOnlyCopy
        self.mustBeExecuted = mustBeExecuted
        self.item = item
    }
}
