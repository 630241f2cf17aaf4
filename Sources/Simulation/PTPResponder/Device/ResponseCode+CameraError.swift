import CameraModel
import PTP

extension ResponseCode {
    /// Converts a camera error into a response code; the only place for this conversion. The response of a bridged PTP camera
    /// is passed on unchanged.
    ///
    /// `storeIsReadOnly` is whether a write protection concerns the whole store.
    init(_ error: CameraError, storeIsReadOnly: Bool = false) {
        if let response = error.response, response.domain == "PTP", let code = UInt16(exactly: response.code) {
            self.init(rawValue: code)
            return
        }
        self =
            switch error.code {
            case .authenticationFailed, .pairingRequired, .notAvailable, .wrongCategory, .needsPhysicalInteraction,
                .needsLiveView,
                .disallowedByTransport, .batteryLow:
                .accessDenied
            case .busy, .recordingInProgress: .deviceBusy
            case .cancelled: .transactionCanceled
            case .invalidArgument: .invalidParameter
            case .invalidValue: .invalidDevicePropValue
            case .notSupported: .operationNotSupported
            case .cardError: .storeNotAvailable
            case .storageFull: .storeFull
            case .writeProtected: storeIsReadOnly ? .storeReadOnly : .objectWriteProtected
            case .notFound: .invalidObjectHandle
            case .noData: .noThumbnailPresent
            case .tooLarge: .objectTooLarge
            case .notConnected, .connectionLost, .connectionRefused, .timedOut, .focusFailed, .focusDidNotMove, .protocolFailure,
                .firmwareTooOld, .fileSystem, .internalFailure, .permissionDenied, .clockUncertain, .timePassed:
                .generalError
            }
    }
}

extension Refusal {
    init(_ error: CameraError, storeIsReadOnly: Bool = false) {
        self.init(ResponseCode(error, storeIsReadOnly: storeIsReadOnly))
    }
}
