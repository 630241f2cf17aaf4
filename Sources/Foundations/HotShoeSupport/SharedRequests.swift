/// Combines identical requests that are made at the same time into one. **Thread-safe.**
public final class SharedRequests<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    private struct Request {
        let identifier: Int
        let promise: Promise<Value, Failure>
        let task: Task<Void, Never>
        var waiters: Int
    }

    private struct State {
        var requests: [Key: Request] = [:]
        var nextIdentifier = 0
    }

    /// Guards the table of requests in progress.
    private let state = Guarded(State())

    /// Creates an empty table.
    public init() {}

    /// Number of distinct requests in progress.
    public var count: Int { state.withLock { $0.requests.count } }

    /// Returns the number of callers that wait for the result of a request.
    func waiterCount(for key: Key) -> Int { state.withLock { $0.requests[key]?.waiters ?? 0 } }

    /// Joins the request for `key` that is in progress, or starts it.
    ///
    /// - Parameters:
    ///   - key: identifies the request; requests with equal keys are the same.
    ///   - cancelled: error for a caller whose task is cancelled. The work continues for the other callers, and is cancelled
    ///     with the last one.
    ///   - work: performs the request, in a separate task.
    /// - Returns: the result of the request; a failure with `cancelled` if the caller's task is cancelled first.
    public func value(
        for key: Key,
        cancelled: Failure,
        _ work: @escaping @Sendable () async -> Result<Value, Failure>
    ) async -> Result<Value, Failure> {
        let (identifier, promise) = join(key, work)
        let result = await promise.resultUnlessCancelled()
        if result == nil { leave(key, identifier) }
        return result ?? .failure(cancelled)
    }

    private func join(
        _ key: Key,
        _ work: @escaping @Sendable () async -> Result<Value, Failure>
    ) -> (Int, Promise<Value, Failure>) {
        state.withLock { state in
            if let request = state.requests[key] {
                state.requests[key]!.waiters += 1
                return (request.identifier, request.promise)
            }
            let identifier = state.nextIdentifier
            state.nextIdentifier += 1
            let promise = Promise<Value, Failure>()
            let task = Task { [self] in
                let result = await work()
                self.state.withLock { state in
                    if state.requests[key]?.identifier == identifier { state.requests[key] = nil }
                }
                promise.fulfil(result)
            }
            state.requests[key] = Request(identifier: identifier, promise: promise, task: task, waiters: 1)
            return (identifier, promise)
        }
    }

    private func leave(_ key: Key, _ identifier: Int) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            guard var request = state.requests[key], request.identifier == identifier else { return nil }
            request.waiters -= 1
            state.requests[key] = request.waiters == 0 ? nil : request
            return request.waiters == 0 ? request.task : nil
        }
        abandoned?.cancel()
    }
}
