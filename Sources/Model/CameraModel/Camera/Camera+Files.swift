import HotShoeSupport

extension Camera {
    static let fileAccess = RequestPreconditions(capability: .fileAccess, category: .fileAccess, worksWhileRecording: false)

    /// The camera's storages, usually cards, as handles to their present state.
    public var storages: [Storage] { read { $0.storages }.map { Storage(camera: self, info: $0) } }

    /// Returns a handle to an item that an event reported.
    public func item(_ info: ItemInfo) -> StoredItem { StoredItem(camera: self, info: info) }

    /// Returns the items of a folder, in the camera's order.
    package func items(in folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError) -> [StoredItem]
    {
        let key = DataKey(operation: .listFolder, storage: storage, item: folder)
        let items = await sharedItems.value(for: key, cancelled: .cancelled(.listFolder)) { [weak self] in
            await Self.result(self, .listFolder) { files throws(CameraError) in try await files.listFolder(folder, on: storage)
            }
        }
        return try items.get().map { StoredItem(camera: self, info: $0) }
    }

    /// Fetches the thumbnail or preview of an item; concurrent calls for the same data share one transfer.
    func data(_ operation: CameraOperation, of item: ItemInfo) async throws(CameraError) -> [UInt8] {
        let (handle, name) = (item.handle, item.name)
        let key = DataKey(operation: operation, storage: item.storage, item: handle)
        let data = await sharedData.value(for: key, cancelled: .cancelled(operation)) { [weak self] in
            await Self.result(self, operation, subject: name) { files throws(CameraError) in
                operation == .loadThumbnail
                    ? try await files.loadThumbnail(of: handle) : try await files.loadPreview(of: handle)
            }
        }
        return try data.get()
    }

    package func metadata(of item: ItemInfo) async throws(CameraError) -> StoredItem {
        let handle = item.handle
        let key = DataKey(operation: .loadMetadata, storage: item.storage, item: handle)
        let items = await sharedItems.value(for: key, cancelled: .cancelled(.loadMetadata)) { [weak self] in
            await Self.result(self, .loadMetadata, subject: item.name) { files throws(CameraError) in
                [try await files.loadMetadata(of: handle)]
            }
        }
        return StoredItem(camera: self, info: try items.get()[0])
    }

    func pictureMetadata(of item: ItemInfo) async throws(CameraError) -> PictureMetadata {
        let handle = item.handle
        let key = DataKey(operation: .loadEXIF, storage: item.storage, item: handle)
        let metadata = await sharedMetadata.value(for: key, cancelled: .cancelled(.loadEXIF)) { [weak self] in
            await Self.result(self, .loadEXIF, subject: item.name) { files throws(CameraError) in
                try await files.loadPictureMetadata(of: handle)
            }
        }
        return try metadata.get()
    }

    private static func result<Value: Sendable>(
        _ camera: Camera?,
        _ operation: CameraOperation,
        subject: String? = nil,
        _ work: @escaping @Sendable (any FileDriver) async throws(CameraError) -> Value
    ) async -> Result<Value, CameraError> {
        guard let camera else {
            return .failure(CameraError(.notConnected, "The camera object was released.", operation: operation))
        }
        do throws(CameraError) {
            return .success(try await camera.perform(operation, on: { $0.files }, subject: subject, fileAccess, work))
        } catch { return .failure(error) }
    }
}

/// Key of a request whose result concurrent callers share.
struct DataKey: Hashable {
    let operation: CameraOperation
    let storage: StorageInfo.Identifier
    let item: ItemInfo.Handle?
}
