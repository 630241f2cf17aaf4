public import BindingSupport

// SAFETY: elements pass from the sender to the queue, and the sender, a Swift library, keeps no reference to them.
/// Calls a foreign handler with each element, in order, on a queue; one at a time, without loss. **Thread-safe.**
///
/// Used for a Swift closure without a result that foreign code wants to be called on a queue. Elements that were sent are
/// delivered even if the delivery is released; when the queue discards its work, the handler and all waiting elements are
/// released.
public final class ForeignDelivery<Element>: @unchecked Sendable {
    private struct State {
        var line: [UncheckedBox<Element>] = []
        var handler: (@Sendable (Element) -> Void)?
        var hasTurn = false
    }

    /// Guards the queued elements.
    private let state: Guarded<State>
    private let queue: any CallbackQueue

    /// Creates a delivery.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handler runs; `nil` for a thread of the library.
    ///   - handler: called with each element, one at a time.
    public init(queue: (any CallbackQueue)?, handler: @escaping @Sendable (Element) -> Void) {
        state = Guarded(State(handler: handler))
        self.queue = queue ?? LibraryCallbackQueue.shared
    }

    /// Queues an element.
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
        queue.enqueue(CallbackWork { turn.run() })
    }

    /// Calls the handler with the currently queued elements. Later elements are delivered in another turn, because a queue's
    /// run must end.
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

    /// Discards everything, because the queue will not run.
    private func abandon() {
        let discarded = state.withLock { state in
            defer { state = State() }
            return state
        }
        withExtendedLifetime(discarded) {}
    }

    /// A piece of work that detects being released without having run.
    private final class Turn: Sendable {
        private let delivery: ForeignDelivery
        private let hasRun = Guarded(false)

        init(_ delivery: ForeignDelivery) {
            self.delivery = delivery
        }

        func run() {
            hasRun.withLock { $0 = true }
            delivery.deliver()
        }

        deinit {
            if !hasRun.withLock({ $0 }) { delivery.abandon() }
        }
    }
}
