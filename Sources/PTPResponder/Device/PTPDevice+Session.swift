import CameraModel
import HotShoeSupport
import PTP

// What the device is, and its session.

extension PTPDevice {
    func deviceInfoAnswer() throws(Refusal) -> Answer { try .dataset(deviceInfo) }

    /// What the device is and can do now.
    var deviceInfo: DeviceInfo {
        let (info, description, identity) = (camera.info, camera.description, personality.identity)
        var device = DeviceInfo(
            vendorExtension: personality.vendorExtension,
            manufacturer: (identity?.manufacturer ?? info?.manufacturer ?? description.manufacturer ?? "").asDatasetText(),
            model: (identity?.model ?? info?.model ?? description.model ?? "").asDatasetText(),
            deviceVersion: ((identity?.versionPrefix ?? "") + (info?.firmwareVersion ?? "")).asDatasetText(),
            serialNumber: (info?.serialNumber ?? description.serialNumber ?? "").asDatasetText()
        )
        device.vendorExtensionVersion = personality.vendorExtensionVersion
        device.vendorExtensionDescription = personality.vendorExtensionDescription
        device.operations = supportedOperations
        device.events = personality.events
        device.deviceProps = propertyCodes
        device.captureFormats = [.exifJPEG]
        device.imageFormats =
            [.exifJPEG] + Set(personality.formats.byEnding.values).filter { $0 != .exifJPEG && $0.isImage }.sorted()
        return device
    }

    func openSession(_ request: OperationRequest) throws(Refusal) -> Answer {
        let number = request.parameters[0]
        guard number != 0 else { throw Refusal(.invalidParameter) }
        let values = camera.knownProperties.compactMap { identifier in
            camera.property(identifier).value.map { (identifier, $0) }
        }
        let open = shared.withLock { shared -> UInt32? in
            if let session = shared.session { return session }
            shared.session = number
            shared.defaults = Dictionary(uniqueKeysWithValues: values)
            return nil
        }
        if let open { throw Refusal(.sessionAlreadyOpened, [open]) }
        return .ok
    }

    func closeSession() -> Answer {
        shared.withLock { shared in
            shared.session = nil
            shared.announcedUpload = nil
        }
        maker?.sessionEnded(self)
        return .ok
    }

    /// Says yes, and switches the camera off a moment later: the initiator must get the answer.
    func powerDown() -> Answer {
        let (camera, time) = (camera, time)
        Task {
            await time.sleep(for: .milliseconds(200))
            await camera.disconnect(DisconnectOptions(powersOff: true))
        }
        return .ok
    }

    /// Whether the camera answers, and its cards can be read. There is no other test than this one, which is 0.
    func selfTest(_ request: OperationRequest) async throws(Refusal) -> Answer {
        guard request.parameters[0] == 0 else { throw Refusal(.parameterNotSupported) }
        if shared.withLock({ $0.isCapturing || $0.openCapture != nil }) { throw Refusal(.deviceBusy) }
        guard camera.capabilities.contains(.fileAccess) else {
            return Answer(camera.connectionState == .connected ? .ok : .selfTestFailed)
        }
        try await use(.fileAccess)
        do throws(CameraError) {
            for storage in camera.storages { _ = try await storage.items() }
        } catch {
            throw Refusal(error.code == .busy ? .deviceBusy : error.code == .cancelled ? .transactionCanceled : .selfTestFailed)
        }
        return .ok
    }

    /// Numbers as a dataset of their own.
    static func array(_ numbers: [UInt32]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.array(numbers)
        return writer.bytes
    }

    /// Codes as a dataset of their own.
    static func array(_ codes: [some PTPCode]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.codes(codes)
        return writer.bytes
    }
}
