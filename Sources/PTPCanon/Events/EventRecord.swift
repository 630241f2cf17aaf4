package import PTP

/// One of the things that a body says in its reply to GetEvent (0x9116; observed behaviour).
package enum EventRecord: Hashable, Sendable {
    /// 0xC189: a property has this value.
    case propertyChanged(DevicePropCode, PropertyContent)
    /// 0xC18A: a property can have these values.
    case offeredValuesChanged(DevicePropCode, OfferedValues)
    /// 0xC181, 0xC1A7, 0xC1B6.
    case objectAdded(ObjectRecord)
    /// 0xC187, 0xC1A8, 0xC1B7.
    case objectInfoChanged(ObjectRecord)
    /// 0xC186, 0xC1A9, 0xC1B8.
    case transferRequested(TransferRecord)
    /// 0xC182.
    case objectRemoved(ObjectHandle)
    /// 0xC184.
    case storageStatusChanged(StorageID)
    /// 0xC185.
    case storageInfoChanged(StorageID)
    /// 0xC192.
    case storeAdded(StorageID)
    /// 0xC193.
    case storeRemoved(StorageID)
    /// 0xC18B.
    case cameraStatusChanged(CameraStatus)
    /// 0xC18D: the body turns itself off in so many seconds.
    case willSoonShutDown(seconds: UInt32)
    /// 0xC18E: in so many seconds, if nothing happens.
    case shutdownTimerUpdated(seconds: UInt32)
    /// 0xC194: the shutter has been open for so many seconds.
    case bulbExposureTime(seconds: UInt32)
    /// 0xC1A3: how focusing ended; what the numbers mean is not known.
    case autoFocusResult(UInt32)
    /// 0xC1A5: what the displays of the body show, all from the length on; ``OLCInfo`` reads it once the version is known.
    case olcInfoChanged([UInt8])
    /// A record that nobody explains, as it came.
    case other(UInt32, [UInt8])
    /// A record that is not what its code says, as it came; the offset of the error counts from the start of the reply.
    indirect case malformed(UInt32, [UInt8], DatasetError)

    /// Whether a body can be told to do something.
    package struct CameraStatus: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let idle = CameraStatus(rawValue: 0)
        package static let busy = CameraStatus(rawValue: 1)
    }
}

extension EventRecord {
    /// The number that the record has on the wire.
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
