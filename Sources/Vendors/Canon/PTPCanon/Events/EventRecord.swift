package import PTP

/// A record in a body's reply to GetEvent (0x9116; observed behaviour).
package enum EventRecord: Hashable, Sendable {
    /// 0xC189: new value of a property.
    case propertyChanged(DevicePropCode, PropertyContent)
    /// 0xC18A: new list of values that a property can have.
    case offeredValuesChanged(DevicePropCode, OfferedValues)
    /// 0xC181, 0xC1A7, 0xC1B6: an object was added.
    case objectAdded(ObjectRecord)
    /// 0xC187, 0xC1A8, 0xC1B7: an object has changed.
    case objectInfoChanged(ObjectRecord)
    /// 0xC186, 0xC1A9, 0xC1B8: the body requests the transfer of an object.
    case transferRequested(TransferRecord)
    /// 0xC182: an object was removed.
    case objectRemoved(ObjectHandle)
    /// 0xC184: the status of a storage has changed.
    case storageStatusChanged(StorageID)
    /// 0xC185: the description of a storage has changed.
    case storageInfoChanged(StorageID)
    /// 0xC192: a storage was added.
    case storeAdded(StorageID)
    /// 0xC193: a storage was removed.
    case storeRemoved(StorageID)
    /// 0xC18B: the camera status has changed.
    case cameraStatusChanged(CameraStatus)
    /// 0xC18D: the body turns itself off after this time.
    case willSoonShutDown(seconds: UInt32)
    /// 0xC18E: the body turns itself off after this time without activity.
    case shutdownTimerUpdated(seconds: UInt32)
    /// 0xC194: duration of the current bulb exposure.
    case bulbExposureTime(seconds: UInt32)
    /// 0xC1A3: result of focusing; the meaning of the numbers is unknown.
    case autoFocusResult(UInt32)
    /// 0xC1A5: contents of the body's displays, from the length field; ``OLCInfo`` parses it for a known version.
    case olcInfoChanged([UInt8])
    /// A record with an unknown code, unchanged.
    case other(UInt32, [UInt8])
    /// An invalid record, unchanged; the offset of the error counts from the start of the record.
    indirect case malformed(UInt32, [UInt8], DatasetError)

    /// Whether the body accepts commands.
    package struct CameraStatus: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let idle = CameraStatus(rawValue: 0)
        package static let busy = CameraStatus(rawValue: 1)
    }
}

extension EventRecord {
    /// Code of the record in the reply.
    package var number: UInt32 {
        switch self {
        case .other(let number, _), .malformed(let number, _, _): number
        default: UInt32(knownCode.rawValue)
        }
    }

    private var knownCode: EventCode {
        switch self {
        case .propertyChanged: .eosPropValueChanged
        case .offeredValuesChanged: .eosAvailListChanged
        case .objectAdded(let object): Self.added[object.form]!
        case .objectInfoChanged(let object): Self.changed[object.form]!
        case .transferRequested(let object): Self.requested[object.form]!
        case .objectRemoved: .eosObjectRemoved
        case .storageStatusChanged: .eosStorageStatusChanged
        case .storageInfoChanged: .eosStorageInfoChanged
        case .storeAdded: .eosStoreAdded
        case .storeRemoved: .eosStoreRemoved
        case .cameraStatusChanged: .eosCameraStatusChanged
        case .willSoonShutDown: .eosWillSoonShutdown
        case .shutdownTimerUpdated: .eosShutdownTimerUpdated
        case .bulbExposureTime: .eosBulbExposureTime
        case .autoFocusResult: .eosAfResult
        case .olcInfoChanged: .eosOLCInfoChanged
        case .other, .malformed: .undefined
        }
    }

    private static let added: [ObjectRecordForm: EventCode] = [
        .short: .eosObjectAddedEx, .wide: .eosObjectAddedEx64, .longName: .eosObjectAddedEx64LFN,
    ]
    private static let changed: [ObjectRecordForm: EventCode] = [
        .short: .eosObjectInfoChangedEx, .wide: .eosObjectInfoChangedEx64, .longName: .eosObjectInfoChangedEx64LFN,
    ]
    private static let requested: [ObjectRecordForm: EventCode] = [
        .short: .eosRequestObjectTransfer, .wide: .eosRequestObjectTransfer64, .longName: .eosRequestObjectTransfer64LFN,
    ]
}
