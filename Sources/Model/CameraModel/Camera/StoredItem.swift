/// Handle to a file or folder on a camera's card: reads, fetches, rates, moves and deletes it. **Thread-safe.**
///
/// Handles to the same item are equal, whatever their `info` contains. Concurrent requests for the same data share one
/// transfer. Cancelling the task cancels a request.
public struct StoredItem: Sendable, Hashable {
    /// The camera that contains the item.
    public let camera: Camera
    /// State of the item at the time the handle was made; ``CameraEvent/itemChanged(_:)`` reports later changes.
    public let info: ItemInfo

    /// The file or folder name, as the camera reports it.
    public var name: String { info.name }
    /// The type of the item.
    public var kind: ItemInfo.Kind { info.kind }
    /// Whether the item is a folder.
    public var isFolder: Bool { info.kind == .folder }

    /// Handle to fetch the file.
    public var file: RemoteFile { RemoteFile(camera: camera, item: info) }

    /// Returns the items of the folder; throws ``CameraError/Code/invalidArgument`` for a file.
    public func items() async throws(CameraError) -> [StoredItem] {
        guard isFolder else {
            throw CameraError(.invalidArgument, "This is not a folder.", operation: .listFolder, subject: name)
        }
        return try await camera.items(in: info.handle, on: info.storage)
    }

    /// Returns the item with all metadata that the camera reports: size, date, rating …
    public func loadMetadata() async throws(CameraError) -> StoredItem { try await camera.metadata(of: info) }

    /// Returns a small JPEG. Throws ``CameraError/Code/noData`` for an item without a thumbnail.
    public func thumbnail() async throws(CameraError) -> [UInt8] { try await camera.data(.loadThumbnail, of: info) }

    /// Returns a JPEG large enough for a screen. Throws ``CameraError/Code/noData`` for an item without a preview.
    public func preview() async throws(CameraError) -> [UInt8] { try await camera.data(.loadPreview, of: info) }

    /// Returns the picture's EXIF metadata. Throws ``CameraError/Code/noData`` for an item without EXIF.
    public func pictureMetadata() async throws(CameraError) -> PictureMetadata { try await camera.pictureMetadata(of: info) }

    /// Deletes the item from the card. Throws ``CameraError/Code/writeProtected`` for a protected item.
    public func delete() async throws(CameraError) {
        let handle = info.handle
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileDeletion)
        try await camera.perform(.delete, on: { $0.files }, subject: name, requirement) { files throws(CameraError) in
            try await files.delete(handle)
        }
    }

    /// Sets the rating, 0…5. ``CameraEvent/itemChanged(_:)`` reports when the camera has applied it.
    public func setRating(_ rating: Int) async throws(CameraError) {
        guard (0...5).contains(rating) else {
            throw CameraError(.invalidArgument, "A rating is 0 to 5, not \(rating).", operation: .setRating, subject: name)
        }
        let handle = info.handle
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileRating)
        try await camera.perform(.setRating, on: { $0.files }, subject: name, requirement) { files throws(CameraError) in
            try await files.setRating(of: handle, to: rating)
        }
    }

    /// Protects the item against deletion, or removes the protection. ``CameraEvent/itemChanged(_:)`` reports when the camera
    /// has applied it.
    ///
    /// - Throws: ``CameraError/Code/writeProtected`` for an item on a locked card, ``CameraError/Code/notAvailable`` on a
    ///   camera without ``CameraCapabilities/fileProtection``.
    public func setProtected(_ isProtected: Bool) async throws(CameraError) {
        let handle = info.handle
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileProtection)
        try await camera.perform(.setProtection, on: { $0.files }, subject: name, requirement) { files throws(CameraError) in
            try await files.setProtected(handle, to: isProtected)
        }
    }

    /// Moves the item, with its contents, to another folder or card.
    ///
    /// After a cancellation the call no longer waits; the item may still be moved.
    ///
    /// - Parameters:
    ///   - storage: the destination card, which may be its own.
    ///   - folder: a folder on that card; nil for the root.
    /// - Returns: the item at its new place. The contents of a folder must be listed again.
    /// - Throws: ``CameraError/Code/writeProtected`` for a protected item or a locked card, ``CameraError/Code/storageFull``,
    ///   ``CameraError/Code/invalidArgument`` for a folder inside itself and a name that exists in the destination,
    ///   ``CameraError/Code/notAvailable`` on a camera without ``CameraCapabilities/fileMoving``.
    @discardableResult
    public func move(to storage: Storage, in folder: StoredItem? = nil) async throws(CameraError) -> StoredItem {
        let (handle, place) = (info.handle, try place(storage, folder, .move))
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileMoving)
        let item = try await camera.perform(.move, on: { $0.files }, subject: name, requirement) { files throws(CameraError) in
            try await files.move(handle, to: place.folder, on: place.storage)
        }
        return StoredItem(camera: camera, info: item)
    }

    /// Copies the item, with its contents, to another folder or card, under the same name.
    ///
    /// After a cancellation the call no longer waits; the item may still be copied.
    ///
    /// - Parameters:
    ///   - storage: the destination card, which may be its own.
    ///   - folder: a folder on that card; nil for the root.
    /// - Returns: the copy, which is not protected.
    /// - Throws: ``CameraError/Code/writeProtected`` for a locked card, ``CameraError/Code/storageFull``,
    ///   ``CameraError/Code/invalidArgument`` for a folder inside itself and a name that exists in the destination,
    ///   ``CameraError/Code/notAvailable`` on a camera without ``CameraCapabilities/fileCopying``.
    @discardableResult
    public func copy(to storage: Storage, in folder: StoredItem? = nil) async throws(CameraError) -> StoredItem {
        let (handle, place) = (info.handle, try place(storage, folder, .copy))
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileCopying)
        let item = try await camera.perform(.copy, on: { $0.files }, subject: name, requirement) { files throws(CameraError) in
            try await files.copy(handle, to: place.folder, on: place.storage)
        }
        return StoredItem(camera: camera, info: item)
    }

    private func place(_ storage: Storage, _ folder: StoredItem?, _ operation: CameraOperation) throws(CameraError)
        -> Storage.Place
    {
        guard storage.camera === camera else {
            throw CameraError(.invalidArgument, "The card belongs to another camera.", operation: operation, subject: name)
        }
        return try storage.place(folder, operation)
    }

    /// Returns whether both handles refer to the same item of the same camera object.
    public static func == (left: StoredItem, right: StoredItem) -> Bool {
        left.camera === right.camera && left.info.handle == right.info.handle
    }

    /// Hashes the camera object's identity and the item's handle.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(camera))
        hasher.combine(info.handle)
    }
}
