/// Where one consumer's elements wait until it asks for them. **Thread-safe**; one consumer at a time.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var buffer: BoundedBuffer<Element>
        var waiter: CheckedContinuation<Element?, Never>?
        var isFinished = false
    }

    /// Guards the buffer and the one consumer that may wait.
    private let state: Guarded<State>

    init(capacity: Int) {
        state = Guarded(State(buffer: BoundedBuffer(capacity: capacity)))
    }

    var droppedCount: Int { state.withLock { $0.buffer.droppedCount } }

    func send(_ element: Element) {
        let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            if state.isFinished { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.buffer.append(element)
            return nil
        }
        waiter?.resume(returning: element)
    }

    /// Nothing more will come; what is waiting can still be taken.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// The oldest element; waits for one. Nil when the mailbox is finished and empty, or the task is cancelled.
    func next() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isReady, element) = state.withLock { state -> (Bool, Element?) in
                    if let element = state.buffer.popFirst() { return (true, element) }
                    // A second consumer gets the end rather than the first one's element.
                    if state.isFinished || state.waiter != nil || Task.isCancelled { return (true, nil) }
                    state.waiter = continuation
                    return (false, nil)
                }
                if isReady { continuation.resume(returning: element) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }

    /// The oldest element, if one is waiting.
    func takeNow() -> Element? {
        state.withLock { $0.buffer.popFirst() }
    }
}
