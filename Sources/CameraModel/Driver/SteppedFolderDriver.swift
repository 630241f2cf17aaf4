/// Listing a folder in steps, for drivers whose camera is asked about each object: what a driver may offer beside
/// ``FileDriver/listFolder(_:on:)``.
package protocol SteppedFolderDriver: AnyObject, Sendable {
    /// Asks for the list of a folder's objects; with nil, of the top of the storage.
    func beginListing(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> any FolderCursor
}

/// How far the listing of one folder is. **Thread-safe.**
package protocol FolderCursor: AnyObject, Sendable {
    /// Number of objects in the folder.
    var objectCount: Int { get }

    /// The items that the camera describes with its next answer; empty at the end.
    ///
    /// Moves on only when it returns: a call that throws, or is cancelled, can be repeated.
    func next() async throws(CameraError) -> [ItemInfo]
}
