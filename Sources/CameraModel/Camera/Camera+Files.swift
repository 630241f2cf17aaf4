import HotShoeSupport

extension Camera {
    static let fileAccess = Requirement(capability: .fileAccess, category: .fileAccess, worksWhileRecording: false)

    /// The camera's cards, as they are now.
    public var storages: [Storage] { read { $0.storages }.map { Storage(camera: self, info: $0) } }

    /// A handle to an item that an event told of.
    public func item(_ info: ItemInfo) -> StoredItem { StoredItem(camera: self, info: info) }

    /// What is in a folder, the camera's order kept.
    func items(in folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError) -> [StoredItem] {
        let key = DataKey(operation: .listFolder, storage: storage, item: folder)
        let items = await sharedItems.value(for: key, cancelled: .cancelled(.listFolder)) { [weak self] in
            await Self.result(self, .listFolder) { driver throws(CameraError) in try await driver.listFolder(folder, on: storage)
            }
        }
        return try items.get().map { StoredItem(camera: self, info: $0) }
    }

    /// Fetches bytes that belong to an item; callers that ask for the same at the same time share one transfer.
    func data(_ operation: CameraOperation, of item: ItemInfo) async throws(CameraError) -> [UInt8] {
        let (handle, name) = (item.handle, item.name)
        let key = DataKey(operation: operation, storage: item.storage, item: handle)
        let data = await sharedData.value(for: key, cancelled: .cancelled(operation)) { [weak self] in
            await Self.result(self, operation, subject: name) { driver throws(CameraError) in
                operation == .loadThumbnail
                    ? try await driver.loadThumbnail(of: handle) : try await driver.loadPreview(of: handle)
            }
        }
        return try data.get()
    }

    func metadata(of item: ItemInfo) async throws(CameraError) -> StoredItem {
        let handle = item.handle
        let key = DataKey(operation: .loadMetadata, storage: item.storage, item: handle)
        let items = await sharedItems.value(for: key, cancelled: .cancelled(.loadMetadata)) { [weak self] in
            await Self.result(self, .loadMetadata, subject: item.name) { driver throws(CameraError) in
                [try await driver.loadMetadata(of: handle)]
            }
        }
        return StoredItem(camera: self, info: try items.get()[0])
    }

    func pictureMetadata(of item: ItemInfo) async throws(CameraError) -> PictureMetadata {
        let handle = item.handle
        let key = DataKey(operation: .loadEXIF, storage: item.storage, item: handle)
        let metadata = await sharedMetadata.value(for: key, cancelled: .cancelled(.loadEXIF)) { [weak self] in
            await Self.result(self, .loadEXIF, subject: item.name) { driver throws(CameraError) in
                try await driver.loadPictureMetadata(of: handle)
            }
        }
        return try metadata.get()
    }

    private static func result<Value: Sendable>(
        _ camera: Camera?,
        _ operation: CameraOperation,
        subject: String? = nil,
        _ work: @escaping @Sendable (any CameraDriver) async throws(CameraError) -> Value
    ) async -> Result<Value, CameraError> {
        guard let camera else {
            return .failure(CameraError(.notConnected, "the camera object was let go", operation: operation))
        }
        do throws(CameraError) {
            return .success(try await camera.perform(operation, subject: subject, fileAccess, work))
        } catch { return .failure(error) }
    }
}

/// Names a request that callers can share.
struct DataKey: Hashable {
    let operation: CameraOperation
    let storage: StorageInfo.Identifier
    let item: ItemInfo.Handle?
}

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
        if let folder, !folder.isFolder || folder.info.storage != info.identifier {
            throw CameraError(.invalidArgument, "is not a folder of this card", operation: .upload, subject: folder.name)
        }
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
                        "the source gives \(problem) \(given) of \(size) bytes",
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
        let (handle, storage) = (folder?.info.handle, info.identifier)
        let item = try await camera.perform(.upload, subject: name, requirement) { driver throws(CameraError) in
            try await driver.upload(name, to: handle, on: storage, size: size, gated)
        }
        return StoredItem(camera: camera, info: item)
    }
}
