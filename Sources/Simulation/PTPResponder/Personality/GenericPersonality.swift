import CameraModel
import PTP

extension Personality {
    /// A camera that supports PTP and MTP. It has vendor codes only for settings that the standards lack.
    public static let generic = Personality(
        name: "generic",
        identity: nil,
        usb: (USBIdentity.testVendor, USBIdentity.testProduct),
        vendorExtension: .microsoft,
        vendorExtensionVersion: 100,
        vendorExtensionDescription: "microsoft.com: 1.0; android.com: 1.0",
        operations: Dictionary(uniqueKeysWithValues: genericOperations.map { ($0.code, $0) }),
        events: [
            .objectAdded, .objectRemoved, .storeAdded, .storeRemoved, .devicePropChanged, .objectInfoChanged, .deviceInfoChanged,
            .requestObjectTransfer, .storeFull, .storageInfoChanged, .captureComplete, .unreportedStatus, .objectPropChanged,
        ],
        properties: genericProperties,
        formats: FormatTable(byEnding: [
            "jpg": .exifJPEG, "jpeg": .exifJPEG, "dng": .dng, "tif": .tiff, "tiff": .tiff, "png": .png, "gif": .gif, "bmp": .bmp,
            "jp2": .jp2, "avi": .avi, "mov": .quickTime, "mpg": .mpeg, "mpeg": .mpeg, "wav": .wav, "mp3": .mp3, "txt": .text,
            "htm": .html, "html": .html, "mrk": .dpof,
            // MTP 1.1 appendix A.
            "mp4": ObjectFormatCode(rawValue: 0xB982),
        ])
    )

    package static let genericOperations: [OperationRow] = [
        .init(.getDeviceInfo, .dataIn, needsSession: false) { device, _, _ throws(Refusal) in try device.deviceInfoAnswer() },
        .init(.openSession, needsSession: false) { device, request, _ throws(Refusal) in try device.openSession(request) },
        .init(.closeSession) { device, _, _ in device.closeSession() },
        .init(.getStorageIDs, .dataIn, requires: .fileAccess) { device, _, _ in device.storageIDs() },
        .init(.getStorageInfo, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            try device.storageInfo(request)
        },
        .init(.getNumObjects, requires: .fileAccess) { device, request, _ throws(Refusal) in
            Answer(.ok, [UInt32(clamping: try await device.objectHandles(request).count)])
        },
        .init(.getObjectHandles, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            .data(PTPDevice.array(try await device.objectHandles(request).map(\.rawValue)))
        },
        .init(.getObjectInfo, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            try await device.objectInfo(request)
        },
        .init(.getObject, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in try await device.object(request)
        },
        .init(.getPartialObject, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            let parameters = request.parameters
            return try await device.partialObject(request, from: UInt64(parameters[1]), count: parameters[2])
        },
        .init(.getPartialObject64, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            let parameters = request.parameters
            let offset = UInt64(parameters[1]) | UInt64(parameters[2]) << 32
            return try await device.partialObject(request, from: offset, count: parameters[3])
        },
        .init(.getThumb, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            try await device.thumbnail(request)
        },
        .init(.deleteObject, requires: [.fileAccess, .fileDeletion]) { device, request, _ throws(Refusal) in
            try await device.deleteObject(request)
        },
        .init(.sendObjectInfo, .dataOut, requires: [.fileAccess, .fileUpload]) { device, request, data throws(Refusal) in
            try await device.sendObjectInfo(request, data.bytes)
        },
        .init(.sendObjectPropList, .dataOut, requires: [.fileAccess, .fileUpload]) { device, request, data throws(Refusal) in
            try await device.sendObjectPropList(request, data.bytes)
        },
        .init(.sendObject, .dataOut, requires: [.fileAccess, .fileUpload]) { device, _, data throws(Refusal) in
            try await device.sendObject(data)
        },
        .init(.setObjectProtection, requires: [.fileAccess, .fileProtection]) { device, request, _ throws(Refusal) in
            try await device.setObjectProtection(request)
        },
        .init(.moveObject, requires: [.fileAccess, .fileMoving]) { device, request, _ throws(Refusal) in
            try await device.moveObject(request)
        },
        .init(.copyObject, requires: [.fileAccess, .fileCopying]) { device, request, _ throws(Refusal) in
            try await device.copyObject(request)
        },
        .init(.formatStore, requires: [.fileAccess, .formatting]) { device, request, _ throws(Refusal) in
            try await device.formatStore(request)
        },
        .init(.selfTest) { device, request, _ throws(Refusal) in try await device.selfTest(request) },
        .init(.initiateCapture, requires: .shutterControl) { device, request, _ throws(Refusal) in
            try await device.initiateCapture(request)
        },
        .init(.initiateOpenCapture, requires: .shutterControl) { device, request, _ throws(Refusal) in
            try await device.initiateOpenCapture(request)
        },
        .init(.terminateOpenCapture, requires: .shutterControl) { device, request, _ throws(Refusal) in
            try await device.terminateOpenCapture(request)
        },
        .init(.powerDown, requires: .powerOff) { device, _, _ in device.powerDown() },
        .init(.getDevicePropDesc, .dataIn) { device, request, _ throws(Refusal) in try await device.propDesc(request) },
        .init(.getDevicePropValue, .dataIn) { device, request, _ throws(Refusal) in try await device.propValue(request) },
        .init(.setDevicePropValue, .dataOut) { device, request, data throws(Refusal) in
            try await device.setPropValue(request, data.bytes)
        },
        .init(.resetDevicePropValue) { device, request, _ throws(Refusal) in try await device.resetPropValue(request) },
        .init(.getObjectPropsSupported, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            .data(
                PTPDevice.array(
                    device.objectProps(of: ObjectFormatCode(rawValue: UInt16(truncatingIfNeeded: request.parameters[0])))
                )
            )
        },
        .init(.getObjectPropDesc, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            try device.objectPropDesc(request)
        },
        .init(.getObjectPropValue, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            try await device.objectPropValue(request)
        },
        .init(.setObjectPropValue, .dataOut, requires: .fileAccess) { device, request, data throws(Refusal) in
            try await device.setObjectPropValue(request, data.bytes)
        },
        .init(.getObjectPropList, .dataIn, requires: .fileAccess) { device, request, _ throws(Refusal) in
            try await device.objectPropList(request)
        },
    ]
}
