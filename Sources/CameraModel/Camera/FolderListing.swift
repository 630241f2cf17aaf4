import HotShoeSupport

/// The items of one folder, or of the top of a card, one after the other as the camera describes them. **Thread-safe**; for one consumer.
///
/// Nothing is asked before the first ``next()``. The listing costs one question for the list and at most one for each object; cameras that
/// describe many objects at once are asked less often. It can be left at any item, and continued or dropped later: an item that was
/// returned is not asked for again. What a cancelled call was waiting for is asked for again by the next one.
///
/// A listing shows the folder as it was when it began. It belongs to one connection: after that is over, ``next()`` throws.
public final class FolderListing: Sendable {
    public let camera: Camera

    private struct State {
        var cursor: (any FolderCursor)?
        /// Items of the last answer that were not returned, in reverse order.
        var ready: [ItemInfo] = []
        var position = 0
    }

    private let folder: ItemInfo.Handle?
    private let storage: StorageInfo.Identifier

    /// Guards how far the listing is.
    private let state = Guarded(State())

    init(camera: Camera, folder: ItemInfo.Handle?, storage: StorageInfo.Identifier) {
        self.camera = camera
        self.folder = folder
        self.storage = storage
    }

    /// Number of objects that the camera has listed in the folder; nil before the first ``next()``. The listing may have fewer items, as what
    /// was deleted meanwhile or cannot be understood is left out.
    public var objectCount: Int? { state.withLock { $0.cursor?.objectCount } }

    /// Number of items that were returned.
    public var position: Int { state.withLock { $0.position } }

    /// The next item, with its metadata where the camera has any.
    ///
    /// - Returns: nil at the end of the folder, each time.
    /// - Throws: ``CameraError/Code/timedOut`` when the camera does not answer one question, ``CameraError/Code/cancelled``,
    ///   ``CameraError/Code/notFound`` for a folder that is not there, ``CameraError/Code/connectionLost`` … The listing can be continued after
    ///   an error while the camera stays connected.
    public func next() async throws(CameraError) -> StoredItem? {
        if let item = popReady() { return StoredItem(camera: camera, info: item) }
        let cursor = try await cursor()
        let items = try await camera.perform(.listFolder, Camera.fileAccess) { _ throws(CameraError) in try await cursor.next() }
        state.withLock { $0.ready.insert(contentsOf: items.reversed(), at: 0) }
        return popReady().map { StoredItem(camera: camera, info: $0) }
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
        let made = try await camera.perform(.listFolder, Camera.fileAccess) {
            driver throws(CameraError) -> any FolderCursor in
            if let stepped = driver as? any SteppedFolderDriver { return try await stepped.beginListing(folder, on: storage) }
            return WholeFolder(try await driver.listFolder(folder, on: storage))
        }
        return state.withLock { state in
            if let cursor = state.cursor { return cursor }
            state.cursor = made
            return made
        }
    }
}

extension Storage {
    /// The items at the top of the card, one after the other. Asks nothing yet. See ``FolderListing``.
    public func listing() -> FolderListing { FolderListing(camera: camera, folder: nil, storage: info.identifier) }
}

extension StoredItem {
    /// The items in the folder, one after the other. Asks nothing yet. See ``FolderListing``.
    ///
    /// - Throws: ``CameraError/Code/invalidArgument`` for a file.
    public func listing() throws(CameraError) -> FolderListing {
        guard isFolder else {
            throw CameraError(.invalidArgument, "This is not a folder.", operation: .listFolder, subject: name)
        }
        return FolderListing(camera: camera, folder: info.handle, storage: info.storage)
    }
}

/// A folder that a driver has listed in one go. **Thread-safe.**
private final class WholeFolder: FolderCursor {
    let objectCount: Int
    /// Guards the items, which are handed on once.
    private let items: Guarded<[ItemInfo]>

    init(_ items: [ItemInfo]) {
        objectCount = items.count
        self.items = Guarded(items)
    }

    func next() async throws(CameraError) -> [ItemInfo] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
