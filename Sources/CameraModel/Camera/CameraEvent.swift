/// Something about a camera changed.
public enum CameraEvent: Sendable {
    case connection(ConnectionState)
    case capabilities(CameraCapabilities)
    case categories(CommandCategories)
    case property(PropertyChange)
    case focus(FocusInfo?)
    case autoExposure(AutoExposure?)
    case recording(RecordingState)
    case liveView(LiveViewState)
    case storages([StorageInfo])
    case itemAdded(ItemInfo)
    case itemChanged(ItemInfo)
    case itemRemoved(ItemInfo.Handle)
    case transferOffered(TransferOffer)
    case transferWithdrawn(TransferOffer.Identifier)
    case name(String)
    case notice(String)
}
