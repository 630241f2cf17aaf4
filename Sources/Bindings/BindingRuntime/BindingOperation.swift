public import BindingSupport

// SAFETY: `canceller` is set before another thread has the object; all other state is in the monitor.
/// A running asynchronous call with any type of result. **Thread-safe.**
///
/// Releasing the last reference to a running operation cancels it, and releases the handlers of ``whenDone(queue:_:)`` without
/// calling them.
public class AnyOperation: @unchecked Sendable {
    private enum Phase {
        case running
        case done
        case shutDown
    }

    private struct State: ~Copyable {
        var phase = Phase.running
        var descriptor = ReadyDescriptor()
        var handlers: [(queue: any CallbackQueue, work: CallbackWork)] = []
    }

    /// Guards the phase; the condition wakes the threads that wait for the end.
    private let monitor = Monitor(State())
    /// Cancels the call: its task, or the completion of foreign code.
    fileprivate final var canceller: (any Canceller)?

    fileprivate init() {}

    deinit {
        canceller?.cancel()
    }

    /// Whether the result is available.
    public final var isDone: Bool { monitor.withLock { state, _ in state.phase == .done } }

    /// Waits for the end, on the calling thread.
    ///
    /// - Parameter nanoseconds: the time limit in nanoseconds; 0 returns immediately; a negative number or `Int64.max` means no
    ///   limit.
    /// - Returns: `.ok` when the operation is done, `.timedOut`, or `.shutDown`.
    public final func wait(nanoseconds: Int64) -> Status {
        let deadline = Deadline(nanoseconds: nanoseconds)
        let status = withoutThreadCancellation {
            monitor.wait(deadline) { state -> Status? in
                switch state.phase {
                case .running: nil
                case .done: .ok
                case .shutDown: .shutDown
                }
            }
        }
        return status ?? .timedOut
    }

    /// Requests the call to end early. The operation is done when the call has ended, usually with an error.
    public final func cancel() {
        canceller?.cancel()
    }

    /// A file descriptor that is readable once the operation is done or the library was shut down. The operation owns it. -1,
    /// with `errno` set, if the system provides none.
    public final var descriptor: Int32 { monitor.withLock { state, _ in state.descriptor.make() } }

    /// Calls `handler` once when the operation is done, or promptly if it is done already.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handler runs; `nil` for a thread of the library.
    ///   - handler: the handler; released without a call if the operation is released, or the library shut down, before it is
    ///     done. After its call it is released on the thread that called it, before the queue runs anything else.
    public final func whenDone(queue: (any CallbackQueue)?, _ handler: @escaping @Sendable () -> Void) {
        let (queue, work) = (queue ?? LibraryCallbackQueue.shared, CallbackWork.once(handler))
        let isDone = monitor.withLock { state, _ in
            if state.phase == .running { state.handlers.append((queue, work)) }
            return state.phase == .done
        }
        if isDone { queue.enqueue(work) }
    }

    /// Ends all waits, and releases the handlers; later handlers are not called.
    final func shutDown() {
        let discarded = leaveRunning(.shutDown)
        canceller?.cancel()
        withExtendedLifetime(discarded) {}
    }

    fileprivate final func markDone() {
        for (queue, work) in leaveRunning(.done) { queue.enqueue(work) }
    }

    /// Sets the final phase and returns the waiting handlers; returns none if the operation has ended before.
    private final func leaveRunning(_ phase: Phase) -> [(queue: any CallbackQueue, work: CallbackWork)] {
        monitor.withLock { state, condition in
            guard state.phase == .running else { return [] }
            state.phase = phase
            state.descriptor.set(true)
            condition.broadcast()
            defer { state.handlers = [] }
            return state.handlers
        }
    }
}

/// Something that can be requested to end early.
protocol Canceller: Sendable {
    func cancel()
}

extension Task: Canceller where Success == Void, Failure == Never {}

// SAFETY: `outcome` is written once, before the phase becomes `done`, and read only after that phase was seen under its lock.
/// A running asynchronous call and its result. **Thread-safe.**
public final class BindingOperation<Value>: AnyOperation, @unchecked Sendable {
    private var outcome: Result<Value, any Error>?

    private override init() {}

    /// Starts `body` on the cooperative threads.
    ///
    /// Not specialised for each call: that was a tenth of the thunks' code.
    @_semantics("optimize.sil.specialize.generic.never")
    public static func start(_ body: @escaping () async throws -> Value) -> BindingOperation<Value> {
        let body = UncheckedBox(value: body)
        return run { await outcome(of: body.value) }
    }

    /// Starts `body` on the main actor. In a host program that is not Swift's, ``MainQueue`` serves it.
    @_semantics("optimize.sil.specialize.generic.never")
    public static func startOnMainActor(_ body: @escaping @MainActor () async throws -> Value) -> BindingOperation<Value> {
        run { @MainActor in
            do {
                return UncheckedBox(value: .success(try await body()))
            } catch {
                return UncheckedBox(value: .failure(error))
            }
        }
    }

    /// The result or error of the call; `nil` while it runs. Can be read repeatedly.
    public func result() -> Result<Value, any Error>? {
        isDone ? outcome : nil
    }

    /// Creates an operation that foreign code completes. Cancelling the operation, or releasing it while it runs, cancels the
    /// completion.
    public static func make() -> (operation: BindingOperation<Value>, completion: ForeignCompletion<Value>) {
        let operation = BindingOperation()
        let completion = ForeignCompletion<Value>.make { [weak operation] in operation?.finish($0) }
        operation.canceller = completion.canceller
        return (operation, completion.completion)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private static func run(
        _ body: @escaping @Sendable () async -> UncheckedBox<Result<Value, any Error>>
    ) -> BindingOperation<Value> {
        let operation = BindingOperation()
        do throws(ResourceError) { try SystemResources.check() } catch {
            operation.finish(.failure(error))
            return operation
        }
        // The task does not retain the operation, because releasing the operation cancels the task.
        operation.canceller = Task.detached { [weak operation] in
            let outcome = await body()
            operation?.finish(outcome.value)
        }
        return operation
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func finish(_ outcome: Result<Value, any Error>) {
        self.outcome = outcome
        markDone()
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private static func outcome(of body: () async throws -> Value) async -> UncheckedBox<Result<Value, any Error>> {
        do {
            return UncheckedBox(value: .success(try await body()))
        } catch {
            return UncheckedBox(value: .failure(error))
        }
    }
}
