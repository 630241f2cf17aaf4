/// Queue of one consumer's elements. **Thread-safe**; one consumer at a time.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var buffer: BoundedBuffer<Element>
        var waiter: (ticket: Int, continuation: CheckedContinuation<Element?, Never>)?
        /// Number of the next call of ``Mailbox/next()``; a cancelled call removes only its own wait.
        var nextTicket = 0
        var isFinished = false
    }

    /// Guards the buffer and the waiting consumer.
    private let state: Guarded<State>

    init(capacity: Int) {
        state = Guarded(State(buffer: BoundedBuffer(capacity: capacity)))
    }

    var droppedCount: Int { state.withLock { $0.buffer.droppedCount } }

    /// Whether a consumer waits for an element now.
    var hasWaiter: Bool { state.withLock { $0.waiter != nil } }

    func send(_ element: Element) {
        let (waiter, forgotten) = state.withLock { state -> (CheckedContinuation<Element?, Never>?, Element?) in
            if state.isFinished { return (nil, nil) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter.continuation, nil)
            }
            return (nil, state.buffer.append(element))
        }
        waiter?.resume(returning: element)
        // Releases a dropped element outside the lock: its `deinit` may call back.
        withExtendedLifetime(forgotten) {}
    }

    /// Ends the mailbox; queued elements can still be read.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.continuation.resume(returning: nil)
    }

    /// Waits for the oldest element. Returns nil when the mailbox is finished and empty, or the task is cancelled.
    func next() async -> Element? {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isReady, element) = state.withLock { state -> (Bool, Element?) in
                    if let element = state.buffer.popFirst() { return (true, element) }
                    // A second consumer receives the end, not the first consumer's element.
                    if state.isFinished || state.waiter != nil || Task.isCancelled { return (true, nil) }
                    state.waiter = (ticket, continuation)
                    return (false, nil)
                }
                if isReady { continuation.resume(returning: element) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                guard state.waiter?.ticket == ticket else { return nil as CheckedContinuation<Element?, Never>? }
                defer { state.waiter = nil }
                return state.waiter?.continuation
            }
            waiter?.resume(returning: nil)
        }
    }

    /// Returns the oldest queued element; nil if none is queued.
    func popFirst() -> Element? {
        state.withLock { $0.buffer.popFirst() }
    }
}
