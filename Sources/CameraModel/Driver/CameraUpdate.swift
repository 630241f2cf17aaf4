/// Something that a driver has learnt from its camera.
public enum CameraUpdate: Sendable {
    case capabilities(CameraCapabilities)
    /// Which combinations of categories can be active, and which are.
    case categories(active: CommandCategories, supported: [CommandCategories])
    /// A property is known, or changed. What is pending is left to ``Camera``.
    case property(PropertyState)
    case focus(FocusInfo?)
    case autoExposure(AutoExposure?)
    case recording(RecordingState)
    /// All storages there are now.
    case storages([StorageInfo])
    case itemAdded(ItemInfo)
    case itemChanged(ItemInfo)
    case itemRemoved(ItemInfo.Handle)
    case transferOffered(TransferOffer)
    /// The offer is over: fetched, declined, or it timed out.
    case transferWithdrawn(TransferOffer.Identifier)
    /// A name that was not known before connecting.
    case name(String)
    /// Something the user should know; nothing has failed.
    case notice(String)
}
