import CameraModel
import HotShoeSupport
import PTP

// What the initiator does to objects. It is not told of what it asked for.

extension PTPDevice {
    // MARK: Deleting

    func deleteObject(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        try await use(.fileAccess)
        guard handle == .root else {
            if request.parameters[1] != 0 { throw Refusal(.specificationByFormatUnsupported) }
            try await delete(handle)
            return .ok
        }
        let all = OperationRequest(.getObjectHandles, request.transaction, [StorageID.all.rawValue, request.parameters[1], 0])
        // What is in a folder before the folder.
        var (done, failure) = (0, nil as Refusal?)
        for handle in try await objectHandles(all).reversed() {
            do throws(Refusal) {
                try await delete(handle, recursively: false)
                done += 1
            } catch {
                // The first one says most: a folder is not empty because something in it is protected.
                if error.code != .invalidObjectHandle { failure = failure ?? error }
            }
        }
        if let failure { throw done > 0 ? Refusal(.partialDeletion) : failure }
        return .ok
    }

    private func delete(_ handle: ObjectHandle, recursively: Bool = true) async throws(Refusal) {
        if case .offer(let offer) = try await find(handle) {
            let transfer = camera.pendingTransfers.first { $0.offer.identifier == offer.identifier }
            return try await ask { () throws(CameraError) in try await transfer?.decline() }
        }
        let item = try await item(handle)
        var failure: Refusal?
        if item.kind == .folder && recursively {
            let inside = try await contents(.init(storage: item.storage, folder: item.handle))
            for child in inside {
                guard let childHandle = shared.withLock({ $0.objects.handle(of: child.handle) }) else { continue }
                do throws(Refusal) { try await delete(childHandle) } catch { failure = error }
            }
        }
        if failure != nil { throw Refusal(.partialDeletion) }
        shared.withLock { $0.ownChange = .item(item.handle) }
        defer { shared.withLock { $0.ownChange = nil } }
        do throws(CameraError) { try await camera.item(item).delete() } catch {
            throw Refusal(error, storeIsReadOnly: isReadOnly(item.storage))
        }
        // The event may come later than the next question; and the initiator knows already.
        shared.withLock { _ = $0.objects.remove(item.handle) }
    }

    // MARK: Protecting

    func setObjectProtection(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let status = ObjectInfo.ProtectionStatus(rawValue: UInt16(truncatingIfNeeded: request.parameters[1]))
        try await protect(ObjectHandle(rawValue: request.parameters[0]), status)
        return .ok
    }

    func protect(_ handle: ObjectHandle, _ status: ObjectInfo.ProtectionStatus) async throws(Refusal) {
        var item = try await item(handle)
        guard status == .none || status == .readOnly else { throw Refusal(.invalidParameter) }
        try await use(.fileAccess)
        let isProtected = status == .readOnly
        shared.withLock { $0.ownChange = .item(item.handle) }
        defer { shared.withLock { $0.ownChange = nil } }
        do throws(CameraError) { try await camera.item(item).setProtected(isProtected) } catch {
            throw Refusal(error, storeIsReadOnly: isReadOnly(item.storage))
        }
        item.isProtected = isProtected
        let known = item
        shared.withLock { _ = $0.objects.update(known) }
    }

    // MARK: Moving and copying

    /// An object, and where it is to be: handle, storage, parent, which is the top if it is 0.
    private struct Relocation {
        var item: ItemInfo
        var storage: Storage
        var folder: ItemInfo?

        /// By which the item is known at its new place.
        var key: UploadKey { UploadKey(storage: storage.info.identifier, folder: folder?.handle, name: item.name) }
    }

    private func relocation(_ request: OperationRequest) async throws(Refusal) -> Relocation {
        let item = try await item(ObjectHandle(rawValue: request.parameters[0]))
        let storage = try storage(StorageID(rawValue: request.parameters[1]))
        let folder = try await folder(ObjectHandle(rawValue: request.parameters[2]), on: storage)
        if let folder, shared.withLock({ $0.objects.isInside(folder.handle, item.handle) }) {
            throw Refusal(.invalidParentObject)
        }
        try await use(.fileAccess)
        return Relocation(item: item, storage: storage, folder: folder)
    }

    /// The object keeps its handle.
    func moveObject(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        let plan = try await relocation(request)
        shared.withLock { shared in
            shared.ownChange = .item(plan.item.handle)
            shared.uploads[plan.key] = handle
        }
        defer {
            shared.withLock { shared in
                shared.ownChange = nil
                shared.uploads[plan.key] = nil
            }
        }
        let moved: StoredItem
        do throws(CameraError) {
            moved = try await camera.item(plan.item).move(to: plan.storage, in: plan.folder.map { camera.item($0) })
        } catch {
            throw Refusal(error, storeIsReadOnly: isReadOnly(plan.item.storage) || isReadOnly(plan.storage.info.identifier))
        }
        shared.withLock { $0.objects.relocate(plan.item, to: moved.info, handle) }
        return .ok
    }

    /// The response says which handle the copy has; of what is in a copied folder ObjectAdded tells.
    func copyObject(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let plan = try await relocation(request)
        let reserved = shared.withLock { shared in
            let reserved = shared.objects.reserve()
            shared.uploads[plan.key] = reserved
            return reserved
        }
        defer { shared.withLock { $0.uploads[plan.key] = nil } }
        let copy: StoredItem
        do throws(CameraError) {
            copy = try await camera.item(plan.item).copy(to: plan.storage, in: plan.folder.map { camera.item($0) })
        } catch {
            throw Refusal(error, storeIsReadOnly: isReadOnly(plan.storage.info.identifier))
        }
        let handle = shared.withLock { $0.objects.insert(copy.info, as: reserved).handle }
        return Answer(.ok, [handle.rawValue])
    }
}
