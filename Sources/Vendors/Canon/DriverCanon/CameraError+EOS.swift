import CameraModel
import PTP
import PTPCanon
import VendorKit

extension ResponseMeanings {
    /// Meanings of Canon's response codes.
    static let eos = ResponseMeanings(
        [
            .eosUnknownCommand: (.notSupported, "This camera cannot do this by remote control."),
            .eosOperationRefused: (.notAvailable, "The camera does not allow this now."),
            .eosLensCoverClosed: (.needsPhysicalInteraction, "The lens is covered."),
            .eosLowBattery: (.batteryLow, "The camera's battery is too low for that."),
            .eosObjectNotReady: (.busy, "The camera is not ready. Try again shortly."),
            .eosCannotMakeObject: (.cardError, "The camera cannot make a file."),
            .eosMemoryStatusNotReady: (.busy, "The camera's memory is not ready. Try again shortly."),
        ],
        names: { .eos }
    )
}

extension CameraError {
    /// Converts the first response parameter of a release operation, which can report a failure although the response is OK;
    /// nil for success (observed behaviour).
    static func release(_ result: UInt32, _ operation: CameraOperation) -> CameraError? {
        let (code, message): (Code, String)
        switch result {
        case 0: return nil
        case 1:
            return .focusFailed(operation)
        case 3: (code, message) = (.busy, "The camera's mirror is up. Try again shortly.")
        case 7: (code, message) = (.storageFull, "The card is full. Delete files, or insert another card.")
        case 8: (code, message) = (.writeProtected, "The card is protected.")
        default: (code, message) = (.notAvailable, "The camera took no picture (\(result)).")
        }
        return CameraError(code, message, operation: operation, response: DeviceResponse(domain: "EOS release", code: result))
    }
}
