/// A change of a camera's state, or a notification from it.
public enum CameraEvent: Sendable {
    /// The connection state changed.
    case connection(ConnectionState)
    /// The camera's functions changed.
    case capabilities(CameraCapabilities)
    /// The active command categories changed.
    case categories(CommandCategories)
    /// A property's value, pending value or settable values changed.
    case property(PropertyChange)
    /// The focus areas changed; nil when they are no longer known.
    case focus(FocusInfo?)
    /// The values that automatic exposure has chosen changed; nil when it is inactive.
    case autoExposure(AutoExposure?)
    /// Video recording started or stopped, or its timer changed.
    case recording(RecordingState)
    /// Live view started or ended.
    case liveView(LiveViewState)
    /// The list of storages, or the state of one, changed. Contains all storages.
    case storages([StorageInfo])
    /// A file or folder was added to a storage.
    case itemAdded(ItemInfo)
    /// The metadata of a file or folder changed.
    case itemChanged(ItemInfo)
    /// A file or folder was removed from a storage.
    case itemRemoved(ItemInfo.Handle)
    /// The camera has announced a file that could not be read within a minute. A later ``itemAdded(_:)`` of the same handle is
    /// possible.
    case itemUnreadable(UnreadableItem)
    /// The camera offers a picture for transfer.
    case transferOffered(TransferOffer)
    /// An offer ended: fetched, declined or expired.
    case transferWithdrawn(TransferOffer.Identifier)
    /// The camera's name became known or changed.
    case name(String)
    /// A message for the user; no operation has failed.
    case notice(String)
}
