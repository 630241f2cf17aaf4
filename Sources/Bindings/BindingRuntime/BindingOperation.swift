public import HotShoeSupport

/// One asynchronous call under way, whatever it gives. **Thread-safe.**
///
/// Let go while it runs, it is cancelled, and what waits for it with ``whenDone(queue:_:)`` is let go uncalled.
// SAFETY: `task` is set before anybody else has the object; everything else is in the monitor.
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

    /// Guards the phase; the condition wakes the threads that wait for its end.
    private let monitor = Monitor(State())
    fileprivate final var task: Task<Void, Never>?

    fileprivate init() {}

    deinit {
        task?.cancel()
    }

    /// Whether the result is there.
    public final var isDone: Bool { monitor.withLock { state, _ in state.phase == .done } }

    /// Waits for the end, on the calling thread.
    ///
    /// - Parameter nanoseconds: how long at the most; 0: not at all; negative or `Int64.max`: for ever.
    /// - Returns: `.ok` when it is done, `.timedOut`, or `.shutDown`.
    public final func wait(nanoseconds: Int64) -> Status {
        let deadline = Deadline(nanoseconds: nanoseconds)
        let status = monitor.wait(deadline) { state -> Status? in
            switch state.phase {
            case .running: nil
            case .done: .ok
            case .shutDown: .shutDown
            }
        }
        return status ?? .timedOut
    }

    /// Asks the call to end early. It is done when it has: with an error, most often.
    public final func cancel() {
        task?.cancel()
    }

    /// Readable once the operation is done or the library shut down; belongs to the operation. -1, with `errno` set, when
    /// the system gives none.
    public final var descriptor: Int32 { monitor.withLock { state, _ in state.descriptor.make() } }

    /// Calls `handler` once, when it is done; soon, if that is so already.
    ///
    /// - Parameter queue: where; without one, on a thread of the library.
    public final func whenDone(queue: (any CallbackQueue)?, _ handler: @escaping @Sendable () -> Void) {
        let (queue, work) = (queue ?? LibraryCallbackQueue.shared, CallbackWork(handler))
        let isDone = monitor.withLock { state, _ in
            if state.phase == .running { state.handlers.append((queue, work)) }
            return state.phase == .done
        }
        if isDone { queue.enqueue(work) }
    }

    /// After this no wait lasts, and no handler is enqueued.
    final func shutDown() {
        let forgotten = leaveRunning(.shutDown)
        task?.cancel()
        withExtendedLifetime(forgotten) {}
    }

    fileprivate final func settle() {
        for (queue, work) in leaveRunning(.done) { queue.enqueue(work) }
    }

    /// The handlers that wait for it; none if it was left before.
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

/// One asynchronous call under way, and what it gives. **Thread-safe.**
// SAFETY: `outcome` is written once, before the phase becomes `done`, and read only after that was seen under its lock.
public final class BindingOperation<Value>: AnyOperation, @unchecked Sendable {
    private var outcome: Result<Value, any Error>?

    private override init() {}

    /// Starts `body` on the cooperative threads.
    public static func start(_ body: @escaping () async throws -> Value) -> BindingOperation<Value> {
        let body = UncheckedBox(value: body)
        return run { await outcome(of: body.value) }
    }

    /// Starts `body` on the main actor. Under a foreign host that is served by ``MainQueue``.
    public static func startOnMainActor(_ body: @escaping @MainActor () async throws -> Value) -> BindingOperation<Value> {
        run { @MainActor in
            do {
                return UncheckedBox(value: .success(try await body()))
            } catch {
                return UncheckedBox(value: .failure(error))
            }
        }
    }

    /// What the call gave or threw; nil while it runs. Can be asked for again and again.
    public func result() -> Result<Value, any Error>? {
        isDone ? outcome : nil
    }

    private static func run(
        _ body: @escaping @Sendable () async -> UncheckedBox<Result<Value, any Error>>
    ) -> BindingOperation<Value> {
        let operation = BindingOperation()
        // Not held by its task: letting the operation go is what cancels it.
        operation.task = Task.detached { [weak operation] in
            let outcome = await body()
            operation?.finish(outcome.value)
        }
        return operation
    }

    private func finish(_ outcome: Result<Value, any Error>) {
        self.outcome = outcome
        settle()
    }

    private static func outcome(of body: () async throws -> Value) async -> UncheckedBox<Result<Value, any Error>> {
        do {
            return UncheckedBox(value: .success(try await body()))
        } catch {
            return UncheckedBox(value: .failure(error))
        }
    }
}
