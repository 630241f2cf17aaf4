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

/// The pending faults for all clients of a camera. **Thread-safe.**
final class FaultBook: Sendable {
    private let schedule: Guarded<ResponderFaultSchedule>

    init(_ faults: [ResponderFault]) { schedule = Guarded(ResponderFaultSchedule(faults)) }

    func withLock<Result>(_ body: (inout sending ResponderFaultSchedule) -> sending Result) -> sending Result {
        schedule.withLock(body)
    }
}
