/// Files of one shot, as the driver reports them.
public struct ShotResult: Sendable, Hashable {
    /// The files on the card, in the order in which they were written.
    public var items: [ItemInfo]
    /// The pictures that the camera offers for transfer.
    public var offers: [TransferOffer]
    /// The files that the camera announced for the shot and that could not be read.
    public var unreadable: [UnreadableItem]

    /// Creates a result.
    public init(items: [ItemInfo], offers: [TransferOffer], unreadable: [UnreadableItem] = []) {
        self.items = items
        self.offers = offers
        self.unreadable = unreadable
    }
}
