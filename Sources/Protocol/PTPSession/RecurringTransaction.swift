public import PTP

/// A transaction that is performed repeatedly, for example to fetch live view frames. **Thread-safe.**
///
/// Performing it allocates no memory. The completion handler runs on the thread that received the response, without a task in
/// between.
public final class RecurringTransaction: Sendable {
    private let request: PTPSession.Request
    private let session: PTPSession

    init(_ request: PTPSession.Request, _ session: PTPSession) {
        self.request = request
        self.session = session
    }

    /// Enqueues the transaction. Must not be called again before the transaction has finished.
    public func perform() { session.enter(request) }

    /// Cancels the transaction if it is queued or under way: it finishes immediately with ``SessionError/cancelled(_:)``.
    public func cancel() { session.abandon(request, .cancelled(request.code)) }
}

extension PTPSession {
    /// Creates a transaction that can be performed repeatedly.
    ///
    /// - Parameters:
    ///   - code: Operation code.
    ///   - parameters: Parameters of the operation.
    ///   - receiver: Receives the data of each transaction.
    ///   - priority: Priority in the queue.
    ///   - timeout: Longest time without data or a response; nil for ``Options/transactionTimeout``.
    ///   - finished: Called once for each call of ``RecurringTransaction/perform()``, on any thread. It must not block, but
    ///     may perform the transaction again.
    /// - Returns: The transaction, which is not performed yet.
    public func recurring(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        receiver: any DataReceiver,
        priority: TransactionPriority = .normal,
        timeout: Duration? = nil,
        finished: @escaping @Sendable (Result<OperationResponse, SessionError>) -> Void
    ) -> RecurringTransaction {
        RecurringTransaction(request(code, parameters, .receive(receiver), priority, timeout, .handler(finished)), self)
    }
}
