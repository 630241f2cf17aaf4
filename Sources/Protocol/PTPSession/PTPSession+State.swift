import HotShoeSupport
import PTP

// The requests of a session, and the state that its lock guards.

extension PTPSession {
    /// An operation to perform, or to perform repeatedly. An object, because the queue passes it on for every frame of live view.
    final class Request: Sendable {
        let key: Int
        let transaction: LinkTransaction
        let priority: TransactionPriority
        let timeout: Duration
        let outcome: Outcome
        /// Collects the data for the recorder; nil if nothing is recorded.
        let recording: RecordedData?

        init(
            key: Int,
            transaction: LinkTransaction,
            priority: TransactionPriority,
            timeout: Duration,
            outcome: Outcome,
            recording: RecordedData? = nil
        ) {
            (self.key, self.transaction, self.priority) = (key, transaction, priority)
            (self.timeout, self.outcome, self.recording) = (timeout, outcome, recording)
        }

        var code: OperationCode { transaction.code }
    }

    /// Repetition of an operation on a busy device.
    struct Repetition {
        /// Time after which the operation is no longer repeated.
        let deadline: Duration
        /// Pause before the next attempt.
        var delay: Duration = .milliseconds(10)

        /// The repetition after this one.
        var next: Repetition { Repetition(deadline: deadline, delay: min(delay * 2, .milliseconds(320))) }
    }

    /// Receiver of a request's result.
    enum Outcome: Sendable {
        case promise(Promise<OperationResponse, SessionError>)
        case handler(@Sendable (Result<OperationResponse, SessionError>) -> Void)

        func fulfil(_ result: Result<OperationResponse, SessionError>) {
            switch self {
            case .promise(let promise): promise.fulfil(result)
            case .handler(let handler): handler(result)
            }
        }
    }

    enum Phase {
        case open
        case closing
        case closed(LinkFailure)
    }

    struct State {
        var phase = Phase.open
        var line = TransactionLine<Request>()
        /// Request that the link performs.
        var underWay: Request?
        /// Error of the current request, if it is cancelled.
        var cancellation: SessionError?
        var nextKey = 0
        var numbering: TransactionNumbering
        /// Requests that wait to be repeated on a busy device.
        var resting: [Int: Request] = [:]
        /// Repetitions of the requests that a busy device has refused, by their keys.
        var repetitions: [Int: Repetition] = [:]
        /// Time that remains for all repetitions; nil for no common limit.
        var busyBudget: Duration?
        var lastWord: Duration
        /// Timeout of the current transaction.
        var timeout: ProgressTimeout?
        /// Reason for closing the link from this side; nil for a regular close.
        var closeReason: LinkFailure?
        /// Time for which the watchdog is armed.
        var watchdogDeadline: Duration?
    }
}
