import BindingSupport

// SAFETY: it has no state.
/// The completion of an asynchronous function that foreign code implements, with any type of result. **Thread-safe.**
public class AnyCompletion: @unchecked Sendable {
    fileprivate init() {}

    /// Completes the call with an error. Returns false if it was completed before.
    @discardableResult
    public func fail(_ error: any Error) -> Bool { false }

    /// Whether the caller has cancelled the call. The call should then be completed soon.
    public var isCancelled: Bool { false }

    /// Calls `handler` once, on a thread of the library, when the caller cancels the call; immediately on the calling thread if
    /// it is cancelled already; never after completion.
    public func onCancel(_ handler: @escaping @Sendable () -> Void) {}
}

// SAFETY: the value passes from the completing thread to the waiting task.
/// The completion of an asynchronous function that foreign code implements. **Thread-safe.**
///
/// If it is released without a result, the call fails with ``ForeignError`` `.notAvailable`, so no caller waits forever.
public final class ForeignCompletion<Value>: AnyCompletion, @unchecked Sendable {
    private let answer: ForeignAnswer<Value>

    fileprivate init(_ answer: ForeignAnswer<Value>) {
        self.answer = answer
        super.init()
    }

    deinit {
        answer.resolve(.failure(ForeignError(.notAvailable, "The foreign function ended without an answer.")))
    }

    /// Completes the call. Returns false, and releases the result, if it was completed before.
    @discardableResult
    public func complete(with result: Result<Value, any Error>) -> Bool {
        answer.resolve(result)
    }

    @discardableResult
    public override func fail(_ error: any Error) -> Bool {
        answer.resolve(.failure(error))
    }

    public override var isCancelled: Bool { answer.isCancelled }

    public override func onCancel(_ handler: @escaping @Sendable () -> Void) {
        answer.onCancel(handler)
    }

    /// Calls a foreign function and waits for its result.
    ///
    /// Cancelling the task requests the foreign function to end; the call still waits for its result, because the function may
    /// use its arguments until then.
    ///
    /// - Parameter start: calls the foreign function, which must return soon; the function keeps the completion until it
    ///   completes the call.
    /// - Returns: the value with which the call was completed.
    /// - Throws: the error with which the call was completed; ``ForeignError`` `.notAvailable` if the completion was released
    ///   without a result.
    public nonisolated(nonsending) static func wait(_ start: (ForeignCompletion<Value>) -> Void) async throws -> Value {
        let answer = ForeignAnswer<Value>()
        return try await withTaskCancellationHandler {
            let result = await withCheckedContinuation { continuation in
                answer.whenResolved { continuation.resume(returning: $0) }
                start(ForeignCompletion(answer))
            }
            return try result.value.get()
        } onCancel: {
            answer.cancel()
        }
    }

    /// Creates a completion and the object that cancels it; `finish` receives the result, once.
    static func make(
        _ finish: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> (completion: ForeignCompletion<Value>, canceller: any Canceller) {
        let answer = ForeignAnswer<Value>()
        answer.whenResolved { finish($0.value) }
        return (ForeignCompletion(answer), answer)
    }
}

/// The result, shared by the completing and the waiting side. **Thread-safe.**
private final class ForeignAnswer<Value>: Canceller {
    typealias Boxed = UncheckedBox<Result<Value, any Error>>

    private struct State {
        var waiting: (@Sendable (Boxed) -> Void)?
        var isResolved = false
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    /// Guards all state; no handler is called under it.
    private let state = Guarded(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Sets the function that receives the result. Before that, nothing resolves the answer.
    func whenResolved(_ finish: @escaping @Sendable (Boxed) -> Void) {
        state.withLock { $0.waiting = finish }
    }

    @discardableResult
    func resolve(_ result: Result<Value, any Error>) -> Bool {
        let (waiting, discarded) = state.withLock { state in
            defer {
                state.isResolved = true
                state.waiting = nil
                state.handlers = []
            }
            return (state.waiting, state.handlers)
        }
        waiting?(UncheckedBox(value: result))
        withExtendedLifetime(discarded) {}
        return waiting != nil
    }

    /// Calls the cancellation handlers, on a thread of the library. The current thread holds the lock of the task's record,
    /// which a completing thread needs, and a handler may wait for that thread.
    func cancel() {
        let hasHandlers = state.withLock { state in
            state.isCancelled = true
            return !state.handlers.isEmpty
        }
        if hasHandlers { LibraryCallbackQueue.shared.enqueue(CallbackWork { self.notifyHandlers() }) }
    }

    private func notifyHandlers() {
        let handlers = state.withLock { state in
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            if state.isResolved { return false }
            if !state.isCancelled { state.handlers.append(handler) }
            return state.isCancelled
        }
        if isDue { handler() }
    }
}
