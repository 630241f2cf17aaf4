import HotShoeSupport

/// The items of one folder, or of the root of a storage, one at a time as the camera describes them. **Thread-safe**; for one
/// consumer.
///
/// The first ``next()`` sends the first request. The listing costs one request for the list and at most one for each object;
/// cameras that describe many objects in one answer need fewer. A listing can be paused at any item, and continued or released
/// later: an item that was returned is not requested again. A request that was cancelled is repeated by the next call.
///
/// A listing shows the folder as it was when the listing began. It belongs to one connection: after that has ended, ``next()``
/// throws.
public final class FolderListing: Sendable {
    /// The camera that is listed.
    public let camera: Camera

    private struct State {
        var cursor: (any FolderCursor)?
        /// Items of the last answer that were not returned yet, in reverse order.
        var ready: [ItemInfo] = []
        /// Number of items that were returned.
        var position = 0
        /// Number of objects whose items were fetched.
        var fetched = 0
    }

    private let folder: ItemInfo.Handle?
    private let storage: StorageInfo.Identifier

    /// Guards the progress of the listing.
    private let state = Guarded(State())

    init(camera: Camera, folder: ItemInfo.Handle?, storage: StorageInfo.Identifier) {
        self.camera = camera
        self.folder = folder
        self.storage = storage
    }

    /// Number of objects that the camera has listed in the folder; nil before the first ``next()``. The listing may return
    /// fewer items: it omits objects that were deleted in the meantime or cannot be parsed.
    public var objectCount: Int? { state.withLock { $0.cursor?.objectCount } }

    /// Number of items that were returned.
    public var position: Int { state.withLock { $0.position } }

    /// Returns the next item, with its metadata if the camera reports any.
    ///
    /// - Returns: nil at the end of the folder, also on repeated calls.
    /// - Throws: ``CameraError/Code/timedOut`` when the camera does not answer a request, ``CameraError/Code/cancelled``,
    ///   ``CameraError/Code/notFound`` for a folder that does not exist, ``CameraError/Code/connectionLost`` … The listing can
    ///   be continued after an error while the camera stays connected.
    public func next() async throws(CameraError) -> StoredItem? {
        while true {
            if let item = popReady() { return StoredItem(camera: camera, info: item) }
            let (cursor, start) = (try await cursor(), state.withLock { $0.fetched })
            if start >= cursor.objectCount { return nil }
            try await fetch(from: start, cursor)
        }
    }

    /// Fetches the items from a position on. The result of a cancelled call is dropped with its progress.
    private func fetch(from start: Int, _ cursor: any FolderCursor) async throws(CameraError) {
        let (items, end) = try await camera.perform(.listFolder, Camera.fileAccess) { _ throws(CameraError) in
            try await cursor.items(from: start)
        }
        state.withLock { state in
            // Another call has fetched the same.
            guard state.fetched == start else { return }
            state.fetched = max(end, start + 1)
            state.ready.insert(contentsOf: items.reversed(), at: 0)
        }
    }

    private func popReady() -> ItemInfo? {
        state.withLock { state in
            guard let item = state.ready.popLast() else { return nil }
            state.position += 1
            return item
        }
    }

    private func cursor() async throws(CameraError) -> any FolderCursor {
        if let cursor = state.withLock({ $0.cursor }) { return cursor }
        let (folder, storage) = (folder, storage)
        let made = try await camera.perform(.listFolder, on: { $0.files }, Camera.fileAccess) {
            files throws(CameraError) -> any FolderCursor in
            if let stepped = files as? any SteppedFolderDriver { return try await stepped.beginListing(folder, on: storage) }
            return WholeFolder(try await files.listFolder(folder, on: storage))
        }
        return state.withLock { state in
            if let cursor = state.cursor { return cursor }
            state.cursor = made
            return made
        }
    }
}

extension Storage {
    /// Returns a listing of the root of the storage. Sends no request. See ``FolderListing``.
    public func listing() -> FolderListing { FolderListing(camera: camera, folder: nil, storage: info.identifier) }
}

extension StoredItem {
    /// Returns a listing of the folder. Sends no request. See ``FolderListing``.
    ///
    /// - Throws: ``CameraError/Code/invalidArgument`` for a file.
    public func listing() throws(CameraError) -> FolderListing {
        guard isFolder else {
            throw CameraError(.invalidArgument, "This is not a folder.", operation: .listFolder, subject: name)
        }
        return FolderListing(camera: camera, folder: info.handle, storage: info.storage)
    }
}

/// Listing of a folder by a driver that returns all items together.
private final class WholeFolder: FolderCursor {
    private let items: [ItemInfo]

    init(_ items: [ItemInfo]) { self.items = items }

    var objectCount: Int { items.count }

    func items(from position: Int) async throws(CameraError) -> (items: [ItemInfo], end: Int) {
        (Array(items[position...]), items.count)
    }
}
