/// Tells an operation from the others of its plan; none is used twice.
struct OperationKey: Hashable, Sendable {
    let number: Int
}

/// Gives out keys.
struct OperationKeys {
    private var next = 0

    mutating func new() -> OperationKey {
        defer { next += 1 }
        return OperationKey(number: next)
    }
}

/// What a plan wants done with operations.
enum OperationAction: Hashable, Sendable {
    case start(OperationKey, DNSServiceRequest)
    /// Replaces the TXT record of a registration.
    case update(OperationKey, text: [UInt8])
    case end(OperationKey)
}

/// What became of an operation.
enum OperationOutcome: Hashable, Sendable {
    case started
    case notStarted(DNSServiceFailure)
    /// After `.failed` there is no such operation any more.
    case replied(DNSServiceReply)
}

/// What a plan takes in.
enum PlanInput<Command: Sendable>: Sendable {
    case begin
    case outcome(OperationKey, OperationOutcome)
    case command(Command)
    case timeCame
    case stop
}

/// Decides what to ask the daemon, and what to tell: a state machine without threads, calls or clocks.
protocol OperationPlan: Sendable {
    /// What its user may want of it.
    associatedtype Command: Sendable
    /// What it tells.
    associatedtype Event: Sendable

    /// Takes something in.
    ///
    /// - Parameter now: never before an earlier one.
    mutating func take(_ input: PlanInput<Command>, at now: Duration) -> PlanResult<Event>

    /// When it next wants `.timeCame`; nil for never.
    var nextDeadline: Duration? { get }
}

/// What a plan wants done, and told, in this order each.
struct PlanResult<Event: Sendable>: Sendable {
    var operations: [OperationAction] = []
    var events: [Event] = []
    /// For the log.
    var warnings: [String] = []
}

/// How long to wait before the next try. Pure.
struct Backoff: Hashable, Sendable {
    static let first: Duration = .seconds(1)
    static let longest: Duration = .seconds(30)
    /// What has worked for so long is tried again as soon as what never failed.
    static let steady: Duration = .seconds(5)

    private var next = Self.first

    /// The wait after a try that worked for `span`; zero if it did not work.
    mutating func pause(afterWorkingFor span: Duration) -> Duration {
        if span >= Self.steady { next = Self.first }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
