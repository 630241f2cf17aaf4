import HotShoeSupport

/// A card of a camera: a handle to list it by. **Thread-safe.**
public struct Storage: Sendable {
    public let camera: Camera
    /// As it was when the handle was made.
    public let info: StorageInfo

    /// What is at the top of the card.
    public func items() async throws(CameraError) -> [StoredItem] { try await camera.items(in: nil, on: info.identifier) }

    /// Puts a new file onto the card. When that fails nothing is left on it.
    ///
    /// - Parameters:
    ///   - name: the file's name, without folders.
    ///   - folder: a folder on this card; nil for the top.
    ///   - size: in bytes; the source must give as many.
    ///   - source: see ``ChunkSource``. Is not called any more when this has returned.
    /// - Returns: the file, as the camera now lists it.
    /// - Throws: ``CameraError/Code/storageFull``, ``CameraError/Code/writeProtected``, ``CameraError/Code/invalidArgument`` for a name that
    ///   the camera does not take or has already, and for a source that gives another number of bytes, what `source` throws …
    @discardableResult
    public func upload(
        _ name: String,
        to folder: StoredItem? = nil,
        size: UInt64,
        from source: @escaping ChunkSource
    ) async throws(CameraError) -> StoredItem {
        let place = try place(folder, .upload)
        // A cancelled caller no longer waits for the driver: from then on its source is not called either.
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
        let item = try await camera.perform(.upload, subject: name, requirement) { driver throws(CameraError) in
            try await driver.upload(name, to: place.folder, on: place.storage, size: size, gated)
        }
        return StoredItem(camera: camera, info: item)
    }

    /// Makes an empty folder.
    ///
    /// - Parameters:
    ///   - name: the folder's name, without other folders.
    ///   - folder: a folder on this card; nil for the top.
    /// - Returns: the folder, as the camera now lists it.
    /// - Throws: ``CameraError/Code/storageFull``, ``CameraError/Code/writeProtected``, ``CameraError/Code/invalidArgument`` for a name that
    ///   the camera does not take or has already, ``CameraError/Code/notAvailable`` on a camera without
    ///   ``CameraCapabilities/folderCreation``.
    @discardableResult
    public func createFolder(_ name: String, in folder: StoredItem? = nil) async throws(CameraError) -> StoredItem {
        let place = try place(folder, .createFolder)
        var requirement = Camera.fileAccess
        requirement.capability.insert(.folderCreation)
        let item = try await camera.perform(.createFolder, subject: name, requirement) { driver throws(CameraError) in
            try await driver.createFolder(name, in: place.folder, on: place.storage)
        }
        return StoredItem(camera: camera, info: item)
    }

    /// Formats the card: everything on it is gone, protected files too, and no handle to it is good for anything any more.
    ///
    /// That it is empty comes as ``CameraEvent/storages(_:)``. A call that is cancelled no longer waits; the card may still be formatted.
    ///
    /// - Throws: ``CameraError/Code/writeProtected`` for a locked card, ``CameraError/Code/busy`` while the camera writes to it,
    ///   ``CameraError/Code/notAvailable`` on a camera without ``CameraCapabilities/formatting``.
    public func format() async throws(CameraError) {
        let storage = info.identifier
        var requirement = Camera.fileAccess
        requirement.capability.insert(.formatting)
        try await camera.perform(.format, subject: info.name, requirement) { driver throws(CameraError) in
            try await driver.format(storage)
        }
    }

    /// Where something goes on a card.
    struct Place: Sendable {
        let folder: ItemInfo.Handle?
        let storage: StorageInfo.Identifier
    }

    /// A folder of this card, or its top, for an operation.
    func place(_ folder: StoredItem?, _ operation: CameraOperation) throws(CameraError) -> Place {
        if let folder, folder.camera !== camera || !folder.isFolder || folder.info.storage != info.identifier {
            throw CameraError(.invalidArgument, "This is not a folder of this card.", operation: operation, subject: folder.name)
        }
        return Place(folder: folder?.info.handle, storage: info.identifier)
    }
}
