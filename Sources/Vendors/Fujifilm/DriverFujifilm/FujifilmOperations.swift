import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties
import PTPSession
import VendorKit

// The operations of Fujifilm's bodies that the kit performs, and the meanings of their responses, as data.

extension VendorOperations<FujifilmChanges.Change> {
    /// Fujifilm's operations.
    static var fujifilm: VendorOperations {
        var operations = VendorOperations(events: .fujifilm, frame: .fujifilm)
        // Bodies list GetPartialObject, which must not be used in this mode (observed behaviour).
        operations.transferPiece = nil
        operations.pictureDone = .deleteObject
        return operations
    }
}

extension EventPoll<FujifilmChanges.Change> {
    /// The value of 0xD212. Each poll has a separate memory of what was reported.
    static var fujifilm: EventPoll {
        var pauses = PollRate.Limits()
        pauses.slowest = .milliseconds(500)
        pauses.whileExpecting = .milliseconds(50)
        let news = Guarded(FujifilmNews())
        return EventPoll(
            .getDevicePropValue,
            [DevicePropCode.fujifilmCurrentState.rawValue],
            emptySize: FujifilmChanges.emptySize,
            replyLimit: FujifilmChanges.emptySize + 6 * Int(UInt16.max),
            pauses: pauses
        ) { bytes in
            let reply = FujifilmChanges(bytes)
            if let failure = reply.failure { Log.write(.warning, "fujifilm", "a reply with changes is malformed: \(failure)") }
            return news.withLock { $0.changed(reply.changes) }
        }
    }
}

extension LiveViewRequest {
    /// GetObjectInfo, GetObject and DeleteObject of the newest frame. InvalidObjectHandle: there is no new frame (observed behaviour).
    static let fujifilm: LiveViewRequest = {
        let frame = ObjectHandle.fujifilmLiveView.rawValue
        var request = LiveViewRequest(
            .getObject,
            [frame],
            notReady: [.invalidObjectHandle, .deviceBusy, .accessDenied, .fujifilmNotNow],
            meanings: .fujifilm
        ) { bytes in
            FujifilmFrame.picture(in: bytes).map { LiveViewReply(picture: $0) }
        }
        request.preparation = .init(.getObjectInfo, [frame])
        request.completion = .init(.deleteObject, [frame, 0])
        request.retryPause = .milliseconds(10)
        return request
    }()
}

extension ResponseMeanings {
    /// Meanings of Fujifilm's response codes.
    static let fujifilm = ResponseMeanings(
        [
            .fujifilmWrongState: (
                .notAvailable,
                "The camera does not allow this now. If it shows a menu or plays back, press its shutter button halfway."
            ),
            .fujifilmNotNow: (
                .busy, "The camera does not allow this yet: it works, or has pictures that must be fetched or declined first."
            ),
            .storeFull: (.busy, "The camera's buffer is full. Fetch or decline the pictures that it offers."),
        ],
        names: { .fujifilm }
    )
}

extension CameraError {
    /// Instruction for a body that does not offer remote control.
    static let tetherMenu =
        "select \"USB TETHER SHOOTING AUTO\" in its menu (CONNECTION SETTING or NETWORK/USB SETTING), then connect again."

    /// The error for a body that does not accept the computer's priority.
    static func refusedPriority(_ error: SessionError) -> CameraError? {
        guard case .refused(let code, let response) = error, [.getDevicePropValue, .setDevicePropValue].contains(code) else {
            return nil
        }
        var explained = ResponseMeanings.fujifilm.error(error, .connect)
        if response.code == .deviceBusy { return explained }
        (explained.code, explained.message) = (
            .needsPhysicalInteraction,
            "The camera does not accept remote control now. If it shows a menu or plays back, press its shutter button halfway; "
                + "otherwise switch it off and on, and connect again."
        )
        return explained
    }
}

extension StandardExtension {
    /// Fujifilm's additions.
    static let fujifilm: StandardExtension = {
        let release = PropertyIdentifier.vendor(code: DevicePropCode.fujifilmRelease.rawValue)
        var additions = StandardExtension(
            properties: FujifilmProperties.table,
            capabilities: [
                (.halfPress, [.initiateCapture]), (.cameraInitiatedTransfer, [.initiateCapture]),
                (.liveView, [.initiateOpenCapture, .terminateOpenCapture]),
            ],
            propertyCapabilities: [(.focusDrive, .vendor(code: DevicePropCode.fujifilmFocusPosition.rawValue))],
            categories: .videoRecording
        )
        additions.valueCapabilities = [(.videoRecording, release, Int64(FujifilmRelease.startMovie.rawValue))]
        return additions
    }()
}
