/// Lists a folder in steps, for drivers that request the metadata of each object. Optional, in addition to
/// ``FileDriver/listFolder(_:on:)``.
package protocol SteppedFolderDriver: AnyObject, Sendable {
    /// Requests the list of a folder's objects; nil is the root of the storage.
    func beginListing(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> any FolderCursor
}

extension FileDriver where Self: SteppedFolderDriver {
    /// Lists a folder with all steps.
    package func listFolder(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> [ItemInfo] {
        let cursor = try await beginListing(folder, on: storage)
        var (items, position) = ([ItemInfo](), 0)
        while position < cursor.objectCount {
            let (more, end) = try await cursor.items(from: position)
            items += more
            position = end
        }
        return items
    }
}

/// Objects of one folder, whose items are requested step by step. **Thread-safe.** Has no position of its own, so that a
/// cancelled request loses nothing.
package protocol FolderCursor: AnyObject, Sendable {
    /// Number of objects in the folder.
    var objectCount: Int { get }

    /// Returns the items that one answer of the camera describes.
    ///
    /// - Parameter position: index of the first object, less than ``objectCount``.
    /// - Returns: the items, and the position after their objects. There are no items where objects were deleted in the meantime.
    /// - Throws: ``CameraError/Code/timedOut``, ``CameraError/Code/cancelled``, ``CameraError/Code/connectionLost`` …
    func items(from position: Int) async throws(CameraError) -> (items: [ItemInfo], end: Int)
}
