/// A picture that a camera offers for transfer on its own initiative, usually because it has just been taken.
public struct TransferOffer: Sendable, Hashable {
    /// Identifies one offer of a camera while the camera stays connected.
    public struct Identifier: Sendable, Hashable {
        /// The camera's number for the offer.
        public let number: UInt64

        /// Creates an identifier from the camera's number.
        public init(_ number: UInt64) { self.number = number }
    }

    /// The forms in which a picture can be fetched.
    public enum Representation: String, Sendable, Hashable, CaseIterable {
        /// A smaller JPEG that transfers faster.
        case preview
        /// The file as the camera created it.
        case original
    }

    /// One form of the picture, with its predicted properties.
    public struct Available: Sendable, Hashable {
        /// The form.
        public var representation: Representation
        /// Size in bytes; nil if the camera does not predict it.
        public var predictedSize: UInt64?
        /// File name extension in upper case without a dot, such as "JPG".
        public var fileExtension: String

        /// Creates the description of one form. See the properties for units.
        public init(representation: Representation, predictedSize: UInt64?, fileExtension: String) {
            self.representation = representation
            self.predictedSize = predictedSize
            self.fileExtension = fileExtension
        }
    }

    /// Identifies the offer.
    public var identifier: Identifier
    /// File name that the picture would have on a card.
    public var fileName: String
    /// Date at which the picture was taken; nil if it is not known.
    public var created: CameraDate?
    /// The forms in which the picture can be fetched.
    public var available: [Available]
    /// Whether there is no other copy: a picture that is not fetched is lost.
    public var isOnlyCopy: Bool
    /// Whether the camera cannot continue shooting until the offer is fetched or declined.
    public var mustBeExecuted: Bool
    /// The file on the card; nil if there is none.
    public var item: ItemInfo.Handle?

    /// Creates an offer. See the properties for their meaning.
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
