package import CameraModel
import HotShoeSupport
import PTP
import PTPSession

// New files that the camera has not announced, by comparing its lists of objects.

extension StandardConnection: NewFileSearch {
    package var undescribedFiles: [UnreadableItem] { state.withLock { $0.objects.undescribed } }

    package func findNewFiles() async throws(CameraError) {
        do throws(SessionError) { _ = try await compareObjects() } catch { throw CameraError(error, .listFolder) }
    }

    /// Lists the objects of all storages, unless that was done before: what is listed later is new.
    func listObjectsOnce() async throws(SessionError) {
        if !state.withLock({ $0.objects.hasList }) { _ = try await compareObjects() }
    }

    /// Compares the camera's objects with those that were listed before, and requests the descriptions of new ones.
    ///
    /// - Returns: number of new objects.
    /// - Throws: ``SessionError/link(_:)``, ``SessionError/cancelled(_:)``. A storage whose objects cannot be listed is skipped.
    @discardableResult
    func compareObjects() async throws(SessionError) -> Int {
        guard supports(.getStorageIDs), supports(.getObjectHandles) else { return 0 }
        var found = 0
        for storage in state.withLock({ $0.storages }) { found += try await compareObjects(of: storage.identifier) }
        return found
    }

    private func compareObjects(of storage: StorageInfo.Identifier) async throws(SessionError) -> Int {
        do throws(SessionError) {
            // A parent of 0 means objects in all folders (ISO 15740 § 10.4.7).
            let numbers = try await session.array(.getObjectHandles, [storage.number, 0, 0], as: UInt32.self)
            let handles = numbers.prefix(Self.objectLimit).map { ObjectHandle(rawValue: $0) }.filter(\.isObject)
            let new = state.withLock { state in
                state.objects.listed(handles, of: StorageID(rawValue: storage.number), at: time.now)
            }
            for handle in new { shots.expect(ItemInfo.Handle(UInt64(handle.rawValue))) }
            if !new.isEmpty { pump.add(.objectsDue) }
            return new.count
        } catch {
            switch error {
            case .link, .cancelled: throw error
            default: Log.write(.info, "ptp", "the objects of storage \(storage) are not listed: \(error)")
            }
            return 0
        }
    }

    /// Reads the storages and reports them to the host.
    package func reportStorages() async { await follow(storages: await storages()) }

    /// Follows a report about storages: forgets the objects of those that are no longer there or hold another card, and lists
    /// those of new ones if objects are compared.
    func follow(storages new: [StorageInfo]) async {
        let old = state.withLock { state in
            defer { state.storages = new }
            return state.storages
        }
        for storage in old where !new.contains(where: { storage.isSameCard(as: $0) }) {
            storageErased(storage.identifier, isQueried: true)
        }
        host.update([.storages(new)])
        guard state.withLock({ $0.objects.hasList }) else { return }
        for storage in new where !state.withLock({ $0.objects.hasList(of: StorageID(rawValue: storage.identifier.number)) }) {
            _ = try? await compareObjects(of: storage.identifier)
        }
    }
}
