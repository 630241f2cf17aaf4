package import CameraModel
package import DriverPTP
package import HotShoeSupport
import PTP
import PTPSession

/// A button of a camera with the presses of its positions, in the order in which they are released.
package protocol ButtonPress: Hashable, Sendable, CaseIterable {
    /// The presses that expose a picture.
    static var exposing: Set<Self> { get }
    /// The presses that focus.
    static var focusing: Set<Self> { get }
}

/// The parts of the kit that a vendor's connection consists of. **Thread-safe.**
package final class VendorParts<Record: Sendable, Press: ButtonPress>: Sendable {
    package let standard: StandardConnection
    package let host: CameraHost
    package let time: any TimeSource
    package let operations: VendorOperations<Record>
    package let events: EventPoller<Record>
    package let liveRuns: LiveViewRuns
    package let presses = HeldPresses<Press>()
    package let recordings: RecordingReports
    package let offers: OfferedTransfers
    private let keepAlive: KeepAlive?

    /// Creates the parts of a connection over a session that is not open yet.
    ///
    /// - Parameters:
    ///   - standard: Connection for the work that the vendor leaves to the standard.
    ///   - operations: The vendor's operations.
    package init(_ standard: StandardConnection, _ operations: VendorOperations<Record>) {
        let (session, host, time) = (standard.session, standard.host, standard.time)
        let events = EventPoller(session, operations.events, time: time)
        (self.standard, self.host, self.time, self.operations) = (standard, host, time, operations)
        self.events = events
        liveRuns = LiveViewRuns(session, operations.frame, time: time)
        recordings = RecordingReports(host, time)
        let keepAlive = operations.keepAlive.flatMap { standard.supports($0) ? $0 : nil }
        self.keepAlive = keepAlive.map { KeepAlive(session, $0, every: .seconds(30), time: time) }
        let (done, meanings) = (operations.pictureDone, operations.frame.meanings)
        let isRemovedByTransfer = done == nil && operations.transferPiece == nil
        offers = OfferedTransfers(
            standard,
            inPiecesOf: operations.transferPiece,
            isRemovedByTransfer: isRemovedByTransfer
        ) { handle throws(CameraError) in
            guard let done else { return }
            try await session.perform(.transfer, meanings: meanings) { session throws(SessionError) in
                try await session.perform(done, [handle.rawValue])
            }
            // The camera may announce the next one.
            events.requestNow()
        }
    }

    /// Starts the requests of events, and keeps the camera awake.
    package func start() {
        events.start()
        keepAlive?.start()
    }

    /// Ends the requests and all waits for reports.
    func endWaits() {
        events.stop()
        keepAlive?.stop()
        standard.shots.finish()
        recordings.endWaits()
        standard.tasks.cancel()
    }
}
