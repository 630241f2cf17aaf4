import CameraModel
import HotShoeSupport
import PTP

/// A client of a server on any transport, from connecting the camera until the camera has been left. **Thread-safe.**
///
/// Requests are processed here. The implementation for a transport sends answers, events and refusals, and ends the link.
protocol ServedClient: AnyObject, Sendable {
    /// Name for display.
    var name: String { get }
    var device: PTPDevice { get }
    /// Answers the camera's authentication requests while it connects.
    var authenticate: AuthenticationHandler? { get }
    /// The pending faults.
    var faults: FaultBook { get }
    /// Clock of the server.
    var time: any TimeSource { get }
    var state: ServedState { get }

    // Start and end.

    /// Called when the camera is connected; notifies the client.
    func welcome()
    /// Called when the camera could not be connected; notifies the client.
    func refuse(_ error: CameraError)
    /// Sends events to the client until the stream ends.
    func passOn(_ events: EventStream<Event>) async
    /// Ends the link, and with it the client.
    func leave()
    /// Called when the link has ended, before the camera is left.
    func isLeaving()
    /// Whether another client waits for this one to leave; the camera then stays connected.
    var hasSuccessor: Bool { get }
    /// Called when the camera has been left.
    func hasLeft(wasServed: Bool)

    // Transactions.

    /// Sends an answer to the client and calls ``over()`` when the next request may arrive.
    func deliver(_ answer: Answer, to request: OperationRequest) async
    /// Called when the client must send data.
    func dataIsAwaited()
    /// Called when bytes of that data have arrived.
    func dataMoved(_ byteCount: Int)
    /// Called when the client need send no more data.
    func dataIsOver()
    /// Continues receiving data after a pause.
    func resumeReceiving()
    /// Called when the client violates the order of a transaction.
    func broke(_ error: TransactionError)
    /// Called when a fault stops all further answers.
    func answersStopped()
    /// Marks the transaction as answered: the next request may arrive.
    func over()
}

/// State of a client with its lock. **Thread-safe.**
final class ServedState: Sendable {
    struct Value {
        var transaction = ResponderTransaction()
        var collected: [UInt8] = []
        var isTooMuch = false
        var pipe: UploadPipe?
        /// The answer to an upload, and below whether all of its data has arrived. The response waits for both.
        var uploadAnswer: Answer?
        var isDataOver = false
        var isIncomplete = false
        /// Task of the current operation.
        var work: Task<Void, Never>?
        var isCancelled = false
        /// Cancelled transaction, whose remaining data is discarded.
        var cancelled: TransactionID?
        /// Transaction that was cancelled before its request arrived: the cancellation may take another, faster path.
        var cancelledEarly: TransactionID?
        var isServed = false
        var isOver = false
        var connecting: Task<Void, Never>?
        var pump: Task<Void, Never>?
        /// Watches whether the camera is still connected.
        var watch: Task<Void, Never>?
    }

    private let value = Guarded(Value())

    func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try value.withLock(body)
    }
}

/// The pending faults for all clients of a camera. **Thread-safe.**
final class FaultBook: Sendable {
    private let schedule: Guarded<ResponderFaultSchedule>

    init(_ faults: [ResponderFault]) { schedule = Guarded(ResponderFaultSchedule(faults)) }

    func withLock<Result>(_ body: (inout sending ResponderFaultSchedule) -> sending Result) -> sending Result {
        schedule.withLock(body)
    }
}
