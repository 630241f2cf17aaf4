/// Identifies an operation of a plan; never reused.
struct OperationKey: Hashable, Sendable {
    let number: Int
}

/// Generates keys.
struct OperationKeys {
    private var next = 0

    mutating func new() -> OperationKey {
        defer { next += 1 }
        return OperationKey(number: next)
    }
}

/// An action that a plan requests.
enum OperationAction: Hashable, Sendable {
    case start(OperationKey, DNSServiceRequest)
    /// Replaces the TXT record of a registration.
    case update(OperationKey, text: [UInt8])
    case end(OperationKey)
}

/// The outcome of an operation.
enum OperationOutcome: Hashable, Sendable {
    case started
    case notStarted(DNSServiceFailure)
    /// After `.failed` the operation no longer exists.
    case replied(DNSServiceReply)
}

/// An input of a plan.
enum PlanInput<Command: Sendable>: Sendable {
    case begin
    case outcome(OperationKey, OperationOutcome)
    case command(Command)
    case timerFired
    case stop
}

/// Decides which requests to send to the daemon, and which events to report: a state machine without threads, calls or clocks.
protocol OperationPlan: Sendable {
    /// Commands of the plan's user.
    associatedtype Command: Sendable
    /// Events that the plan reports.
    associatedtype Event: Sendable

    /// Processes an input at the present time, `now`, which is never earlier than in a previous call.
    mutating func process(_ input: PlanInput<Command>, at now: Duration) -> PlanResult<Event>

    /// Time at which the plan needs the next `.timerFired`; nil for never.
    var nextDeadline: Duration? { get }
}

/// Actions to perform and events to report, each in this order.
struct PlanResult<Event: Sendable>: Sendable {
    var operations: [OperationAction] = []
    var events: [Event] = []
    /// Messages for the log.
    var warnings: [String] = []
}

/// Pause before the next attempt. Pure.
struct Backoff: Hashable, Sendable {
    static let first: Duration = .seconds(1)
    static let longest: Duration = .seconds(30)
    /// An attempt that worked for this long resets the pause.
    static let steady: Duration = .seconds(5)

    private var next = Self.first

    /// Returns the pause after an attempt that worked for `span`; zero if it failed immediately.
    mutating func pause(afterWorkingFor span: Duration) -> Duration {
        if span >= Self.steady { next = Self.first }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
