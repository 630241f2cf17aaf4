import CameraModel
import DriverPTP
import PTP
import PTPCanon
import PTPSession

extension CameraError {
    /// Converts the error of a session with an EOS body into an error of the camera model.
    init(eos error: SessionError, _ operation: CameraOperation) {
        self.init(error, operation)
        guard let response = error.response, let (code, message) = Self.meanings[response.code] else { return }
        self.init(
            code,
            message,
            operation: operation,
            response: DeviceResponse(domain: "PTP", code: UInt32(response.code.rawValue), name: response.code.eosName)
        )
    }

    private static let meanings: [ResponseCode: (Code, String)] = [
        .eosUnknownCommand: (.notSupported, "This camera cannot do this by remote control."),
        .eosOperationRefused: (.notAvailable, "The camera does not allow this now."),
        .eosLensCoverClosed: (.needsPhysicalInteraction, "The lens is covered."),
        .eosLowBattery: (.batteryLow, "The camera's battery is too low for that."),
        .eosObjectNotReady: (.busy, "The camera is not ready. Try again in a moment."),
        .eosCannotMakeObject: (.cardError, "The camera cannot make a file."),
        .eosMemoryStatusNotReady: (.busy, "The camera's memory is not ready. Try again in a moment."),
    ]

    /// Converts the first response parameter of a release operation, which can report a failure although the response is OK;
    /// nil for success (observed behaviour).
    static func release(_ result: UInt32, _ operation: CameraOperation) -> CameraError? {
        let (code, message): (Code, String)
        switch result {
        case 0: return nil
        case 1:
            (code, message) = (
                .focusFailed, "The camera found nothing to focus on. Aim at something with contrast, or focus manually."
            )
        case 3: (code, message) = (.busy, "The camera's mirror is up. Try again in a moment.")
        case 7: (code, message) = (.storageFull, "The card is full. Delete files, or insert another card.")
        case 8: (code, message) = (.writeProtected, "The card is protected.")
        default: (code, message) = (.notAvailable, "The camera took no picture (\(result)).")
        }
        return CameraError(code, message, operation: operation, response: DeviceResponse(domain: "EOS release", code: result))
    }
}
