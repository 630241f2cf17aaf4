import PTP
import PTPCanon

extension EventRecord {
    /// One sample of every record in each of its forms.
    static let samples: [EventRecord] =
        [
            .propertyChanged(.eosAperture, .integer(IntegerValue(0x24, as: .uint16)!)),
            .propertyChanged(.eosExpCompensation, .integer(IntegerValue(0xF8, as: .uint8)!)),
            .propertyChanged(.eosAvailableShots, .integer(IntegerValue(1234, as: .uint32)!)),
            .propertyChanged(.eosAutoPowerOff, .integer(IntegerValue(-1, as: .int32)!)),
            .propertyChanged(.eosOwner, .text("A. Example")),
            .propertyChanged(.eosImageFormat, .imageFormat(ImageFormat(.raw(0), .jpeg(0)))),
            .propertyChanged(.eosFocusInfoEx, .focusInfo(StructureSample.focusInfo)),
            .propertyChanged(.eosCustomFuncEx, .bytes([12, 0, 0, 0, 1])),
            .offeredValuesChanged(.eosAperture, .numbers([0x20, 0x23, 0x25])),
            .offeredValuesChanged(.eosExpCompensation, .numbers([])),
            .offeredValuesChanged(.eosImageFormat, .imageFormats([ImageFormat(.jpeg(0)), ImageFormat(.raw(0), .jpeg(0))])),
            .offeredValuesChanged(.eosOwner, .unexplained(type: 7, [1, 2, 3])),
            .objectRemoved(ObjectHandle(rawValue: 0x1234)),
            .storageStatusChanged(StorageID(rawValue: 0x10001)),
            .storageInfoChanged(StorageID(rawValue: 0x10001)),
            .storeAdded(StorageID(rawValue: 0x20001)),
            .storeRemoved(StorageID(rawValue: 0x20001)),
            .cameraStatusChanged(.busy),
            .willSoonShutDown(seconds: 30),
            .shutdownTimerUpdated(seconds: 60),
            .bulbExposureTime(seconds: 7),
            .autoFocusResult(1),
            .olcInfoChanged(
                OLCInfo(version: 7, [.shutterSpeed: [1, 1, 0x98, 0x10, 0, 0x60], .isoSpeed: [1, 1, 0, 0x48]])!.encoded
            ),
            .other(0xC19D, [1, 2, 3, 4]),
            .other(0x12345, []),
            .other(0, [0]),
        ] + ObjectRecordForm.allCases.flatMap(objects)

    private static func objects(_ form: ObjectRecordForm) -> [EventRecord] {
        let object = ObjectRecord(
            ObjectHandle(rawValue: 0x91A0_0011),
            storage: StorageID(rawValue: 0x10001),
            format: .exifJPEG,
            size: form == .short ? 6_000_000 : 6_000_000_000,
            parent: ObjectHandle(rawValue: 0x9180_0000),
            name: form == .longName ? String(repeating: "IMG_", count: 20) + ".JPG" : "IMG_0001.JPG",
            form: form
        )
        let transfer = TransferRecord(object.handle, format: object.format, size: object.size, name: object.name, form: form)
        return [.objectAdded(object), .objectInfoChanged(object), .transferRequested(transfer)]
    }
}
