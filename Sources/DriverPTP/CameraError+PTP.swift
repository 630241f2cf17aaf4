package import CameraModel
import PTP
package import PTPSession

extension CameraError {
    /// What went wrong in a session, in the words of the camera model.
    package init(_ error: SessionError, _ operation: CameraOperation, subject: String? = nil) {
        switch error {
        case .refused(let code, let response): self.init(response, to: code, operation)
        case .malformed, .broken: self.init(.protocolFailure, error.description)
        case .tooLarge: self.init(.tooLarge, error.description)
        case .providerFailed: self.init(.fileSystem, error.description)
        case .timedOut: self.init(.timedOut, "the camera did not answer in time; it may have done it")
        case .cancelled: self = .cancelled(operation)
        case .link(.closedHere): self.init(.notConnected, "the camera was disconnected")
        case .link(let failure): self.init(.connectionLost, failure.description)
        }
        self.operation = operation
        if let subject { self.subject = subject }
    }

    /// What an answer of the device means.
    private init(_ response: OperationResponse, to code: OperationCode, _ operation: CameraOperation) {
        let (kind, message) = Self.meaning(of: response.code)
        self.init(
            kind,
            message ?? "the camera answered \(code) with \(response.code)",
            response: DeviceResponse(domain: "PTP", code: UInt32(response.code.rawValue), name: response.code.name)
        )
    }

    private static func meaning(of code: ResponseCode) -> (Code, String?) {
        switch code {
        case .deviceBusy: (.busy, "the camera is busy; try again in a moment")
        case .accessDenied: (.notAvailable, "the camera does not allow that now")
        case .operationNotSupported, .parameterNotSupported, .specificationByFormatUnsupported, .devicePropNotSupported,
            .specificationOfDestinationUnsupported, .objectPropNotSupported:
            (.notSupported, "this camera cannot do that")
        case .invalidDevicePropValue, .invalidDevicePropFormat, .invalidObjectPropValue, .invalidObjectPropFormat:
            (.invalidValue, "the camera does not accept this value now")
        case .invalidObjectHandle, .invalidStorageID, .invalidParentObject:
            (.notFound, "there is no such thing on the camera any more")
        case .storeNotAvailable: (.cardError, "the card is not there, or cannot be read")
        case .storeFull, .objectTooLarge: (.storageFull, "the card is full; make room on it")
        case .storeReadOnly, .objectWriteProtected, .partialDeletion: (.writeProtected, "the card or the file is protected")
        case .noThumbnailPresent: (.noData, "has no thumbnail")
        case .sessionNotOpen: (.connectionLost, "the camera has ended the session; connect again")
        case .transactionCanceled: (.cancelled, "was cancelled")
        case .incompleteTransfer: (.connectionLost, "the transfer was broken off; try again")
        case .invalidParameter: (.invalidArgument, nil)
        default: (.protocolFailure, nil)
        }
    }
}
