import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// Changes of the camera as records, and transfer of pictures to the initiator.

extension EOSBody {
    func follow(_ event: CameraEvent, _ device: PTPDevice) {
        switch event {
        case .property(let change): follow(change)
        case .recording: report(.eosEVFRecordStatus)
        case .focus: report(.eosFocusInfoEx)
        case .capabilities: process { _ in [.reportAll] }
        default: break
        }
    }

    private func follow(_ change: PropertyChange) {
        guard !change.aspects.isDisjoint(with: [.value, .settable]) else { return }
        report(table.rows(of: change.identifier))
        switch change.identifier {
        case .shotsAvailable, .imageDestination: report(.eosAvailableShots)
        case .lensStatus: report(.eosLensName)
        case .readyForCapture:
            if change.aspects.contains(.value), let isReady = change.value?.boolean {
                enqueue([.cameraStatusChanged(isReady ? .idle : .busy)])
            }
        case .shutterSpeed, .aperture, .isoSpeed, .lightMeterReading: reportDisplay()
        default: break
        }
    }

    /// Converts the standard's events into records. In its event mode the body sends no standard events.
    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        guard read({ $0.isReporting }) else { return false }
        let handle = ObjectHandle(rawValue: event.parameters[0])
        let storage = StorageID(rawValue: event.parameters[0])
        switch event.code {
        case .objectAdded: if let object = record(handle, device) { enqueueNew(.objectAdded(object)) }
        case .objectInfoChanged: enqueue(record(handle, device).map { [.objectInfoChanged($0)] } ?? [])
        case .objectRemoved: enqueue([.objectRemoved(handle)])
        case .storeAdded: enqueue([.storeAdded(storage)])
        case .storeRemoved: enqueue([.storeRemoved(storage)])
        case .storageInfoChanged: enqueue([.storageInfoChanged(storage)])
        default: break
        }
        return true
    }

    /// Queues the record of a new file, followed by the idle status that initiators wait for.
    private func enqueueNew(_ record: EventRecord) {
        let isReady = camera.property(.readyForCapture).value?.boolean ?? true
        enqueue([record] + (isReady ? [.cameraStatusChanged(.idle)] : []))
    }

    /// Returns the record of an object on a card; nil if the object is unknown.
    private func record(_ handle: ObjectHandle, _ device: PTPDevice) -> ObjectRecord? {
        let (item, parent) = device.shared.withLock { shared -> (ItemInfo?, ObjectHandle?) in
            guard let item = shared.objects.item(handle) else { return (nil, nil) }
            return (item, item.parent.map { shared.objects.reservedHandle(of: $0) })
        }
        guard let item else { return nil }
        let storage = camera.storages.first { $0.info.identifier == item.storage }
        return ObjectRecord(
            handle,
            storage: storage.map { PTPDevice.identifier(of: $0.info) } ?? .unspecified,
            format: device.personality.formats.format(of: item),
            size: item.size ?? 0,
            parent: parent ?? .none,
            name: Self.ascii(item.name),
            form: model.recordForm
        )
    }

    // MARK: Pictures for the host

    /// Fetches an offered picture from the camera, and keeps it until TransferComplete (0x9117).
    func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool {
        guard offer.mustBeExecuted else { return !offer.isOnlyCopy }
        guard read({ $0.remoteMode != 0 }) else { return false }
        pictures.fetch(offer, device) { [self] file, handle in
            let record = TransferRecord(
                handle,
                format: device.personality.formats.format(ofName: file.name) ?? .undefined,
                size: UInt64(file.bytes.count),
                name: Self.ascii(file.name),
                form: model.recordForm
            )
            enqueueNew(.transferRequested(record))
        }
        return true
    }

    /// TransferComplete (0x9117) and CancelTransfer (0x9118): free the memory of a picture.
    func transferComplete(_ request: OperationRequest, _ device: PTPDevice) throws(Refusal) -> Answer {
        try checkRemote()
        let handle = ObjectHandle(rawValue: request.parameters[0])
        guard pictures.remove(handle, device) else { throw Refusal(.invalidObjectHandle) }
        return .ok
    }

    /// ResetTransfer (0x9119): frees the memory of all pictures.
    func resetTransfer(_ device: PTPDevice) throws(Refusal) -> Answer {
        try checkRemote()
        pictures.removeAll(device)
        return .ok
    }

    /// Parameters of GetPartialObject64 (0x9172): handle, offset, count; or with four parameters handle, lower half of the
    /// offset, upper half, count.
    static func wideOffset(_ parameters: Parameters) -> (offset: UInt64, count: UInt32) {
        parameters.count > 3
            ? (UInt64(parameters[1]) | UInt64(parameters[2]) << 32, parameters[3]) : (UInt64(parameters[1]), parameters[2])
    }
}
