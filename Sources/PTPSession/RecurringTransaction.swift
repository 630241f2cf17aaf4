public import PTP

/// A transaction that is performed again and again, such as the fetching of a frame. **Thread-safe.**
///
/// Performing it allocates nothing, and its end is told on the thread that took the response, without a task in between.
public final class RecurringTransaction: Sendable {
    private let request: PTPSession.Request
    private let session: PTPSession

    init(_ request: PTPSession.Request, _ session: PTPSession) {
        self.request = request
        self.session = session
    }

    /// Performs it. Not again before it has finished.
    public func perform() { session.enter(request) }

    /// Gives it up, if it is being performed: it finishes at once, as cancelled.
    public func cancel() { session.abandon(request, .cancelled(request.code)) }
}

extension PTPSession {
    /// Makes a transaction that can be performed again and again.
    ///
    /// - Parameters:
    ///   - finished: is called once for each time, on any thread. It must not block, but may perform the transaction again.
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
