/// How a responder answers (ISO 15740 § 11.3).
public struct ResponseCode: PTPCode {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// ISO 15740 § 11.3
extension ResponseCode {
    public static let undefined = ResponseCode(rawValue: 0x2000)
    public static let ok = ResponseCode(rawValue: 0x2001)
    public static let generalError = ResponseCode(rawValue: 0x2002)
    public static let sessionNotOpen = ResponseCode(rawValue: 0x2003)
    public static let invalidTransactionID = ResponseCode(rawValue: 0x2004)
    public static let operationNotSupported = ResponseCode(rawValue: 0x2005)
    public static let parameterNotSupported = ResponseCode(rawValue: 0x2006)
    public static let incompleteTransfer = ResponseCode(rawValue: 0x2007)
    public static let invalidStorageID = ResponseCode(rawValue: 0x2008)
    public static let invalidObjectHandle = ResponseCode(rawValue: 0x2009)
    public static let devicePropNotSupported = ResponseCode(rawValue: 0x200A)
    public static let invalidObjectFormatCode = ResponseCode(rawValue: 0x200B)
    public static let storeFull = ResponseCode(rawValue: 0x200C)
    public static let objectWriteProtected = ResponseCode(rawValue: 0x200D)
    public static let storeReadOnly = ResponseCode(rawValue: 0x200E)
    public static let accessDenied = ResponseCode(rawValue: 0x200F)
    public static let noThumbnailPresent = ResponseCode(rawValue: 0x2010)
    public static let selfTestFailed = ResponseCode(rawValue: 0x2011)
    public static let partialDeletion = ResponseCode(rawValue: 0x2012)
    public static let storeNotAvailable = ResponseCode(rawValue: 0x2013)
    public static let specificationByFormatUnsupported = ResponseCode(rawValue: 0x2014)
    public static let noValidObjectInfo = ResponseCode(rawValue: 0x2015)
    public static let invalidCodeFormat = ResponseCode(rawValue: 0x2016)
    public static let unknownVendorCode = ResponseCode(rawValue: 0x2017)
    public static let captureAlreadyTerminated = ResponseCode(rawValue: 0x2018)
    public static let deviceBusy = ResponseCode(rawValue: 0x2019)
    public static let invalidParentObject = ResponseCode(rawValue: 0x201A)
    public static let invalidDevicePropFormat = ResponseCode(rawValue: 0x201B)
    public static let invalidDevicePropValue = ResponseCode(rawValue: 0x201C)
    public static let invalidParameter = ResponseCode(rawValue: 0x201D)
    public static let sessionAlreadyOpened = ResponseCode(rawValue: 0x201E)
    public static let transactionCanceled = ResponseCode(rawValue: 0x201F)
    public static let specificationOfDestinationUnsupported = ResponseCode(rawValue: 0x2020)
    public static let invalidEnumHandle = ResponseCode(rawValue: 0x2021)
    public static let noStreamEnabled = ResponseCode(rawValue: 0x2022)
    public static let invalidDataSet = ResponseCode(rawValue: 0x2023)
}

// MTP 1.1 appendix F
extension ResponseCode {
    public static let undefinedMTP = ResponseCode(rawValue: 0xA800)
    public static let invalidObjectPropCode = ResponseCode(rawValue: 0xA801)
    public static let invalidObjectPropFormat = ResponseCode(rawValue: 0xA802)
    public static let invalidObjectPropValue = ResponseCode(rawValue: 0xA803)
    public static let invalidObjectReference = ResponseCode(rawValue: 0xA804)
    public static let invalidMTPDataset = ResponseCode(rawValue: 0xA806)
    public static let specificationByGroupUnsupported = ResponseCode(rawValue: 0xA807)
    public static let specificationByDepthUnsupported = ResponseCode(rawValue: 0xA808)
    public static let objectTooLarge = ResponseCode(rawValue: 0xA809)
    public static let objectPropNotSupported = ResponseCode(rawValue: 0xA80A)
}

extension ResponseCode {
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
