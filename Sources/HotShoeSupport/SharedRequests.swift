/// Lets identical requests that are made at the same time share one piece of work. **Thread-safe.**
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

    /// Guards the table of what is under way.
    private let state = Guarded(State())

    /// Makes an empty table.
    public init() {}

    /// How many distinct requests are under way.
    public var count: Int { state.withLock { $0.requests.count } }

    /// How many callers wait for the result of a request.
    func waiterCount(for key: Key) -> Int { state.withLock { $0.requests[key]?.waiters ?? 0 } }

    /// Joins the request for `key` that is under way, or starts it.
    ///
    /// - Parameters:
    ///   - key: what is asked for; requests with equal keys are the same request.
    ///   - cancelled: what a caller gets whose task is cancelled. The work goes on for the other callers; when the last
    ///     one has gone, the work is cancelled as well.
    ///   - work: does the request; runs in a task of its own.
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
