import PTPNikon
import PTPProperties

/// Properties that distinguish one Nikon body from another.
struct NikonModel: Sendable {
    /// Names and USB product ID.
    let body: Vendor.Body
    /// Layout of the header of live view frames.
    let header: LiveViewHeader.Layout
    /// Whether GetEventEx, GetLiveViewImageEx and GetVendorCodes exist.
    let isNew: Bool
    /// Whether changes of properties are sent on the link too, and not only returned by the poll.
    let sendsChanges: Bool
    /// Whether a movie requires ApplicationMode 1.
    let needsApplicationMode: Bool
    /// Whether a picture can be recorded to the card and to the body's memory.
    let recordsToBoth: Bool

    /// Nikon Z 6II, a mirrorless body.
    static let z6ii = NikonModel(
        body: .nikonZ6II,
        header: .z,
        isNew: true,
        sendsChanges: false,
        needsApplicationMode: true,
        recordsToBoth: true
    )

    /// Nikon D850, a body with a mirror.
    static let d850 = NikonModel(
        body: .nikonD850,
        header: .d500,
        isNew: false,
        sendsChanges: true,
        needsApplicationMode: false,
        recordsToBoth: false
    )
}
