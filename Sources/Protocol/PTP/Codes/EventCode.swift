/// Code of an event that a responder sends (ISO 15740 § 12.5).
public struct EventCode: PTPCode {
    /// The 16-bit number in the protocol.
    public let rawValue: UInt16

    /// Creates a code from its number; any number is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// Standard events (ISO 15740 § 12.5).
extension EventCode {
    /// An undefined event.
    public static let undefined = EventCode(rawValue: 0x4000)
    /// An object was added; the parameter is its handle.
    public static let objectAdded = EventCode(rawValue: 0x4002)
    /// An object was removed; the parameter is its handle.
    public static let objectRemoved = EventCode(rawValue: 0x4003)
    /// A storage was added; the parameter is its ID.
    public static let storeAdded = EventCode(rawValue: 0x4004)
    /// A storage was removed; the parameter is its ID.
    public static let storeRemoved = EventCode(rawValue: 0x4005)
    /// A device property has changed; the parameter is its code.
    public static let devicePropChanged = EventCode(rawValue: 0x4006)
    /// The ObjectInfo of an object has changed; the parameter is its handle.
    public static let objectInfoChanged = EventCode(rawValue: 0x4007)
    /// The DeviceInfo has changed.
    public static let deviceInfoChanged = EventCode(rawValue: 0x4008)
    /// The responder requests the transfer of an object; the parameter is its handle.
    public static let requestObjectTransfer = EventCode(rawValue: 0x4009)
    /// A storage is full; the parameter is its ID.
    public static let storeFull = EventCode(rawValue: 0x400A)
    /// The device was reset.
    public static let deviceReset = EventCode(rawValue: 0x400B)
    /// The StorageInfo of a storage has changed; the parameter is its ID.
    public static let storageInfoChanged = EventCode(rawValue: 0x400C)
    /// A capture is complete; the parameter is the transaction ID of the capture operation.
    public static let captureComplete = EventCode(rawValue: 0x400D)
    /// Changes were not reported; the initiator must query the state again.
    public static let unreportedStatus = EventCode(rawValue: 0x400E)
}

// MTP events (MTP 1.1 appendix G).
extension EventCode {
    /// A property of an object has changed; the parameters are the handle and the property code.
    public static let objectPropChanged = EventCode(rawValue: 0xC801)
}

extension EventCode {
    /// Names of the events in ISO 15740 and MTP 1.1.
    public static let names: [UInt16: String] = [
        0x4000: "Undefined",
        0x4001: "CancelTransaction",
        0x4002: "ObjectAdded",
        0x4003: "ObjectRemoved",
        0x4004: "StoreAdded",
        0x4005: "StoreRemoved",
        0x4006: "DevicePropChanged",
        0x4007: "ObjectInfoChanged",
        0x4008: "DeviceInfoChanged",
        0x4009: "RequestObjectTransfer",
        0x400A: "StoreFull",
        0x400B: "DeviceReset",
        0x400C: "StorageInfoChanged",
        0x400D: "CaptureComplete",
        0x400E: "UnreportedStatus",
        0xC801: "ObjectPropChanged",
        0xC802: "ObjectPropDescChanged",
        0xC803: "ObjectReferencesChanged",
    ]
}
