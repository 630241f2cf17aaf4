/// A file or folder on a camera's card: a handle to look at it, fetch it, rate it, delete it. **Thread-safe.**
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
            throw CameraError(.invalidArgument, "is not a folder", operation: .listFolder, subject: name)
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
            throw CameraError(.invalidArgument, "a rating is 0 to 5, not \(rating)", operation: .setRating, subject: name)
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

    public static func == (left: StoredItem, right: StoredItem) -> Bool {
        left.camera === right.camera && left.info.handle == right.info.handle
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(camera))
        hasher.combine(info.handle)
    }
}
