/// Code of a response (ISO 15740 § 11.3).
public struct ResponseCode: PTPCode {
    /// The 16-bit number in the protocol.
    public let rawValue: UInt16

    /// Creates a code from its number; any number is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// Standard responses (ISO 15740 § 11.3).
extension ResponseCode {
    /// An undefined response.
    public static let undefined = ResponseCode(rawValue: 0x2000)
    /// The operation succeeded.
    public static let ok = ResponseCode(rawValue: 0x2001)
    /// The operation failed for an unspecified reason.
    public static let generalError = ResponseCode(rawValue: 0x2002)
    /// No session is open.
    public static let sessionNotOpen = ResponseCode(rawValue: 0x2003)
    /// The transaction ID is invalid.
    public static let invalidTransactionID = ResponseCode(rawValue: 0x2004)
    /// The device does not support the operation.
    public static let operationNotSupported = ResponseCode(rawValue: 0x2005)
    /// The device does not support a parameter of the operation.
    public static let parameterNotSupported = ResponseCode(rawValue: 0x2006)
    /// The data was not transferred completely.
    public static let incompleteTransfer = ResponseCode(rawValue: 0x2007)
    /// The storage ID is invalid.
    public static let invalidStorageID = ResponseCode(rawValue: 0x2008)
    /// The object handle is invalid.
    public static let invalidObjectHandle = ResponseCode(rawValue: 0x2009)
    /// The device does not support the property.
    public static let devicePropNotSupported = ResponseCode(rawValue: 0x200A)
    /// The object format is invalid.
    public static let invalidObjectFormatCode = ResponseCode(rawValue: 0x200B)
    /// The storage is full.
    public static let storeFull = ResponseCode(rawValue: 0x200C)
    /// The object is write-protected.
    public static let objectWriteProtected = ResponseCode(rawValue: 0x200D)
    /// The storage is read-only.
    public static let storeReadOnly = ResponseCode(rawValue: 0x200E)
    /// Access is denied.
    public static let accessDenied = ResponseCode(rawValue: 0x200F)
    /// The object has no thumbnail.
    public static let noThumbnailPresent = ResponseCode(rawValue: 0x2010)
    /// The self-test failed.
    public static let selfTestFailed = ResponseCode(rawValue: 0x2011)
    /// Only some of the objects were deleted.
    public static let partialDeletion = ResponseCode(rawValue: 0x2012)
    /// The storage is not available.
    public static let storeNotAvailable = ResponseCode(rawValue: 0x2013)
    /// The device does not support the selection of objects by format.
    public static let specificationByFormatUnsupported = ResponseCode(rawValue: 0x2014)
    /// ``OperationCode/sendObject`` was not preceded by a valid announcement.
    public static let noValidObjectInfo = ResponseCode(rawValue: 0x2015)
    /// The open capture has already ended.
    public static let captureAlreadyTerminated = ResponseCode(rawValue: 0x2018)
    /// The device is busy; the operation can be repeated later.
    public static let deviceBusy = ResponseCode(rawValue: 0x2019)
    /// The parent object is invalid.
    public static let invalidParentObject = ResponseCode(rawValue: 0x201A)
    /// The format of the property's value is invalid.
    public static let invalidDevicePropFormat = ResponseCode(rawValue: 0x201B)
    /// The property does not accept the value.
    public static let invalidDevicePropValue = ResponseCode(rawValue: 0x201C)
    /// A parameter is invalid.
    public static let invalidParameter = ResponseCode(rawValue: 0x201D)
    /// A session is already open; the parameter is its ID.
    public static let sessionAlreadyOpened = ResponseCode(rawValue: 0x201E)
    /// The transaction was cancelled.
    public static let transactionCanceled = ResponseCode(rawValue: 0x201F)
    /// The device does not support the selection of a destination.
    public static let specificationOfDestinationUnsupported = ResponseCode(rawValue: 0x2020)
    /// The dataset is invalid.
    public static let invalidDataSet = ResponseCode(rawValue: 0x2023)
}

// MTP responses (MTP 1.1 appendix F).
extension ResponseCode {
    /// The object property code is invalid.
    public static let invalidObjectPropCode = ResponseCode(rawValue: 0xA801)
    /// The format of the object property's value is invalid.
    public static let invalidObjectPropFormat = ResponseCode(rawValue: 0xA802)
    /// The object property does not accept the value.
    public static let invalidObjectPropValue = ResponseCode(rawValue: 0xA803)
    /// The dataset is invalid in MTP.
    public static let invalidMTPDataset = ResponseCode(rawValue: 0xA806)
    /// The device does not support the selection of properties by group.
    public static let specificationByGroupUnsupported = ResponseCode(rawValue: 0xA807)
    /// The device does not support the selection of objects by depth.
    public static let specificationByDepthUnsupported = ResponseCode(rawValue: 0xA808)
    /// The object is too large for the storage.
    public static let objectTooLarge = ResponseCode(rawValue: 0xA809)
    /// The device does not support the object property.
    public static let objectPropNotSupported = ResponseCode(rawValue: 0xA80A)
}

extension ResponseCode {
    /// Names of the responses in ISO 15740 and MTP 1.1.
    public static let names: [UInt16: String] = [
        0x2000: "Undefined",
        0x2001: "OK",
        0x2002: "GeneralError",
        0x2003: "SessionNotOpen",
        0x2004: "InvalidTransactionID",
        0x2005: "OperationNotSupported",
        0x2006: "ParameterNotSupported",
        0x2007: "IncompleteTransfer",
        0x2008: "InvalidStorageID",
        0x2009: "InvalidObjectHandle",
        0x200A: "DevicePropNotSupported",
        0x200B: "InvalidObjectFormatCode",
        0x200C: "StoreFull",
        0x200D: "ObjectWriteProtected",
        0x200E: "StoreReadOnly",
        0x200F: "AccessDenied",
        0x2010: "NoThumbnailPresent",
        0x2011: "SelfTestFailed",
        0x2012: "PartialDeletion",
        0x2013: "StoreNotAvailable",
        0x2014: "SpecificationByFormatUnsupported",
        0x2015: "NoValidObjectInfo",
        0x2016: "InvalidCodeFormat",
        0x2017: "UnknownVendorCode",
        0x2018: "CaptureAlreadyTerminated",
        0x2019: "DeviceBusy",
        0x201A: "InvalidParentObject",
        0x201B: "InvalidDevicePropFormat",
        0x201C: "InvalidDevicePropValue",
        0x201D: "InvalidParameter",
        0x201E: "SessionAlreadyOpened",
        0x201F: "TransactionCanceled",
        0x2020: "SpecificationOfDestinationUnsupported",
        0x2021: "InvalidEnumHandle",
        0x2022: "NoStreamEnabled",
        0x2023: "InvalidDataSet",
        0xA800: "Undefined (MTP)",
        0xA801: "InvalidObjectPropCode",
        0xA802: "InvalidObjectPropFormat",
        0xA803: "InvalidObjectPropValue",
        0xA804: "InvalidObjectReference",
        0xA806: "InvalidDataset (MTP)",
        0xA807: "SpecificationByGroupUnsupported",
        0xA808: "SpecificationByDepthUnsupported",
        0xA809: "ObjectTooLarge",
        0xA80A: "ObjectPropNotSupported",
    ]
}
