package import CameraModel
package import PTP
import PTPProperties
import PictureFiles

extension ItemInfo {
    /// Converts an object into an item.
    package init(_ handle: ObjectHandle, _ info: ObjectInfo) {
        self.init(
            handle: Handle(UInt64(handle.rawValue)),
            storage: StorageInfo.Identifier(info.storage.rawValue),
            // Some devices report the root as 0xFFFFFFFF (observed behaviour).
            parent: info.parent == .none || info.parent == .root ? nil : Handle(UInt64(info.parent.rawValue)),
            name: info.filename.isEmpty ? "object \(handle)" : info.filename,
            kind: info.format == .association ? .folder : Kind(info.format, fileName: info.filename),
            hasMetadata: true,
            size: info.format == .association ? nil : info.compressedSize,
            isProtected: info.protection != .none,
            created: CameraDate(ptp: info.captureDate),
            pixelSize: info.imagePixelWidth > 0 && info.imagePixelHeight > 0
                ? PixelSize(width: Int(info.imagePixelWidth), height: Int(info.imagePixelHeight)) : nil
        )
    }
}

extension ItemInfo.Kind {
    /// Determines the kind from the file name, then from the format: RAW files usually have the format "undefined".
    init(_ format: ObjectFormatCode, fileName: String) {
        let named = ItemInfo.Kind(fileName: fileName)
        self = named == .other && format.isImage ? .image : named
    }
}

extension StorageInfo {
    /// Converts the description of a storage.
    package init(_ id: StorageID, _ info: StorageInfoDataset) {
        let label = info.volumeLabel.isEmpty ? nil : info.volumeLabel
        let described = info.storageDescription.isEmpty ? nil : info.storageDescription
        self.init(
            identifier: Identifier(id.rawValue),
            name: described ?? label ?? "Storage \(id.slot)",
            label: label,
            slot: id.slot > 0 ? id.slot : nil,
            capacityBytes: info.maximumCapacity,
            freeBytes: info.freeSpaceBytes == .max ? nil : min(info.freeSpaceBytes, info.maximumCapacity),
            isWritable: info.accessCapability == .readWrite,
            // Bodies of Nikon report 2 for every card.
            allowsDeletion: info.accessCapability != .readOnly
        )
    }
}
