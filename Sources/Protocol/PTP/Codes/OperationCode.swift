/// Code of an operation that an initiator requests (ISO 15740 § 10.4).
public struct OperationCode: PTPCode {
    /// The 16-bit number in the protocol.
    public let rawValue: UInt16

    /// Creates a code from its number; any number is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// Standard operations (ISO 15740 § 10.4).
extension OperationCode {
    /// Requests the description of the device (``DeviceInfo``). Allowed outside a session.
    public static let getDeviceInfo = OperationCode(rawValue: 0x1001)
    /// Opens a session; the parameter is its ID, which must not be 0.
    public static let openSession = OperationCode(rawValue: 0x1002)
    /// Closes the session.
    public static let closeSession = OperationCode(rawValue: 0x1003)
    /// Requests the IDs of the storages.
    public static let getStorageIDs = OperationCode(rawValue: 0x1004)
    /// Requests the description of a storage (``StorageInfoDataset``).
    public static let getStorageInfo = OperationCode(rawValue: 0x1005)
    /// Requests the number of objects by storage, format and parent.
    public static let getNumObjects = OperationCode(rawValue: 0x1006)
    /// Requests the object handles by storage, format and parent.
    public static let getObjectHandles = OperationCode(rawValue: 0x1007)
    /// Requests the description of an object (``ObjectInfo``).
    public static let getObjectInfo = OperationCode(rawValue: 0x1008)
    /// Requests the data of an object.
    public static let getObject = OperationCode(rawValue: 0x1009)
    /// Requests the thumbnail of an object.
    public static let getThumb = OperationCode(rawValue: 0x100A)
    /// Deletes an object, or all objects with the handle 0xFFFFFFFF.
    public static let deleteObject = OperationCode(rawValue: 0x100B)
    /// Announces an object for ``sendObject``; the data is an ``ObjectInfo``.
    public static let sendObjectInfo = OperationCode(rawValue: 0x100C)
    /// Sends the data of the object that was announced before.
    public static let sendObject = OperationCode(rawValue: 0x100D)
    /// Starts a capture, which ends with CaptureComplete.
    public static let initiateCapture = OperationCode(rawValue: 0x100E)
    /// Formats a storage.
    public static let formatStore = OperationCode(rawValue: 0x100F)
    /// Resets the device.
    public static let resetDevice = OperationCode(rawValue: 0x1010)
    /// Starts a self-test.
    public static let selfTest = OperationCode(rawValue: 0x1011)
    /// Sets the protection status of an object.
    public static let setObjectProtection = OperationCode(rawValue: 0x1012)
    /// Switches the device off.
    public static let powerDown = OperationCode(rawValue: 0x1013)
    /// Requests the description of a property (``DevicePropDesc``).
    public static let getDevicePropDesc = OperationCode(rawValue: 0x1014)
    /// Requests the value of a property.
    public static let getDevicePropValue = OperationCode(rawValue: 0x1015)
    /// Sets the value of a property.
    public static let setDevicePropValue = OperationCode(rawValue: 0x1016)
    /// Resets a property, or all properties with the code 0xFFFFFFFF, to the default value.
    public static let resetDevicePropValue = OperationCode(rawValue: 0x1017)
    /// Ends an open capture; the parameter is the transaction ID of ``initiateOpenCapture``.
    public static let terminateOpenCapture = OperationCode(rawValue: 0x1018)
    /// Moves an object to a storage and parent.
    public static let moveObject = OperationCode(rawValue: 0x1019)
    /// Copies an object to a storage and parent; the response contains the new handle.
    public static let copyObject = OperationCode(rawValue: 0x101A)
    /// Requests part of an object's data, with a 32-bit offset; the response contains the number of bytes sent.
    public static let getPartialObject = OperationCode(rawValue: 0x101B)
    /// Starts a capture that lasts until ``terminateOpenCapture``.
    public static let initiateOpenCapture = OperationCode(rawValue: 0x101C)
}

// MTP operations (MTP 1.1 appendix D).
extension OperationCode {
    /// Requests the object properties of a format.
    public static let getObjectPropsSupported = OperationCode(rawValue: 0x9801)
    /// Requests the description of an object property (``ObjectPropDesc``).
    public static let getObjectPropDesc = OperationCode(rawValue: 0x9802)
    /// Requests the value of an object property.
    public static let getObjectPropValue = OperationCode(rawValue: 0x9803)
    /// Sets the value of an object property.
    public static let setObjectPropValue = OperationCode(rawValue: 0x9804)
    /// Requests properties of several objects (``ObjectPropList``).
    public static let getObjectPropList = OperationCode(rawValue: 0x9805)
    /// Announces an object for ``sendObject``; the data is an ``ObjectPropList``.
    public static let sendObjectPropList = OperationCode(rawValue: 0x9808)
    /// Skips forwards or backwards in a playback.
    public static let skip = OperationCode(rawValue: 0x9820)
}

// Operations of Android's MTP extension: observed behaviour.
extension OperationCode {
    /// Requests part of an object's data, with a 64-bit offset; the response contains the number of bytes sent.
    public static let getPartialObject64 = OperationCode(rawValue: 0x95C1)
}

extension OperationCode {
    /// Names of the operations in ISO 15740, MTP 1.1 and Android's extension.
    public static let names: [UInt16: String] = [
        0x1001: "GetDeviceInfo",
        0x1002: "OpenSession",
        0x1003: "CloseSession",
        0x1004: "GetStorageIDs",
        0x1005: "GetStorageInfo",
        0x1006: "GetNumObjects",
        0x1007: "GetObjectHandles",
        0x1008: "GetObjectInfo",
        0x1009: "GetObject",
        0x100A: "GetThumb",
        0x100B: "DeleteObject",
        0x100C: "SendObjectInfo",
        0x100D: "SendObject",
        0x100E: "InitiateCapture",
        0x100F: "FormatStore",
        0x1010: "ResetDevice",
        0x1011: "SelfTest",
        0x1012: "SetObjectProtection",
        0x1013: "PowerDown",
        0x1014: "GetDevicePropDesc",
        0x1015: "GetDevicePropValue",
        0x1016: "SetDevicePropValue",
        0x1017: "ResetDevicePropValue",
        0x1018: "TerminateOpenCapture",
        0x1019: "MoveObject",
        0x101A: "CopyObject",
        0x101B: "GetPartialObject",
        0x101C: "InitiateOpenCapture",
        0x101D: "StartEnumHandles",
        0x101E: "EnumHandles",
        0x101F: "StopEnumHandles",
        0x1020: "GetVendorExtensionMaps",
        0x1021: "GetVendorDeviceInfo",
        0x1022: "GetResizedImageObject",
        0x1023: "GetFilesystemManifest",
        0x1024: "GetStreamInfo",
        0x1025: "GetStream",
        0x9801: "GetObjectPropsSupported",
        0x9802: "GetObjectPropDesc",
        0x9803: "GetObjectPropValue",
        0x9804: "SetObjectPropValue",
        0x9805: "GetObjectPropList",
        0x9806: "SetObjectPropList",
        0x9807: "GetInterdependentPropDesc",
        0x9808: "SendObjectPropList",
        0x9810: "GetObjectReferences",
        0x9811: "SetObjectReferences",
        0x9812: "UpdateDeviceFirmware",
        0x9820: "Skip",
        0x95C1: "GetPartialObject64",
        0x95C2: "SendPartialObject",
        0x95C3: "TruncateObject",
        0x95C4: "BeginEditObject",
        0x95C5: "EndEditObject",
    ]
}
