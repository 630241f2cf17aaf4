import CameraModel
import HotShoeSupport
import PTP

// Changes of objects by the initiator. It receives no events for its own changes.

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
        // The contents of a folder are deleted before the folder.
        var (done, failure) = (0, nil as Refusal?)
        for handle in try await objectHandles(all).reversed() {
            do throws(Refusal) {
                try await delete(handle, recursively: false)
                done += 1
            } catch {
                // The first failure is the most specific: a folder may be non-empty because a file in it is protected.
                if error.code != .invalidObjectHandle { failure = failure ?? error }
            }
        }
        if let failure { throw done > 0 ? Refusal(.partialDeletion) : failure }
        return .ok
    }

    private func delete(_ handle: ObjectHandle, recursively: Bool = true) async throws(Refusal) {
        if case .offer(let offer) = try await find(handle) {
            let transfer = camera.pendingTransfers.first { $0.offer.identifier == offer.identifier }
            return try await perform { () throws(CameraError) in try await transfer?.decline() }
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
        // The camera's event may arrive after the next operation, and the initiator needs no event.
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

    /// An object with its new place: the parameters handle, storage and parent, where 0 is the root.
    private struct Relocation {
        var item: ItemInfo
        var storage: Storage
        var folder: ItemInfo?

        /// Key that identifies the item at its new place.
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

    /// MoveObject. The object keeps its handle.
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

    /// CopyObject. The response contains the handle of the copy; ObjectAdded events report the contents of a copied folder.
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
