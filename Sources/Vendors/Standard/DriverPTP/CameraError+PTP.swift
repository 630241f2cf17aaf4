package import CameraModel
package import PTP
package import PTPSession

extension CameraError {
    /// Converts the error of a session into an error of the camera model. `names` are the vendor's names of codes.
    package init(
        _ error: SessionError,
        _ operation: CameraOperation,
        subject: String? = nil,
        names: VendorNames = VendorNames()
    ) {
        switch error {
        case .refused(let code, let response):
            self.init(response, to: code, names)
            // One of many requests of connecting: which one is not evident.
            if operation == .connect, self.code == .notSupported {
                message =
                    "This camera cannot be controlled remotely: it answered \(code.description(by: names)) with "
                    + "\(response.code.description(by: names))."
            }
        case .malformed, .broken:
            self.init(.protocolFailure, "The camera sent data that cannot be understood. Switch it off and on, and try again.")
            cause = CameraError(.protocolFailure, error.description)
        case .tooLarge:
            self.init(.tooLarge, "The camera sent more data than expected.")
            cause = CameraError(.tooLarge, error.description)
        case .providerFailed: self.init(.fileSystem, error.description)
        case .timedOut: self.init(.timedOut, "The camera stopped answering. The command may still have taken effect.")
        case .cancelled: self = .cancelled(operation)
        case .link(.closedHere): self.init(.notConnected, "The camera was disconnected.")
        case .link(let failure):
            self.init(.connectionLost, "The connection to the camera was lost.")
            cause = CameraError(.connectionLost, failure.description)
        }
        self.operation = operation
        if let subject { self.subject = subject }
    }

    /// Converts a response code other than OK into an error of the camera model.
    private init(_ response: OperationResponse, to code: OperationCode, _ names: VendorNames) {
        let (kind, message) = Self.meaning(of: response.code)
        self.init(
            kind,
            message ?? "The camera answered \(code.description(by: names)) with \(response.code.description(by: names)).",
            response: DeviceResponse(domain: "PTP", code: UInt32(response.code.rawValue), name: response.code.name(by: names))
        )
    }

    private static func meaning(of code: ResponseCode) -> (Code, String?) {
        switch code {
        case .deviceBusy: (.busy, "The camera is busy. Try again in a moment.")
        case .accessDenied: (.notAvailable, "The camera does not allow this now.")
        case .operationNotSupported, .parameterNotSupported, .specificationByFormatUnsupported, .devicePropNotSupported,
            .specificationOfDestinationUnsupported, .objectPropNotSupported:
            (.notSupported, "This camera cannot do this by remote control.")
        case .invalidDevicePropValue, .invalidDevicePropFormat, .invalidObjectPropValue, .invalidObjectPropFormat:
            (.invalidValue, "The camera does not accept this value now.")
        case .invalidObjectHandle, .invalidStorageID, .invalidParentObject:
            (.notFound, "The camera does not have it, or does not have it yet.")
        case .storeNotAvailable: (.cardError, "The card is missing, or cannot be read. Check the card.")
        case .storeFull, .objectTooLarge: (.storageFull, "The card is full. Delete files, or insert another card.")
        case .storeReadOnly, .objectWriteProtected, .partialDeletion:
            (.writeProtected, "The card or the file is protected. Remove the protection first.")
        case .noThumbnailPresent: (.noData, "The file has no thumbnail.")
        case .sessionNotOpen: (.connectionLost, "The camera ended the session. Connect again.")
        case .transactionCanceled: (.cancelled, "This was cancelled.")
        case .incompleteTransfer: (.connectionLost, "The transfer was interrupted. Try again.")
        case .invalidParameter: (.invalidArgument, nil)
        case .invalidTransactionID:
            (.protocolFailure, "The camera lost count of the requests. Try again; if that does not help, connect again.")
        default: (.protocolFailure, nil)
        }
    }
}
