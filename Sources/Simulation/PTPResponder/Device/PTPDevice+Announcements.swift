import CameraModel
import HotShoeSupport
import PTP

// Announcement of an object before its transfer. Folders are created by the announcement.

extension PTPDevice {
    /// SendObjectInfo. Parameters: storage, parent. Data: an ObjectInfo.
    func sendObjectInfo(_ request: OperationRequest, _ data: [UInt8]) async throws(Refusal) -> Answer {
        shared.withLock { $0.announcedUpload = nil }
        let info: ObjectInfo
        do throws(DatasetError) { info = try ObjectInfo(data) } catch { throw Refusal(.invalidDataSet) }
        var new = try NewObject(info)
        if !camera.capabilities.contains(.fileProtection) { new.isProtected = false }
        return try await announce(new, request, invalidName: Refusal(.invalidDataSet))
    }

    /// SendObjectPropList. Parameters: storage, parent, format, upper and lower half of the size. Data: a property list
    /// (MTP 1.1, SendObjectPropList).
    func sendObjectPropList(_ request: OperationRequest, _ data: [UInt8]) async throws(Refusal) -> Answer {
        shared.withLock { $0.announcedUpload = nil }
        let (format, upper, lower) = (request.parameters[2], request.parameters[3], request.parameters[4])
        guard let number = UInt16(exactly: format), number > 0 else { throw Refusal(.invalidObjectFormatCode) }
        let list: ObjectPropList
        do throws(DatasetError) { list = try ObjectPropList(data) } catch { throw Refusal(.invalidMTPDataset) }
        let isFolder = ObjectFormatCode(rawValue: number) == .association
        let size = UInt64(upper) << 32 | UInt64(lower)
        let new = try NewObject(list, isFolder: isFolder, size: size, camera.capabilities)
        let name = list.elements.firstIndex { $0.code == .objectFileName } ?? 0
        let invalidName = Refusal(.invalidObjectPropValue, [0, 0, 0, UInt32(clamping: name)])
        return try await announce(new, request, invalidName: invalidName)
    }

    /// Stores the announcement of a file, or creates a folder.
    ///
    /// Throws `invalidName` for a folder's invalid name. The camera checks a file's name during the transfer.
    private func announce(_ new: NewObject, _ request: OperationRequest, invalidName: Refusal) async throws(Refusal) -> Answer {
        let storage = try storageForUpload(StorageID(rawValue: request.parameters[0]))
        let folder = try await folder(ObjectHandle(rawValue: request.parameters[1]), on: storage)
        if new.isFolder && !camera.capabilities.contains(.folderCreation) { throw Refusal(.invalidObjectFormatCode) }
        if let size = new.size, let free = storage.info.freeBytes, size > free { throw Refusal(.storeFull) }
        if !storage.info.isWritable { throw Refusal(.storeReadOnly) }
        let handle =
            new.isFolder
            ? try await makeFolder(new.name, folder, storage, invalidName: invalidName) : note(new, folder, storage)
        let parent = shared.withLock { shared in folder.flatMap { shared.objects.handle(of: $0.handle) } ?? .root }
        return Answer(.ok, [Self.identifier(of: storage.info).rawValue, parent.rawValue, handle.rawValue])
    }

    /// Stores the announcement for SendObject.
    private func note(_ new: NewObject, _ folder: ItemInfo?, _ storage: Storage) -> ObjectHandle {
        shared.withLock { shared in
            let handle = shared.objects.reserve()
            shared.announcedUpload = AnnouncedUpload(
                storage: storage.info.identifier,
                folder: folder?.handle,
                name: new.name,
                size: new.size,
                isProtected: new.isProtected,
                rating: new.rating,
                handle: handle
            )
            return handle
        }
    }

    private func makeFolder(
        _ name: String,
        _ folder: ItemInfo?,
        _ storage: Storage,
        invalidName: Refusal
    ) async throws(Refusal) -> ObjectHandle {
        try await use(.fileAccess)
        let key = UploadKey(storage: storage.info.identifier, folder: folder?.handle, name: name)
        let reserved = shared.withLock { shared in
            let reserved = shared.objects.reserve()
            shared.uploads[key] = reserved
            return reserved
        }
        defer { shared.withLock { $0.uploads[key] = nil } }
        do throws(CameraError) {
            let made = try await storage.createFolder(name, in: folder.map { camera.item($0) }).info
            return shared.withLock { $0.objects.insert(made, as: reserved).handle }
        } catch {
            if error.code == .invalidArgument && error.response == nil { throw invalidName }
            throw Refusal(error, storeIsReadOnly: isReadOnly(storage.info.identifier))
        }
    }

    private func storageForUpload(_ identifier: StorageID) throws(Refusal) -> Storage {
        if identifier != .unspecified && identifier != .all { return try storage(identifier) }
        guard let first = camera.storages.first(where: \.info.isWritable) ?? camera.storages.first else {
            throw Refusal(.storeNotAvailable)
        }
        return first
    }

    /// Returns the folder for a parent handle; nil for the root of the storage.
    func folder(_ handle: ObjectHandle, on storage: Storage) async throws(Refusal) -> ItemInfo? {
        if handle == .none || handle == .root { return nil }
        guard case .item(let item)? = try? await find(handle), item.kind == .folder, item.storage == storage.info.identifier
        else {
            throw Refusal(.invalidParentObject)
        }
        return item
    }
}
