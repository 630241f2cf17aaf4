import CameraModel
import HotShoeSupport
import PTP

/// Somebody who is served, over whatever link: from the moment the camera is to be connected until it has been left. **Thread-safe.**
///
/// What it asks for is done here; what its link does is its own: how answers, events and refusals go out, and how it ends.
protocol ServedClient: AnyObject, Sendable {
    /// For people.
    var name: String { get }
    var device: PTPDevice { get }
    /// Answers the camera's questions while it connects.
    var authenticate: AuthenticationHandler? { get }
    /// What is to go wrong.
    var faults: FaultBook { get }
    /// What happens in time, and in which.
    var time: any TimeSource { get }
    var state: ServedState { get }

    // Coming and leaving.

    /// The camera is connected: the client is told.
    func welcome()
    /// The camera could not be connected.
    func refuse(_ error: CameraError)
    /// Tells the client of events until there are no more.
    func passOn(_ events: EventStream<Event>) async
    /// Ends the link, and with it the client.
    func leave()
    /// The link is over, the camera has yet to be left.
    func isLeaving()
    /// Whether somebody waits for this one to leave: the camera then stays connected.
    var hasSuccessor: Bool { get }
    /// The camera has been left.
    func hasLeft(wasServed: Bool)

    // A transaction.

    /// Gives an answer to the client, and calls ``over()`` when the next request may come.
    func deliver(_ answer: Answer, to request: OperationRequest) async
    /// The client owes data from now on.
    func dataIsAwaited()
    /// Bytes of that data have arrived.
    func dataMoved(_ byteCount: Int)
    /// The client owes no data any more.
    func dataIsOver()
    /// There is room for more data.
    func resumeReceiving()
    /// The client does not keep to the order of a transaction.
    func broke(_ error: TransactionError)
    /// A fault lets nobody answer from here on.
    func standsStill()
    /// From now on the next request may come.
    func over()
}

/// What a server knows of one client, and the lock that guards it. **Thread-safe.**
final class ServedState: Sendable {
    struct Value {
        var transaction = ResponderTransaction()
        var collected: [UInt8] = []
        var isTooMuch = false
        var pipe: UploadPipe?
        /// Of an upload: its answer, and whether all of its data has come. The response waits for both.
        var uploadAnswer: Answer?
        var isDataOver = false
        var isIncomplete = false
        /// Gives up what is being done.
        var work: Task<Void, Never>?
        var isCancelled = false
        /// What still comes of a transaction that was given up is dropped.
        var cancelled: TransactionID?
        /// Given up before its request was here: it may have gone another, faster way.
        var cancelledEarly: TransactionID?
        var isServed = false
        var isOver = false
        var connecting: Task<Void, Never>?
        var pump: Task<Void, Never>?
        /// Looks whether the camera is still there.
        var watch: Task<Void, Never>?
    }

    private let value = Guarded(Value())

    func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try value.withLock(body)
    }
}

/// The faults that are still to come, of all clients of one camera. **Thread-safe.**
final class FaultBook: Sendable {
    private let schedule: Guarded<ResponderFaultSchedule>

    init(_ faults: [ResponderFault]) { schedule = Guarded(ResponderFaultSchedule(faults)) }

    func withLock<Result>(_ body: (inout sending ResponderFaultSchedule) -> sending Result) -> sending Result {
        schedule.withLock(body)
    }
}
