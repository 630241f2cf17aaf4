public import HotShoeSupport

/// Calls a foreign handler with each element, in order, on a queue; one at a time, and nothing is lost. **Thread-safe.**
///
/// For a Swift closure without a result that foreign code wants called on a queue. What was sent is delivered even if the
/// delivery is let go meanwhile; when the queue lets its work go, the handler is let go with all that waits.
// SAFETY: elements go from the sender to the queue, and the sender, a Swift library, passes them on for good.
public final class ForeignDelivery<Element>: @unchecked Sendable {
    private struct State {
        var line: [UncheckedBox<Element>] = []
        var handler: (@Sendable (Element) -> Void)?
        var hasTurn = false
    }

    /// Guards the line.
    private let state: Guarded<State>
    private let queue: any CallbackQueue

    /// - Parameter queue: where; without one, on a thread of the library.
    public init(queue: (any CallbackQueue)?, handler: @escaping @Sendable (Element) -> Void) {
        state = Guarded(State(handler: handler))
        self.queue = queue ?? LibraryCallbackQueue.shared
    }

    /// Puts an element in line.
    public func send(_ element: Element) {
        let element = UncheckedBox(value: element)
        let startsTurn = state.withLock { state in
            guard state.handler != nil else { return false }
            state.line.append(element)
            defer { state.hasTurn = true }
            return !state.hasTurn
        }
        if startsTurn { enqueueTurn() }
    }

    private func enqueueTurn() {
        let turn = Turn(self)
        queue.enqueue(CallbackWork { turn.take() })
    }

    /// Calls the handler with what is in line now. What comes meanwhile has the next turn: a queue's run must end.
    private func deliver() {
        let (handler, line) = state.withLock { state in
            defer { state.line = [] }
            return (state.handler, state.line)
        }
        if let handler {
            for element in line { handler(element.value) }
        }
        let hasMore = state.withLock { state in
            state.hasTurn = !state.line.isEmpty
            return state.hasTurn
        }
        if hasMore { enqueueTurn() }
    }

    /// The queue will not run: nothing can be delivered any more.
    private func abandon() {
        let forgotten = state.withLock { state in
            defer { state = State() }
            return state
        }
        withExtendedLifetime(forgotten) {}
    }

    /// One piece of work, which knows if it was let go without being run.
    private final class Turn: Sendable {
        private let delivery: ForeignDelivery
        private let isTaken = Guarded(false)

        init(_ delivery: ForeignDelivery) {
            self.delivery = delivery
        }

        func take() {
            isTaken.withLock { $0 = true }
            delivery.deliver()
        }

        deinit {
            if !isTaken.withLock({ $0 }) { delivery.abandon() }
        }
    }
}
