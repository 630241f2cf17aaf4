/// A file or folder on a camera's card: a handle to look at it, fetch it, rate it, move it, delete it. **Thread-safe.**
///
/// Two handles to the same item are equal whatever they know about it. Requests for the same thing that are made at the
/// same time are one transfer. What is asked for and no longer wanted is cancelled with the task.
public struct StoredItem: Sendable, Hashable {
    public let camera: Camera
    /// What was known of it when the handle was made; ``CameraEvent/itemChanged(_:)`` brings news.
    public let info: ItemInfo

    public var name: String { info.name }
    public var kind: ItemInfo.Kind { info.kind }
    public var isFolder: Bool { info.kind == .folder }

    /// The file, for fetching.
    public var file: RemoteFile { RemoteFile(camera: camera, item: info) }

    /// What is in the folder; throws ``CameraError/Code/invalidArgument`` for a file.
    public func items() async throws(CameraError) -> [StoredItem] {
        guard isFolder else {
            throw CameraError(.invalidArgument, "This is not a folder.", operation: .listFolder, subject: name)
        }
        return try await camera.items(in: info.handle, on: info.storage)
    }

    /// The item with everything that the camera says about it: size, date, rating …
    public func loadMetadata() async throws(CameraError) -> StoredItem { try await camera.metadata(of: info) }

    /// A small JPEG. Throws ``CameraError/Code/noData`` for what has none.
    public func thumbnail() async throws(CameraError) -> [UInt8] { try await camera.data(.loadThumbnail, of: info) }

    /// A JPEG large enough for a screen. Throws ``CameraError/Code/noData`` for what has none.
    public func preview() async throws(CameraError) -> [UInt8] { try await camera.data(.loadPreview, of: info) }

    /// What the picture says about how it was made. Throws ``CameraError/Code/noData`` for what has no EXIF.
    public func pictureMetadata() async throws(CameraError) -> PictureMetadata { try await camera.pictureMetadata(of: info) }

    /// Deletes it from the card. Throws ``CameraError/Code/writeProtected`` for what is protected.
    public func delete() async throws(CameraError) {
        let handle = info.handle
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileDeletion)
        try await camera.perform(.delete, subject: name, requirement) { driver throws(CameraError) in
            try await driver.delete(handle)
        }
    }

    /// Rates it, 0…5. That the camera has applied it comes as ``CameraEvent/itemChanged(_:)``.
    public func setRating(_ rating: Int) async throws(CameraError) {
        guard (0...5).contains(rating) else {
            throw CameraError(.invalidArgument, "A rating is 0 to 5, not \(rating).", operation: .setRating, subject: name)
        }
        let handle = info.handle
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileRating)
        try await camera.perform(.setRating, subject: name, requirement) { driver throws(CameraError) in
            try await driver.setRating(of: handle, to: rating)
        }
    }

    /// Protects it against deleting, or takes the protection away. That the camera has applied it comes as
    /// ``CameraEvent/itemChanged(_:)``.
    ///
    /// - Throws: ``CameraError/Code/writeProtected`` where the whole card is, ``CameraError/Code/notAvailable`` on a camera without
    ///   ``CameraCapabilities/fileProtection``.
    public func setProtected(_ isProtected: Bool) async throws(CameraError) {
        let handle = info.handle
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileProtection)
        try await camera.perform(.setProtection, subject: name, requirement) { driver throws(CameraError) in
            try await driver.setProtected(handle, to: isProtected)
        }
    }

    /// Moves it, with everything in it, to another folder or card.
    ///
    /// A call that is cancelled no longer waits; the item may still be moved.
    ///
    /// - Parameters:
    ///   - storage: the card to move it to, which may be its own.
    ///   - folder: a folder on that card; nil for the top.
    /// - Returns: the item at its new place. What was in a folder must be listed again.
    /// - Throws: ``CameraError/Code/writeProtected`` for what is protected or on a locked card, ``CameraError/Code/storageFull``,
    ///   ``CameraError/Code/invalidArgument`` for a folder that would be in itself and a name that is taken there,
    ///   ``CameraError/Code/notAvailable`` on a camera without ``CameraCapabilities/fileMoving``.
    @discardableResult
    public func move(to storage: Storage, in folder: StoredItem? = nil) async throws(CameraError) -> StoredItem {
        let (handle, place) = (info.handle, try place(storage, folder, .move))
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileMoving)
        let item = try await camera.perform(.move, subject: name, requirement) { driver throws(CameraError) in
            try await driver.move(handle, to: place.folder, on: place.storage)
        }
        return StoredItem(camera: camera, info: item)
    }

    /// Copies it, with everything in it, to another folder or card, under the same name.
    ///
    /// A call that is cancelled no longer waits; the item may still be copied.
    ///
    /// - Parameters:
    ///   - storage: the card to copy it to, which may be its own.
    ///   - folder: a folder on that card; nil for the top.
    /// - Returns: the copy, which is not protected.
    /// - Throws: ``CameraError/Code/writeProtected`` for a locked card, ``CameraError/Code/storageFull``,
    ///   ``CameraError/Code/invalidArgument`` for a folder that would be in itself and a name that is taken there,
    ///   ``CameraError/Code/notAvailable`` on a camera without ``CameraCapabilities/fileCopying``.
    @discardableResult
    public func copy(to storage: Storage, in folder: StoredItem? = nil) async throws(CameraError) -> StoredItem {
        let (handle, place) = (info.handle, try place(storage, folder, .copy))
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileCopying)
        let item = try await camera.perform(.copy, subject: name, requirement) { driver throws(CameraError) in
            try await driver.copy(handle, to: place.folder, on: place.storage)
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

    public static func == (left: StoredItem, right: StoredItem) -> Bool {
        left.camera === right.camera && left.info.handle == right.info.handle
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(camera))
        hasher.combine(info.handle)
    }
}
