import HotShoeSupport

/// Handle to a storage of a camera, usually a card: lists and writes it. **Thread-safe.**
public struct Storage: Sendable {
    /// The camera that contains the storage.
    public let camera: Camera
    /// State of the storage at the time the handle was made.
    public let info: StorageInfo

    /// Returns the items at the root of the storage.
    public func items() async throws(CameraError) -> [StoredItem] { try await camera.items(in: nil, on: info.identifier) }

    /// Writes a new file to the card. Leaves nothing on the card when it fails.
    ///
    /// - Parameters:
    ///   - name: the file's name, without folders.
    ///   - folder: a folder on this card; nil for the root.
    ///   - size: size in bytes; the source must return exactly as many.
    ///   - source: returns the bytes; see ``ChunkSource``. Is not called after this call has returned.
    /// - Returns: the file as the camera now lists it.
    /// - Throws: ``CameraError/Code/storageFull``, ``CameraError/Code/writeProtected``, ``CameraError/Code/invalidArgument``
    ///   for a name that the camera does not accept or already has, and for a source that returns a different number of bytes,
    ///   the errors that `source` throws …
    @discardableResult
    public func upload(
        _ name: String,
        to folder: StoredItem? = nil,
        size: UInt64,
        from source: @escaping ChunkSource
    ) async throws(CameraError) -> StoredItem {
        let place = try place(folder, .upload)
        // After a cancellation the caller no longer waits for the driver: its source must not be called from then on.
        let gate = Guarded<UInt64?>(size)
        let gated: ChunkSource = { limit throws(CameraError) in
            try gate.withLock { remaining throws(CameraError) in
                guard let left = remaining else { throw .cancelled(.upload) }
                let bytes = try source(limit)
                guard bytes.count <= limit, UInt64(bytes.count) <= left, !bytes.isEmpty || left == 0 else {
                    let (given, problem) = (size - left, bytes.isEmpty ? "only" : "more than")
                    throw CameraError(
                        .invalidArgument,
                        "The source returned \(problem) \(given) of \(size) bytes.",
                        operation: .upload
                    )
                }
                remaining = left - UInt64(bytes.count)
                return bytes
            }
        }
        defer { gate.withLock { $0 = nil } }
        var requirement = Camera.fileAccess
        requirement.capability.insert(.fileUpload)
        let item = try await camera.perform(.upload, on: { $0.files }, subject: name, requirement) { files throws(CameraError) in
            try await files.upload(name, to: place.folder, on: place.storage, size: size, gated)
        }
        return StoredItem(camera: camera, info: item)
    }

    /// Creates an empty folder.
    ///
    /// - Parameters:
    ///   - name: the folder's name, without other folders.
    ///   - folder: a folder on this card; nil for the root.
    /// - Returns: the folder as the camera now lists it.
    /// - Throws: ``CameraError/Code/storageFull``, ``CameraError/Code/writeProtected``, ``CameraError/Code/invalidArgument``
    ///   for a name that the camera does not accept or already has, ``CameraError/Code/notAvailable`` on a camera without
    ///   ``CameraCapabilities/folderCreation``.
    @discardableResult
    public func createFolder(_ name: String, in folder: StoredItem? = nil) async throws(CameraError) -> StoredItem {
        let place = try place(folder, .createFolder)
        var requirement = Camera.fileAccess
        requirement.capability.insert(.folderCreation)
        let item = try await camera.perform(.createFolder, on: { $0.files }, subject: name, requirement) {
            files throws(CameraError) in
            try await files.createFolder(name, in: place.folder, on: place.storage)
        }
        return StoredItem(camera: camera, info: item)
    }

    /// Formats the card: erases all items, including protected files, and invalidates all handles to them.
    ///
    /// The empty card is reported as ``CameraEvent/storages(_:)``. After a cancellation the call no longer waits; the card may
    /// still be formatted.
    ///
    /// - Throws: ``CameraError/Code/writeProtected`` for a locked card, ``CameraError/Code/busy`` while the camera writes to
    ///   it, ``CameraError/Code/notAvailable`` on a camera without ``CameraCapabilities/formatting``.
    public func format() async throws(CameraError) {
        let storage = info.identifier
        var requirement = Camera.fileAccess
        requirement.capability.insert(.formatting)
        try await camera.perform(.format, on: { $0.files }, subject: info.name, requirement) { files throws(CameraError) in
            try await files.format(storage)
        }
    }

    /// A folder on a storage, as the destination of an operation.
    struct Place: Sendable {
        let folder: ItemInfo.Handle?
        let storage: StorageInfo.Identifier
    }

    /// Returns a folder of this card, or its root, as a destination.
    func place(_ folder: StoredItem?, _ operation: CameraOperation) throws(CameraError) -> Place {
        if let folder, folder.camera !== camera || !folder.isFolder || folder.info.storage != info.identifier {
            throw CameraError(.invalidArgument, "This is not a folder of this card.", operation: operation, subject: folder.name)
        }
        return Place(folder: folder?.info.handle, storage: info.identifier)
    }
}
