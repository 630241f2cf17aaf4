/// A value that is set once, by the first of any number of callers, and awaited by any number of tasks. **Thread-safe.**
public final class Promise<Value: Sendable, Failure: Error>: Sendable {
    private enum State {
        case waiting(nextKey: Int, waiters: [(key: Int, continuation: CheckedContinuation<Result<Value, Failure>?, Never>)])
        case fulfilled(Result<Value, Failure>)
    }

    /// Guards the one transition from waiting to fulfilled.
    private let state = Guarded(State.waiting(nextKey: 0, waiters: []))

    /// Creates an unfulfilled promise.
    public init() {}

    /// The result; nil before it is set.
    public var current: Result<Value, Failure>? {
        state.withLock { if case .fulfilled(let result) = $0 { result } else { nil } }
    }

    /// Sets the result and resumes all waiting tasks. Returns false, without an effect, if it was already set.
    @discardableResult
    public func fulfil(_ result: Result<Value, Failure>) -> Bool {
        let waiters = state.withLock {
            state -> [(key: Int, continuation: CheckedContinuation<Result<Value, Failure>?, Never>)]? in
            guard case .waiting(_, let waiters) = state else { return nil }
            state = .fulfilled(result)
            return waiters
        }
        for waiter in waiters ?? [] { waiter.continuation.resume(returning: result) }
        return waiters != nil
    }

    /// Waits for the result without a time limit.
    public func result() async -> Result<Value, Failure> {
        await withCheckedContinuation { continuation in
            if let result = enter(continuation).result { continuation.resume(returning: result) }
        }!
    }

    /// Waits for the result; returns nil when the calling task is cancelled, without an effect on the promise.
    public func resultUnlessCancelled() async -> Result<Value, Failure>? {
        let ticket = Guarded<Ticket>(.none)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (key, result) = enter(continuation)
                if let result { return continuation.resume(returning: result) }
                // The task may have been cancelled before its key was stored: then stop waiting immediately.
                let isCancelled = ticket.withLock { ticket in
                    defer { ticket = .entered(key) }
                    return ticket == .cancelled
                }
                if isCancelled { leave(key) }
            }
        } onCancel: {
            let key = ticket.withLock { ticket -> Int? in
                defer { ticket = .cancelled }
                if case .entered(let key) = ticket { return key }
                return nil
            }
            if let key { leave(key) }
        }
    }

    private enum Ticket: Equatable {
        case none
        case entered(Int)
        case cancelled
    }

    private func enter(
        _ continuation: CheckedContinuation<Result<Value, Failure>?, Never>
    ) -> (key: Int, result: Result<Value, Failure>?) {
        state.withLock { state in
            switch state {
            case .fulfilled(let result):
                return (0, result)
            case .waiting(let key, var waiters):
                waiters.append((key, continuation))
                state = .waiting(nextKey: key + 1, waiters: waiters)
                return (key, nil)
            }
        }
    }

    private func leave(_ key: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Result<Value, Failure>?, Never>? in
            guard case .waiting(let nextKey, var waiters) = state,
                let index = waiters.firstIndex(where: { $0.key == key })
            else { return nil }
            let continuation = waiters.remove(at: index).continuation
            state = .waiting(nextKey: nextKey, waiters: waiters)
            return continuation
        }
        continuation?.resume(returning: nil)
    }
}
