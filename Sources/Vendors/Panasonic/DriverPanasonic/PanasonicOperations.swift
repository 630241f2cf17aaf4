import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPPanasonic
import PTPProperties
import PTPSession
import VendorKit

// The operations of Panasonic's bodies that the kit performs, and the meanings of their responses, as data.

extension VendorOperations<PanasonicStatus> {
    /// Panasonic's operations.
    static var panasonic: VendorOperations {
        var operations = VendorOperations(events: .panasonic, frame: .panasonic)
        // GetObject removes a picture for the computer from the body's memory.
        operations.transferPiece = nil
        return operations
    }
}

extension EventPoll<PanasonicStatus> {
    /// GetStatus of the state of the body, which announces no change of it. Each poll has a separate memory of the last state.
    static var panasonic: EventPoll {
        var pauses = PollRate.Limits()
        pauses.first = .milliseconds(20)
        pauses.whileExpecting = .milliseconds(50)
        let last = Guarded<PanasonicStatus?>(nil)
        return EventPoll(
            .panasonicGetStatus,
            [DevicePropCode.panasonicRecordingStatus.rawValue],
            emptySize: 0,
            replyLimit: PanasonicValueList.replyLimit,
            pauses: pauses
        ) { bytes in
            guard let number = PanasonicValueList(bytes)[.panasonicRecordingStatus]?.number else { return [] }
            let status = PanasonicStatus(rawValue: UInt16(truncatingIfNeeded: number))
            let isNew = last.withLock { last in
                defer { last = status }
                return last != status
            }
            return isNew ? [status] : []
        }
    }
}

extension LiveViewRequest {
    /// LiveviewImage, which is busy until there is a frame.
    static let panasonic = LiveViewRequest(.panasonicGetLiveViewImage, notReady: [.deviceBusy], meanings: .panasonic) { bytes in
        guard let view = PanasonicLiveView(bytes) else { return nil }
        var reply = LiveViewReply(picture: view.picture)
        if let roll = view.roll {
            let degrees = (Double(roll) / 10).truncatingRemainder(dividingBy: 360)
            reply.rollDegrees = degrees < 0 ? degrees + 360 : degrees
        }
        if let pitch = view.pitch, pitch.magnitude <= 900 { reply.pitchDegrees = Double(pitch) / 10 }
        return reply
    }
}

extension ResponseMeanings {
    /// Meanings of response codes: the standard's, with what to do at such a body.
    static let panasonic = ResponseMeanings(
        [
            .accessDenied: (
                .notAvailable,
                "The camera does not allow this now. A dial or a switch of the camera may decide about it, or it shows a menu."
            )
        ],
        names: { .panasonic }
    )
}

extension StandardExtension {
    /// Panasonic's additions, by the operations that bodies have without listing them.
    static let panasonic = StandardExtension(
        properties: PanasonicProperties.table,
        capabilities: [
            (.remoteControlWithoutLiveView, [.panasonicInitiateCapture]), (.exposureControl, [.panasonicSetProperty]),
            (.cameraInitiatedTransfer, [.panasonicSetSetup]), (.shutterControl, [.panasonicInitiateCapture]),
            (.halfPress, [.panasonicControlFocus]),
            (.liveView, [.panasonicControlLiveView, .panasonicGetLiveViewImage]),
            (.liveViewOrientation, [.panasonicGetLiveViewImage]), (.focusDrive, [.panasonicDriveFocus]),
            (.videoRecording, [.panasonicControlMovie]),
        ],
        categories: [.stillsShooting, .videoRecording]
    )
}

extension CameraError {
    /// Instruction for a body that does not accept remote control.
    static let tetherMenu =
        "select \"PC(Tether)\" when it asks for the USB mode, or in its menu (Setup > USB > USB Mode), then connect again."

    /// The error for a body that describes none of its properties: it is not in the mode "PC(Tether)".
    static func refusedTethering(_ error: SessionError) -> CameraError? {
        guard case .refused(.panasonicListProperty, let response) = error else { return nil }
        var explained = ResponseMeanings.panasonic.error(error, .connect)
        if response.code == .deviceBusy { return explained }
        (explained.code, explained.message) = (
            .needsPhysicalInteraction, "The camera does not accept remote control: \(tetherMenu)"
        )
        return explained
    }
}
