package import PTP

/// The operations of a vendor's cameras that the kit performs, as data.
package struct VendorOperations<Record: Sendable>: Sendable {
    /// Returns the events since its last call.
    package var events: EventPoll<Record>
    /// Returns one live view frame. Its meanings of the response codes are those of all operations.
    package var frame: LiveViewRequest
    /// Removes a picture that has been transferred or declined from the camera's memory; its parameter is the handle.
    package var pictureDone: OperationCode?
    /// Answers whether an operation continues; nil if operations end with their response.
    package var readiness: ReadinessPoll?
    /// Keeps the camera from turning itself off, every 30 seconds.
    package var keepAlive: OperationCode?
    /// Size of a piece, in bytes, that every camera of the vendor supplies from its memory; nil if a picture is transferred as a whole.
    /// Without ``pictureDone`` that removes it.
    package var transferPiece: UInt64? = 1 << 20

    /// Creates the operations of cameras that report events when they are polled, and have live view.
    package init(events: EventPoll<Record>, frame: LiveViewRequest) { (self.events, self.frame) = (events, frame) }
}

/// A vendor's operation that a camera answers as busy until an operation before it has ended, as data.
package struct ReadinessPoll: Sendable {
    /// Operation that the camera answers with its state.
    package var code: OperationCode
    /// Responses of a camera that is busy.
    package var busy: Set<ResponseCode>
    /// Responses of a camera that continues with work for which nothing needs to wait.
    package var done: Set<ResponseCode>
    /// Pause between two requests.
    package var interval: Duration

    /// Creates a poll; without `done`, only OK ends the wait without an error.
    package init(
        _ code: OperationCode,
        busy: Set<ResponseCode> = [.deviceBusy],
        done: Set<ResponseCode> = [],
        every interval: Duration = .milliseconds(20)
    ) {
        (self.code, self.busy, self.done, self.interval) = (code, busy, done, interval)
    }
}
