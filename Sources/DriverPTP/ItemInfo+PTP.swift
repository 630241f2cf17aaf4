package import CameraModel
package import PTP
import PictureFiles

extension ItemInfo {
    /// An object as an item.
    package init(_ handle: ObjectHandle, _ info: ObjectInfo) {
        self.init(
            handle: Handle(UInt64(handle.rawValue)),
            storage: CameraModel.StorageInfo.Identifier(info.storage.rawValue),
            // Some devices write the root as all ones (observed behaviour).
            parent: info.parent == .none || info.parent == .root ? nil : Handle(UInt64(info.parent.rawValue)),
            name: info.filename.isEmpty ? "object \(handle)" : info.filename,
            kind: info.format == .association ? .folder : Kind(info.format, fileName: info.filename),
            hasMetadata: true,
            size: info.format == .association ? nil : info.compressedSize,
            isProtected: info.protection != .none,
            created: DateTime(info.captureDate).flatMap { CameraDate($0) },
            pixelSize: info.imagePixelWidth > 0 && info.imagePixelHeight > 0
                ? PixelSize(width: Int(info.imagePixelWidth), height: Int(info.imagePixelHeight)) : nil
        )
    }
}

extension ItemInfo.Kind {
    /// What an object is: the name tells more than the format, which for RAW files is as a rule "undefined".
    init(_ format: ObjectFormatCode, fileName: String) {
        let named = ItemInfo.Kind(fileName: fileName)
        self = named == .other && format.isImage ? .image : named
    }
}

extension CameraDate {
    /// A date as a device writes it; nil for a day that does not exist.
    package init?(_ date: DateTime) {
        self.init(
            year: date.year,
            month: date.month,
            day: date.day,
            hour: date.hour,
            minute: date.minute,
            second: date.second,
            millisecond: (date.tenths ?? 0) * 100,
            utcOffsetMinutes: date.utcOffsetMinutes
        )
    }
}

extension DateTime {
    /// A date as a device wants it, without a zone: the standard's cameras have none.
    package init?(_ date: CameraDate) {
        self.init(year: date.year, month: date.month, day: date.day, hour: date.hour, minute: date.minute, second: date.second)
    }
}

extension CameraModel.StorageInfo {
    /// A storage, as the camera describes it.
    package init(_ id: StorageID, _ info: PTP.StorageInfo) {
        let label = info.volumeLabel.isEmpty ? nil : info.volumeLabel
        let described = info.storageDescription.isEmpty ? nil : info.storageDescription
        self.init(
            identifier: Identifier(id.rawValue),
            name: described ?? label ?? "Storage \(id.slot)",
            label: label,
            slot: id.slot > 0 ? id.slot : nil,
            capacityBytes: info.maximumCapacity,
            freeBytes: info.freeSpaceBytes == .max ? 0 : min(info.freeSpaceBytes, info.maximumCapacity),
            isWritable: info.accessCapability == .readWrite
        )
    }
}
