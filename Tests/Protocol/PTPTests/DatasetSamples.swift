import PTP

/// A sample of every dataset, with the operations that tests apply to all of them.
struct DatasetSample: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]
    /// Parses bytes as this dataset and encodes the result.
    let rewrite: @Sendable ([UInt8]) throws(DatasetError) -> [UInt8]

    init<Content: Dataset>(_ content: Content) throws {
        description = String(describing: Content.self)
        bytes = try content.encoded()
        rewrite = { bytes throws(DatasetError) in try Content(bytes).encoded() }
    }

    static let all: [DatasetSample] = try! [
        DatasetSample(deviceInfo), DatasetSample(storageInfo), DatasetSample(objectInfo), DatasetSample(rangeDesc),
        DatasetSample(enumerationDesc), DatasetSample(textDesc), DatasetSample(wideDesc), DatasetSample(objectPropDesc),
        DatasetSample(propList), DatasetSample(streamInfo), DatasetSample(manifest),
    ]

    static var deviceInfo: DeviceInfo {
        var info = DeviceInfo(
            vendorExtension: .canon,
            manufacturer: "Example",
            model: "One",
            deviceVersion: "1.0",
            serialNumber: "7"
        )
        info.vendorExtensionDescription = "example.org: 1.0"
        info.operations = [.getDeviceInfo, .openSession, OperationCode(rawValue: 0x9999)]
        info.events = [.objectAdded]
        info.deviceProps = [.fNumber, DevicePropCode(rawValue: 0xD123)]
        info.captureFormats = [.exifJPEG]
        info.imageFormats = [.exifJPEG, .association]
        return info
    }

    static let storageInfo = StorageInfoDataset(
        maximumCapacity: 64_000_000_000,
        freeSpaceBytes: 1 << 33,
        storageDescription: "Slot 1",
        volumeLabel: "EOS_DIGITAL"
    )

    static var objectInfo: ObjectInfo {
        var info = ObjectInfo(
            storage: StorageID(rawValue: 0x10001),
            format: .exifJPEG,
            filename: "IMG_0001.JPG",
            compressedSize: 6_123_456
        )
        info.captureDate = "20261121T101112.5+0100"
        info.modificationDate = "20261121T101113"
        info.keywords = "a b"
        info.imagePixelWidth = 6000
        info.imagePixelHeight = 4000
        info.parent = ObjectHandle(rawValue: 5)
        return info
    }

    static let rangeDesc = DevicePropDesc(
        .batteryLevel,
        isSettable: false,
        current: .integer(75, as: .uint8)!,
        form: .range(minimum: .integer(0, as: .uint8)!, maximum: .integer(100, as: .uint8)!, step: .integer(1, as: .uint8)!)
    )

    static let enumerationDesc = DevicePropDesc(
        .exposureBiasCompensation,
        isSettable: true,
        current: .integer(-1000, as: .int16)!,
        form: .enumeration((-3...3).map { .integer($0 * 1000, as: .int16)! })
    )

    static let textDesc = DevicePropDesc(
        .imageSize,
        isSettable: true,
        current: .string("6000x4000"),
        form: .enumeration([.string("6000x4000"), .string("3000x2000"), .string("")])
    )

    static let wideDesc = DevicePropDesc(
        DevicePropCode(rawValue: 0xD200),
        isSettable: true,
        current: .integer(UInt128.max, as: .uint128)!,
        form: .none
    )

    static let objectPropDesc = ObjectPropDesc(
        .objectFileName,
        isSettable: false,
        defaultValue: .string(""),
        groupCode: 7,
        form: .regularExpression("[A-Z]*")
    )

    static let propList = ObjectPropList([
        .init(ObjectHandle(rawValue: 1), .objectSize, .integer(UInt64(5) << 32, as: .uint64)!),
        .init(ObjectHandle(rawValue: 1), .objectFileName, .string("A.JPG")),
        .init(ObjectHandle(rawValue: 2), .persistentUniqueObjectIdentifier, .array(IntegerArray([1, 2, 3, 4], of: .uint32)!)),
        .init(ObjectHandle(rawValue: 2), .rating, .integer(-5, as: .int128)!),
    ])

    static let streamInfo = StreamInfo(
        timeResolution: 1_000_000,
        frameHeaderSize: 16,
        frameMaximumSize: 1 << 20,
        packetHeaderSize: 8,
        packetMaximumSize: 512,
        packetAlignment: 4
    )

    static var manifest: FilesystemManifest {
        var entry = FilesystemManifest.Entry(
            handle: ObjectHandle(rawValue: 9),
            storage: StorageID(rawValue: 0x10001),
            format: .exifJPEG,
            compressedSize: 1 << 40,
            filename: "LARGE.JPG"
        )
        entry.modificationDate = "20260101T000000"
        return FilesystemManifest([entry, entry])
    }
}
