import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPSession
import PTPSony
import VendorKit

// The operations of Sony's bodies that the kit performs, and the meanings of their responses, as data.

extension VendorOperations<SonyPropertyRecord> {
    /// Sony's operations.
    static var sony: VendorOperations {
        var operations = VendorOperations(events: .sony, frame: .sony)
        // GetObject removes a picture from the buffer; no operation deletes it.
        operations.transferPiece = nil
        return operations
    }
}

extension EventPoll<SonyPropertyRecord> {
    /// GetAllExtDevicePropInfo. Bodies announce changes by an event, which not all of them send for every change. Each poll has a separate memory.
    static var sony: EventPoll {
        var pauses = PollRate.Limits()
        pauses.slowest = .milliseconds(500)
        pauses.whileExpecting = .milliseconds(50)
        let known = Guarded(SonyChanges())
        return EventPoll(
            .sonyGetAllExtDevicePropInfo,
            emptySize: SonyPropertyList.headSize,
            replyLimit: SonyPropertyList.replyLimit,
            pauses: pauses
        ) { bytes in
            let list = SonyPropertyList(bytes)
            if let failure = list.failure { Log.write(.warning, "sony", "a reply with properties is malformed: \(failure)") }
            return known.withLock { $0.changed(list.records) }
        }
    }
}

extension LiveViewRequest {
    /// GetObject of the newest frame. AccessDenied: no new frame; InvalidObjectHandle: live view has not begun (observed behaviour).
    static let sony = LiveViewRequest(
        .getObject,
        [ObjectHandle.sonyLiveView.rawValue],
        notReady: [.accessDenied, .invalidObjectHandle, .deviceBusy],
        meanings: .sony
    ) { bytes in
        guard let view = SonyLiveView(bytes) else { return nil }
        var reply = LiveViewReply(picture: view.picture)
        guard let block = view.block, let frames = SonyFocalFrames(bytes, block), let space = frames.space else { return reply }
        (reply.space, reply.imageRect, reply.areaCount) = (space, Rect(space), frames.count)
        return reply
    } focusArea: { bytes, index in
        guard let block = SonyLiveView(bytes)?.block else { return nil }
        return SonyFocalFrames(bytes, block)?.area(index, in: bytes)
    }
}

extension ResponseMeanings {
    /// Meanings of Sony's response codes.
    static let sony = ResponseMeanings(
        [
            .sonyAuthenticationFailed: (.authenticationFailed, CameraError.encryptedOnly),
            .sonyPasswordLengthInvalid: (.authenticationFailed, CameraError.encryptedOnly),
            .sonyPasswordCharacterInvalid: (.authenticationFailed, CameraError.encryptedOnly),
            .sonyBufferFull: (.busy, "The camera's buffer is full. Fetch or decline the pictures that it offers."),
            .sonyCameraError: (.notAvailable, "The camera reports an error. Look at its screen."),
        ],
        names: { .sony }
    )
}

extension CameraError {
    /// Instruction for a body that does not accept remote control.
    static let remoteMenu =
        "select \"PC Remote\" in its menu (Network or Setup > USB > USB Connection Mode, and PC Remote Function), then connect again."

    /// Message for a body that refuses connections without encryption.
    static let encryptedOnly =
        "The camera accepts encrypted connections only (SSH), which HotShoe does not support. Switch its access authentication off "
        + "(Network > Network Option > Access Authentication Settings)."

    /// The error for a body that refuses a step of connecting: it is not in the mode "PC Remote", or accepts encrypted connections only.
    static func refusedConnecting(_ error: SessionError) -> CameraError? {
        guard case .refused(let code, let response) = error, [.sonyConnect, .sonyGetExtDeviceInfo].contains(code) else {
            return nil
        }
        var explained = ResponseMeanings.sony.error(error, .connect)
        if explained.code == .authenticationFailed || response.code == .deviceBusy { return explained }
        (explained.code, explained.message) = (
            .needsPhysicalInteraction, "The camera does not accept remote control: \(remoteMenu)"
        )
        return explained
    }
}
