import HotShoeSupport

/// What a foreign implementation of an asynchronous function is given, whatever it answers. **Thread-safe.**
// SAFETY: it has no state of its own.
public class AnyCompletion: @unchecked Sendable {
    fileprivate init() {}

    /// Answers with an error. Returns false if an answer was given before.
    @discardableResult
    public func fail(_ error: any Error) -> Bool { false }

    /// Whether nobody wants the answer any more. It should be given all the same, soon.
    public var isCancelled: Bool { false }

    /// Calls `handler` once, on a thread of the library, when the answer is not wanted any more; now and here, if that is so
    /// already; never after an answer.
    public func onCancel(_ handler: @escaping @Sendable () -> Void) {}
}

/// What a foreign implementation of an asynchronous function is given, to answer with. **Thread-safe.**
///
/// Let go without an answer, it fails with ``ForeignError`` `.notAvailable`: nobody waits for ever.
// SAFETY: the value goes from whoever answers to the one who waits.
public final class ForeignCompletion<Value>: AnyCompletion, @unchecked Sendable {
    private let answer: ForeignAnswer<Value>

    fileprivate init(_ answer: ForeignAnswer<Value>) {
        self.answer = answer
        super.init()
    }

    deinit {
        answer.give(.failure(ForeignError(.notAvailable, "The foreign function ended without an answer.")))
    }

    /// Answers. Returns false, and lets the result go, if that has been done.
    @discardableResult
    public func complete(with result: Result<Value, any Error>) -> Bool {
        answer.give(result)
    }

    @discardableResult
    public override func fail(_ error: any Error) -> Bool {
        answer.give(.failure(error))
    }

    public override var isCancelled: Bool { answer.isCancelled }

    public override func onCancel(_ handler: @escaping @Sendable () -> Void) {
        answer.onCancel(handler)
    }

    /// Calls a foreign function and waits for its answer.
    ///
    /// Cancelling the task asks the foreign function to end; its answer is waited for, since it may use what it was given.
    ///
    /// - Parameter start: calls the foreign function, which must return soon; it keeps the completion until it answers.
    public nonisolated(nonsending) static func wait(_ start: (ForeignCompletion<Value>) -> Void) async throws -> Value {
        let answer = ForeignAnswer<Value>()
        return try await withTaskCancellationHandler {
            let result = await withCheckedContinuation { continuation in
                answer.awaited(by: continuation)
                start(ForeignCompletion(answer))
            }
            return try result.value.get()
        } onCancel: {
            answer.cancel()
        }
    }
}

/// The answer, shared by who gives and who waits. **Thread-safe.**
private final class ForeignAnswer<Value>: Sendable {
    typealias Boxed = UncheckedBox<Result<Value, any Error>>

    private struct State {
        var waiting: CheckedContinuation<Boxed, Never>?
        var isGiven = false
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    /// Guards everything; neither the continuation nor a handler is called under it.
    private let state = Guarded(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func awaited(by continuation: CheckedContinuation<Boxed, Never>) {
        state.withLock { $0.waiting = continuation }
    }

    @discardableResult
    func give(_ result: Result<Value, any Error>) -> Bool {
        let (waiting, forgotten) = state.withLock { state in
            defer {
                state.isGiven = true
                state.waiting = nil
                state.handlers = []
            }
            return (state.waiting, state.handlers)
        }
        waiting?.resume(returning: UncheckedBox(value: result))
        withExtendedLifetime(forgotten) {}
        return waiting != nil
    }

    /// Tells the handlers, on a thread of the library: this one has the task's record locked, which whoever answers wants,
    /// and a handler may wait for who answers.
    func cancel() {
        let isHeard = state.withLock { state in
            state.isCancelled = true
            return !state.handlers.isEmpty
        }
        if isHeard { LibraryCallbackQueue.shared.enqueue(CallbackWork { self.tellHandlers() }) }
    }

    private func tellHandlers() {
        let handlers = state.withLock { state in
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let isDue = state.withLock { state in
            if state.isGiven { return false }
            if !state.isCancelled { state.handlers.append(handler) }
            return state.isCancelled
        }
        if isDue { handler() }
    }
}
