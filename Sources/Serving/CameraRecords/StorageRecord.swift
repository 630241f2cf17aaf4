package import CameraModel

/// A card as JSON.
package struct StorageRecord: Encodable {
    package let name: String
    package let label: String?
    package let slot: Int?
    package let capacity: UInt64?
    package let free: UInt64?
    package let writable: Bool
    package let deletable: Bool

    package init(_ storage: StorageInfo) {
        name = storage.name
        label = storage.label
        slot = storage.slot
        capacity = storage.capacityBytes
        free = storage.freeBytes
        writable = storage.isWritable
        deletable = storage.allowsDeletion
    }
}

extension StorageInfo {
    /// "HOTSHOE, 64 GB, 64 GB free"
    package var text: String {
        let label = label.map { "\($0), " } ?? ""
        let size = capacityBytes.map { Amounts.bytes(Int64(clamping: $0)) } ?? "size unknown"
        let free = freeBytes.map { ", \(Amounts.bytes(Int64(clamping: $0))) free" } ?? ""
        // A storage whose files can be deleted is not locked, although a computer cannot write to it.
        return label + size + free + (isWritable ? "" : allowsDeletion ? ", no uploads" : ", locked")
    }
}
