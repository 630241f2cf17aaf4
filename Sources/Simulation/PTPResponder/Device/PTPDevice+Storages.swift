import CameraModel
import HotShoeSupport
import PTP

// Storages.

extension PTPDevice {
    func storageIDs() -> Answer {
        .data(Self.array(camera.storages.map { Self.identifier(of: $0.info).rawValue }))
    }

    /// Returns the camera's number if it is a valid PTP storage ID, otherwise one built from the number.
    static func identifier(of storage: StorageInfo) -> StorageID {
        let own = StorageID(rawValue: storage.identifier.number)
        if own.slot > 0 && own.hasMedium && own != .all { return own }
        return StorageID(rawValue: UInt32(truncatingIfNeeded: (storage.identifier.number & 0x7FFF) + 1) << 16 | 1)
    }

    func storage(_ identifier: StorageID) throws(Refusal) -> Storage {
        guard let storage = camera.storages.first(where: { Self.identifier(of: $0.info) == identifier }) else {
            throw Refusal(.invalidStorageID)
        }
        return storage
    }

    func storageInfo(_ request: OperationRequest) throws(Refusal) -> Answer {
        let info = try storage(StorageID(rawValue: request.parameters[0])).info
        return try .dataset(
            StorageInfoDataset(
                accessCapability: info.isWritable ? .readWrite : info.allowsDeletion ? .readOnlyWithDeletion : .readOnly,
                maximumCapacity: info.capacityBytes ?? .max,
                freeSpaceBytes: info.freeBytes ?? .max,
                storageDescription: info.name.asDatasetText(),
                volumeLabel: (info.label ?? "").asDatasetText()
            )
        )
    }

    func isReadOnly(_ storage: StorageInfo.Identifier) -> Bool {
        camera.storages.first { $0.info.identifier == storage }?.info.isWritable == false
    }

    /// FormatStore. Parameters: storage, file system. The file system must be the storage's own, or 0 for any.
    func formatStore(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let storage = try storage(StorageID(rawValue: request.parameters[0]))
        let wanted = request.parameters[1]
        guard wanted == 0 || wanted == UInt32(StorageInfoDataset.FilesystemType.dcf.rawValue) else {
            throw Refusal(.invalidParameter)
        }
        if !storage.info.isWritable { throw Refusal(.storeReadOnly) }
        try await use(.fileAccess)
        let identifier = storage.info.identifier
        shared.withLock { $0.ownChange = .storage(identifier) }
        defer { shared.withLock { $0.ownChange = nil } }
        do throws(CameraError) { try await storage.format() } catch {
            throw Refusal(error, storeIsReadOnly: isReadOnly(identifier))
        }
        shared.withLock { shared in
            shared.objects.removeAll(on: identifier)
            shared.announcedUpload = nil
        }
        return .ok
    }
}
