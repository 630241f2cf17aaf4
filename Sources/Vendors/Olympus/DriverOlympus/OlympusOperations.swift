import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPOlympus
import PTPProperties
import PTPSession
import VendorKit

// The operations of Olympus and OM System bodies that the kit performs, as data.

extension VendorOperations<OlympusChanges.Change> {
    /// The operations of Olympus and OM System bodies.
    static var olympus: VendorOperations {
        var operations = VendorOperations(events: .olympus, frame: .olympus)
        // GetObject removes a picture for the computer from the body's memory.
        operations.transferPiece = nil
        return operations
    }
}

extension EventPoll<OlympusChanges.Change> {
    /// GetChangedProperties. Bodies do not announce every change, and some return all properties each time. Each poll has a separate memory.
    static var olympus: EventPoll {
        var pauses = PollRate.Limits()
        pauses.first = .milliseconds(50)
        pauses.whileExpecting = .milliseconds(100)
        pauses.slowest = .milliseconds(500)
        let known = Guarded(OlympusNews())
        return EventPoll(
            .olympusGetChangedProperties,
            emptySize: OlympusChanges.emptySize,
            replyLimit: OlympusChanges.replyLimit,
            pauses: pauses
        ) { bytes in
            let reply = OlympusChanges(bytes)
            if let failure = reply.failure { Log.write(.warning, "olympus", "a reply with properties is malformed: \(failure)") }
            return known.withLock { $0.changed(reply.changes) }
        }
    }
}

extension LiveViewRequest {
    /// GetLiveViewImage, which is busy, or has little data, until there is a frame.
    static let olympus = LiveViewRequest(
        .olympusGetLiveViewImage,
        [1],
        notReady: [.deviceBusy],
        meanings: .olympus
    ) { bytes in
        OlympusLiveView(bytes).map { LiveViewReply(picture: $0.picture) }
    }
}

extension ResponseMeanings {
    /// Meanings of response codes: the standard's, with what to do at such a body.
    static let olympus = ResponseMeanings(
        [
            .accessDenied: (
                .notAvailable, "The camera does not allow this now. Its mode dial may decide about it, or it shows a menu."
            )
        ],
        names: { .olympus }
    )
}

extension StandardExtension {
    /// The additions of Olympus and OM System bodies.
    static let olympus = StandardExtension(
        properties: OlympusProperties.table,
        capabilities: [
            (.shutterControl, [.olympusCapture]), (.remoteControlWithoutLiveView, [.olympusCapture]),
            (.liveView, [.olympusGetLiveViewImage]), (.focusDrive, [.olympusDriveFocus]),
            (.cameraInitiatedTransfer, [.olympusGetImage]),
        ],
        categories: .stillsShooting
    )
}
