import CameraModel
import HotShoeSupport
import PTP

// Files that the initiator sends.

/// What SendObjectInfo told of the object that SendObject will bring.
struct AnnouncedUpload {
    var storage: CameraModel.StorageInfo.Identifier
    var folder: ItemInfo.Handle?
    var name: String
    /// Nil where the dataset could not say: 4 GiB and more.
    var size: UInt64?
    var handle: ObjectHandle
}

/// Tells one upload from all others.
struct UploadKey: Hashable {
    var storage: CameraModel.StorageInfo.Identifier
    var folder: ItemInfo.Handle?
    var name: String

    init(storage: CameraModel.StorageInfo.Identifier, folder: ItemInfo.Handle?, name: String) {
        self.storage = storage
        self.folder = folder
        self.name = name
    }

    init(_ item: ItemInfo) { self.init(storage: item.storage, folder: item.parent, name: item.name) }
}

extension PTPDevice {
    func sendObjectInfo(_ request: OperationRequest, _ data: [UInt8]) async throws(Refusal) -> Answer {
        let info: ObjectInfo
        do throws(DatasetError) { info = try ObjectInfo(data) } catch { throw Refusal(.invalidDataSet) }
        shared.withLock { $0.announcedUpload = nil }
        let destination = try storageForUpload(StorageID(rawValue: request.parameters[0]))
        let folder = try await folderForUpload(ObjectHandle(rawValue: request.parameters[1]), on: destination)
        guard info.format != .association else { throw Refusal(.invalidObjectFormatCode) }
        guard !info.filename.isEmpty else { throw Refusal(.invalidDataSet) }
        if let size = info.compressedSize, size > destination.info.freeBytes { throw Refusal(.storeFull) }
        if !destination.info.isWritable { throw Refusal(.storeReadOnly) }
        let (handle, parent) = shared.withLock { shared in
            let handle = shared.objects.reserve()
            shared.announcedUpload = AnnouncedUpload(
                storage: destination.info.identifier,
                folder: folder,
                name: info.filename,
                size: info.compressedSize,
                handle: handle
            )
            return (handle, folder.flatMap { shared.objects.handle(of: $0) } ?? .root)
        }
        return Answer(.ok, [Self.identifier(of: destination.info).rawValue, parent.rawValue, handle.rawValue])
    }

    private func storageForUpload(_ identifier: StorageID) throws(Refusal) -> Storage {
        if identifier != .unspecified && identifier != .all { return try storage(identifier) }
        guard let first = camera.storages.first(where: \.info.isWritable) ?? camera.storages.first else {
            throw Refusal(.storeNotAvailable)
        }
        return first
    }

    private func folderForUpload(_ handle: ObjectHandle, on storage: Storage) async throws(Refusal) -> ItemInfo.Handle? {
        if handle == .none || handle == .root { return nil }
        guard case .item(let item)? = try? await find(handle), item.kind == .folder, item.storage == storage.info.identifier
        else {
            throw Refusal(.invalidParentObject)
        }
        return item.handle
    }

    func sendObject(_ data: RequestData) async throws(Refusal) -> Answer {
        let announced = shared.withLock { shared in
            defer { shared.announcedUpload = nil }
            return shared.announcedUpload
        }
        guard let announced else { throw Refusal(.noValidObjectInfo) }
        let (source, count) = Self.source(of: data)
        guard let size = announced.size ?? count else { throw Refusal(.noValidObjectInfo) }
        if let count, count != size { throw Refusal(.incompleteTransfer) }
        guard let storage = camera.storages.first(where: { $0.info.identifier == announced.storage }) else {
            throw Refusal(.storeNotAvailable)
        }
        let key = UploadKey(storage: announced.storage, folder: announced.folder, name: announced.name)
        let folder = announced.folder.flatMap { folder in
            shared.withLock { $0.objects.handle(of: folder).flatMap($0.objects.item) }.map { camera.item($0) }
        }
        try await use(.fileAccess)
        shared.withLock { $0.uploads[key] = announced.handle }
        defer { shared.withLock { $0.uploads[key] = nil } }
        do throws(CameraError) {
            let item = try await storage.upload(announced.name, to: folder, size: size, from: source).info
            shared.withLock { _ = $0.objects.insert(item, as: announced.handle) }
            return .ok
        } catch {
            throw error.code == .cancelled
                ? Refusal(.transactionCanceled) : Refusal(error, storeIsReadOnly: isReadOnly(announced.storage))
        }
    }

    /// The data as the camera takes it, and how many bytes there will be, as far as that is known.
    private static func source(of data: RequestData) -> (ChunkSource, UInt64?) {
        switch data {
        case .none: return ({ _ in [] }, 0)
        case .bytes(let bytes):
            let rest = Guarded(bytes[...])
            return (
                { limit in
                    rest.withLock { rest in
                        defer { rest = rest.dropFirst(limit) }
                        return Array(rest.prefix(limit))
                    }
                }, UInt64(bytes.count)
            )
        case .stream(let pipe, let count):
            let rest = Guarded<ArraySlice<UInt8>>([])
            return (
                { limit throws(CameraError) in
                    try rest.withLock { rest throws(CameraError) in
                        if rest.isEmpty { rest = (try pipe.next() ?? [])[...] }
                        // As it came, where that fits: no copy.
                        if rest.count <= limit {
                            defer { rest = [] }
                            return Array(rest)
                        }
                        defer { rest = rest.dropFirst(limit) }
                        return Array(rest.prefix(limit))
                    }
                }, count
            )
        }
    }
}
