import CameraModel
import PTP
import Testing

@testable import DriverPTP

@Suite struct StorageConversionTests {
    private static func storage(_ access: StorageInfoDataset.AccessCapability, free: UInt64 = 10) -> StorageInfo {
        let dataset = StorageInfoDataset(
            storageType: .removableRAM,
            filesystemType: .dcf,
            accessCapability: access,
            maximumCapacity: 100,
            freeSpaceBytes: free,
            freeSpaceImages: .max,
            storageDescription: "SD",
            volumeLabel: ""
        )
        return StorageInfo(StorageID(rawValue: 0x0001_0001), dataset)
    }

    @Test(arguments: [
        (StorageInfoDataset.AccessCapability.readWrite, true, true), (.readOnly, false, false),
        (.readOnlyWithDeletion, false, true),
    ])
    func `a card whose files can be deleted is not locked`(
        _ access: StorageInfoDataset.AccessCapability,
        _ isWritable: Bool,
        _ allowsDeletion: Bool
    ) {
        let storage = Self.storage(access)
        #expect(storage.isWritable == isWritable)
        #expect(storage.allowsDeletion == allowsDeletion)
    }

    @Test func `unknown free space is none`() { #expect(Self.storage(.readWrite, free: .max).freeBytes == nil) }
}
