package import CameraModel
import HotShoeSupport
package import PTP
package import PTPSession

// The objects of the camera as items: their descriptions, and what has been announced of them.

extension StandardConnection {
    /// Called when something about the storages has changed.
    package func storagesChanged() { pump.add(.storages) }

    /// Announces a file that the camera has made and described, and adds it to the picture that is being taken. A file whose
    /// description is not complete is requested again.
    package func added(_ item: ItemInfo) {
        guard let handle = try? Self.handle(item.handle) else { return }
        shots.expect(item.handle)
        settle(handle, state.withLock { $0.objects.described(handle, as: item, at: time.now) }, item)
        scheduleRetry()
    }

    /// Announces an item to the host that this computer has created, once.
    package func announce(_ item: ItemInfo) {
        guard let handle = try? Self.handle(item.handle) else { return }
        let outcome = state.withLock { $0.objects.record(item, handle) }
        if outcome == .replaced { host.update([.itemRemoved(item.handle)]) }
        if outcome != .repeated { host.update([.itemAdded(item)]) }
    }

    /// Reports that an object no longer exists.
    package func objectRemoved(_ handle: ItemInfo.Handle) {
        let lost = state.withLock { state in
            state.sizes[handle] = nil
            return (try? Self.handle(handle)).flatMap { state.objects.removed($0) }
        }
        if let lost { report(lost) } else { shots.settle(handle) }
        host.update([.itemRemoved(handle)])
    }

    /// Notifies the host that all items of a storage were removed: with their card, or by formatting it.
    ///
    /// - Parameters:
    ///   - storage: The storage.
    ///   - isQueried: Whether the storages have been read since.
    package func storageErased(_ storage: StorageInfo.Identifier, isQueried: Bool = false) {
        let removed = state.withLock { $0.objects.removed(StorageID(rawValue: storage.number)) }
        for handle in removed { state.withLock { $0.sizes[ItemInfo.Handle(UInt64(handle.rawValue))] = nil } }
        host.update(removed.map { .itemRemoved(ItemInfo.Handle(UInt64($0.rawValue))) })
        if !isQueried { pump.add(.storages) }
    }

    /// Returns the current description of an object as an item.
    package func item(_ handle: ObjectHandle) async throws(SessionError) -> ItemInfo {
        if let item = await listed([handle.rawValue, 0, .max, 0, 0])?[handle] { return noted(item) }
        var info = try await objectInfo(handle)
        if info.compressedSize == nil { info.compressedSize = await wideSize(handle) }
        return noted(ItemInfo(handle, info))
    }

    private func objectInfo(_ handle: ObjectHandle) async throws(SessionError) -> ObjectInfo {
        let bytes = try await session.receive(.getObjectInfo, [handle.rawValue], limit: Self.infoLimit).bytes
        do throws(DatasetError) {
            if let parse = additions.objectInfo { return try parse(bytes) }
            return try ObjectInfo(bytes)
        } catch { throw .malformed(.getObjectInfo, error) }
    }

    /// Maximum size of an object property list, in bytes; enough for more objects than one folder should contain.
    private static let listLimit = 16 << 20

    /// Performs GetObjectPropList (0x9805); returns nil if the camera does not support it or the result cannot be used.
    func listed(_ parameters: Parameters) async -> ListedObjects? {
        guard state.withLock({ $0.listsObjects }) else { return nil }
        do throws(SessionError) {
            let list = try await session.receive(.getObjectPropList, parameters, as: ObjectPropList.self, limit: Self.listLimit)
            return ListedObjects(list)
        } catch {
            switch error {
            case .refused(_, let response) where response.code == .invalidObjectHandle: break
            // The operation is not used again.
            case .refused, .malformed, .broken, .tooLarge: state.withLock { $0.listsObjects = false }
            default: break
            }
            return nil
        }
    }

    /// Stores the size of an item for its download. Returns the item.
    func noted(_ item: ItemInfo) -> ItemInfo {
        if let size = item.size { note(size, of: item.handle) }
        return item
    }

    /// Stores the size of a file for its next download.
    func note(_ size: UInt64, of item: ItemInfo.Handle) {
        state.withLock { state in
            if state.sizes.count >= Self.objectLimit { state.sizes = [:] }
            state.sizes[item] = size
        }
    }

    /// Removes and returns the stored size of a file. After a failed download, the next one therefore requests the size again.
    func popSize(of item: ItemInfo.Handle) -> UInt64? { state.withLock { $0.sizes.removeValue(forKey: item) } }

    var pieceSize: PieceSize { state.withLock { $0.pieceSize } }

    /// Adapts the piece size to the result of a download.
    @discardableResult
    func withPieceSize<Result>(_ body: (inout PieceSize) -> Result) -> Result { state.withLock { body(&$0.pieceSize) } }

    /// Maximum number of bytes of a size, of which 8 are read.
    private static let sizeLimit = 64

    /// Returns the size of an object of 4 GiB or more: by the vendor's operation, otherwise the property.
    private func wideSize(_ handle: ObjectHandle) async -> UInt64? {
        var requests: [(OperationCode, Parameters)] = []
        if let vendors = additions.largeFiles { requests.append((vendors.size, [handle.rawValue])) }
        requests.append((.getObjectPropValue, [handle.rawValue, UInt32(ObjectPropCode.objectSize.rawValue)]))
        for (code, parameters) in requests where supports(code) {
            guard let bytes = try? await session.receive(code, parameters, limit: Self.sizeLimit).bytes else { continue }
            let span = bytes.span
            if let size: UInt64 = unsafe try? DataValue(span.bytes, type: .uint64, "ObjectSize").integer() { return size }
        }
        return nil
    }
}
