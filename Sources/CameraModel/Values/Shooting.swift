/// How to take a picture.
public struct ShootOptions: Sendable, Hashable {
    /// Focuses first, as a half-press does. Where focus cannot be found the picture is not taken.
    public var autofocus: Bool

    public init(autofocus: Bool = true) {
        self.autofocus = autofocus
    }
}

/// What a driver knows of a picture that was taken.
public struct ShotResult: Sendable, Hashable {
    /// The files on the card, in the order they were written.
    public var items: [ItemInfo]
    /// What the camera offers for transfer.
    public var offers: [TransferOffer]

    public init(items: [ItemInfo], offers: [TransferOffer]) {
        self.items = items
        self.offers = offers
    }
}

/// How far to move the lens, and which way.
public struct FocusStep: Sendable, Hashable {
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        case towardsCamera = "near"
        case towardsInfinity = "far"
    }

    /// How far is for the lens to say.
    public enum Amount: String, Sendable, Hashable, CaseIterable {
        case small
        case medium
        case large
    }

    public var direction: Direction
    public var amount: Amount

    public init(_ direction: Direction, _ amount: Amount) {
        self.direction = direction
        self.amount = amount
    }
}
