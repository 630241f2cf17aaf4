import CameraModel
import DriverPTP
import PTP
import PTPCanon
import PTPSession

extension CameraError {
    /// What went wrong with an EOS body, in the words of the camera model.
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
        .eosUnknownCommand: (.notSupported, "this camera cannot do that"),
        .eosOperationRefused: (.notAvailable, "the camera does not allow that now"),
        .eosLensCoverClosed: (.needsPhysicalInteraction, "the lens is covered"),
        .eosLowBattery: (.batteryLow, "the camera's battery is too low for that"),
        .eosObjectNotReady: (.busy, "the camera is not ready; try again in a moment"),
        .eosCannotMakeObject: (.cardError, "the camera cannot make a file"),
        .eosMemoryStatusNotReady: (.busy, "the camera's memory is not ready; try again in a moment"),
    ]

    /// What the first parameter of a release's response says although the response is OK; nil if nothing went wrong (observed behaviour).
    static func release(_ result: UInt32, _ operation: CameraOperation) -> CameraError? {
        let (code, message): (Code, String)
        switch result {
        case 0: return nil
        case 1: (code, message) = (.focusFailed, "the camera found nothing to focus on")
        case 3: (code, message) = (.busy, "the camera's mirror is up; try again in a moment")
        case 7: (code, message) = (.storageFull, "the card is full; make room on it")
        case 8: (code, message) = (.writeProtected, "the card is protected")
        default: (code, message) = (.notAvailable, "the camera did not take a picture, and says \(result)")
        }
        return CameraError(code, message, operation: operation, response: DeviceResponse(domain: "EOS release", code: result))
    }
}
