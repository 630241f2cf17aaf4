import CameraModel
import HotShoeSupport
import PTP

// DeviceInfo and the session.

extension PTPDevice {
    func deviceInfoAnswer() throws(Refusal) -> Answer { try .dataset(deviceInfo) }

    /// The current DeviceInfo.
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
        device.operations = supportedOperations.filter { !personality.unlistedOperations.contains($0) }
        device.events = personality.events
        device.deviceProps =
            personality.listedProperties ?? propertyCodes.filter { personality.listsVendorProperties || !$0.isVendor }
        device.captureFormats = personality.takesPictures ? [.exifJPEG] : []
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
        vendorBody?.sessionEnded(self)
        return .ok
    }

    /// Returns whether the camera must be switched off because the initiator requested it, once: after a delay, or when the
    /// initiator leaves before. A later initiator is not affected.
    func takePowerDown() -> Bool {
        shared.withLock { shared in
            defer { shared.powersDown = false }
            return shared.powersDown
        }
    }

    /// Answers OK and switches the camera off after a delay, so that the initiator receives the response.
    func powerDown() -> Answer {
        shared.withLock { $0.powersDown = true }
        tasks.start { [self] in
            await time.sleep(for: .milliseconds(200))
            if takePowerDown() { await camera.disconnect(DisconnectOptions(powersOff: true)) }
        }
        return .ok
    }

    /// SelfTest: checks that the camera answers and its cards can be read. Only the test 0 exists.
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

    /// Encodes numbers as an array dataset.
    static func array(_ numbers: [UInt32]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.array(numbers)
        return writer.bytes
    }

    /// Encodes codes as an array dataset.
    static func array(_ codes: [some PTPCode]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.codes(codes)
        return writer.bytes
    }
}
