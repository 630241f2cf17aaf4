/// Lists a folder in steps, for drivers that request the metadata of each object. Optional, in addition to
/// ``FileDriver/listFolder(_:on:)``.
package protocol SteppedFolderDriver: AnyObject, Sendable {
    /// Requests the list of a folder's objects; nil is the root of the storage.
    func beginListing(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> any FolderCursor
}

/// Progress of listing one folder. **Thread-safe.**
package protocol FolderCursor: AnyObject, Sendable {
    /// Number of objects in the folder.
    var objectCount: Int { get }

    /// Returns the items that the camera's next answer describes; empty at the end.
    ///
    /// The position advances only when the call returns: a call that throws or is cancelled can be repeated.
    func next() async throws(CameraError) -> [ItemInfo]
}
