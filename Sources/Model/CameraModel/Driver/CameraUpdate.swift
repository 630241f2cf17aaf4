/// A change of the camera's state, reported by its driver.
public enum CameraUpdate: Sendable {
    /// The functions that the camera offers now.
    case capabilities(CameraCapabilities)
    /// The active categories, and the combinations that can be active.
    case categories(active: CommandCategories, supported: [CommandCategories])
    /// The state of a property that is new or has changed. ``Camera`` maintains the pending value.
    case property(PropertyState)
    /// The camera's focus areas; nil if they are not known.
    case focus(FocusInfo?)
    /// The values that automatic exposure has chosen; nil while it is inactive.
    case autoExposure(AutoExposure?)
    /// Whether the camera is recording video, and the state of its timer.
    case recording(RecordingState)
    /// All storages that are present now.
    case storages([StorageInfo])
    /// A file or folder was added.
    case itemAdded(ItemInfo)
    /// The metadata of a file or folder changed.
    case itemChanged(ItemInfo)
    /// A file or folder was removed.
    case itemRemoved(ItemInfo.Handle)
    /// The camera has announced a file that could not be read within a minute. A later ``itemAdded(_:)`` of the same handle is
    /// possible.
    case itemUnreadable(UnreadableItem)
    /// The camera offers a picture for transfer. Replaces an earlier offer with the same identifier.
    case transferOffered(TransferOffer)
    /// The offer has ended: fetched, declined or expired.
    case transferWithdrawn(TransferOffer.Identifier)
    /// The camera's name, which was not known before connecting.
    case name(String)
    /// A message for the user; no operation has failed.
    case notice(String)
}
