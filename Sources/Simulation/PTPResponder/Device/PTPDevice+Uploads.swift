import CameraModel
import HotShoeSupport
import PTP

// Transfer of files from the initiator.

/// Announcement of an object by SendObjectInfo or SendObjectPropList, for the following SendObject.
struct AnnouncedUpload {
    var storage: StorageInfo.Identifier
    var folder: ItemInfo.Handle?
    var name: String
    /// Size in bytes; nil if the dataset cannot express it (4 GiB and more).
    var size: UInt64?
    /// Changes to apply after the transfer.
    var isProtected: Bool
    var rating: Int?
    var handle: ObjectHandle
}

/// Key that identifies an upload.
struct UploadKey: Hashable {
    var storage: StorageInfo.Identifier
    var folder: ItemInfo.Handle?
    var name: String

    init(storage: StorageInfo.Identifier, folder: ItemInfo.Handle?, name: String) {
        self.storage = storage
        self.folder = folder
        self.name = name
    }

    init(_ item: ItemInfo) { self.init(storage: item.storage, folder: item.parent, name: item.name) }
}

extension PTPDevice {
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
        } catch {
            throw error.code == .cancelled
                ? Refusal(.transactionCanceled) : Refusal(error, storeIsReadOnly: isReadOnly(announced.storage))
        }
        if let rating = announced.rating { try await rate(announced.handle, rating) }
        if announced.isProtected { try await protect(announced.handle, .readOnly) }
        return .ok
    }

    /// Returns the data as a source for the camera, and its size in bytes if known.
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
                    var held = rest.withLock { rest in
                        defer { rest = [] }
                        return rest
                    }
                    // Outside the lock: `next` waits for the initiator and lets it continue. Only one thread reads.
                    if held.isEmpty { held = (try pipe.next() ?? [])[...] }
                    // A piece that fits is returned without a copy.
                    if held.count <= limit { return Array(held) }
                    let later = held.dropFirst(limit)
                    rest.withLock { $0 = later }
                    return Array(held.prefix(limit))
                }, count
            )
        }
    }
}
