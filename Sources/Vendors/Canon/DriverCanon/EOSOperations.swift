import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import VendorKit

// The operations of EOS bodies that the kit performs.

extension VendorOperations<EventRecord> {
    /// Canon's operations for EOS bodies.
    static var eos: VendorOperations {
        var operations = VendorOperations(events: .eos, frame: .eos)
        // Without TransferComplete the body blocks.
        operations.pictureDone = .eosTransferComplete
        operations.keepAlive = .eosKeepDeviceOn
        return operations
    }
}

extension EventPoll<EventRecord> {
    /// GetEvent. A body that receives no request for a second stops working properly (observed behaviour).
    static let eos = EventPoll(.eosGetEvent, emptySize: Block.headSize) { bytes in
        let reply = EventReply(bytes)
        if let failure = reply.failure { Log.write(.warning, "canon", "a reply to GetEvent is malformed: \(failure)") }
        return reply.records
    }
}

extension LiveViewRequest {
    /// GetViewFinderData. The parameters request frames in the size that the body chooses (observed behaviour).
    static let eos = LiveViewRequest(
        .eosGetViewFinderData,
        [0x0020_0000, 0, 0],
        notReady: [.eosObjectNotReady, .deviceBusy],
        meanings: .eos
    ) { bytes in
        let blob = LiveViewBlob(bytes)
        guard blob.pictureIsWhole, let picture = blob.picture else { return nil }
        var reply = LiveViewReply(picture: picture)
        reply.histogram = blob.histogram
        reply.magnification = blob.zoomFactor
        (reply.space, reply.imageRect, reply.focusArea) = (blob.space, blob.imageRect, blob.focusArea)
        return reply
    }
}

extension PropertyContent: ReportedContent {
    package var byteCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .text(let text): text.utf8.count
        default: 0
        }
    }
}
