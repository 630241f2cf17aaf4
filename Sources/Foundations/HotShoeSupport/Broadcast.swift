/// A source of events with any number of observers, all of which receive every event in the order it was enqueued.
/// **Thread-safe.**
public final class Broadcast<Event: Sendable>: Sendable {
    private struct Sink {
        let identifier: Int
        /// Number of the observer's first event; earlier events were decided before it was added.
        let firstEvent: Int
        let send: @Sendable (Event) -> Void
        let finish: @Sendable () -> Void
    }

    private struct State {
        var sinks: [Sink] = []
        var nextIdentifier = 0
        var outbox: [Event] = []
        /// Number of the first event in the outbox.
        var outboxStart = 0
        var isDelivering = false
        var isFinished = false
    }

    /// Guards the list of observers and the order of events. Handlers and continuations run outside it.
    private let state = Guarded(State())

    /// Creates a source without observers.
    public init() {}

    deinit {
        finish()
    }

    /// Number of observers.
    public var observerCount: Int { state.withLock { $0.sinks.count } }

    /// Queues events for delivery. May be called under the lock that decided their order; nothing runs until ``flush()``.
    public func enqueue(_ events: some Sequence<Event>) {
        state.withLock { state in
            if !state.sinks.isEmpty && !state.isFinished { state.outbox.append(contentsOf: events) }
        }
    }

    /// Delivers queued events to the observers' mailboxes. If another thread is delivering, returns immediately, and that
    /// thread delivers these events too.
    public func flush() {
        var isFirstRound = true
        while let work = popWork(isFirstRound: isFirstRound) {
            isFirstRound = false
            switch work {
            case .deliver(let start, let events, let sinks):
                for (offset, event) in events.enumerated() {
                    for sink in sinks where sink.firstEvent <= start + offset { sink.send(event) }
                }
            case .end(let sinks): for sink in sinks { sink.finish() }
            }
        }
    }

    /// Queues an event and delivers it: ``enqueue(_:)`` and ``flush()``.
    public func send(_ event: Event) {
        enqueue(CollectionOfOne(event))
        flush()
    }

    /// Ends every stream after the queued events; later events are discarded. As with ``flush()``, another thread may do the
    /// work.
    public func finish() {
        state.withLock { $0.isFinished = true }
        flush()
    }

    /// Work for a thread that does not hold the lock.
    private enum Work {
        case deliver(start: Int, [Event], [Sink])
        case end([Sink])
    }

    private func popWork(isFirstRound: Bool) -> Work? {
        state.withLock { state in
            if isFirstRound && state.isDelivering { return nil }
            state.isDelivering = !state.outbox.isEmpty
            if state.isDelivering {
                defer {
                    state.outboxStart += state.outbox.count
                    state.outbox = []
                }
                return .deliver(start: state.outboxStart, state.outbox, state.sinks)
            }
            guard state.isFinished, !state.sinks.isEmpty else { return nil }
            defer { state.sinks = [] }
            return .end(state.sinks)
        }
    }

    /// Observes by closure.
    ///
    /// - Parameters:
    ///   - first: elements that this observer receives before anything else, such as the present state.
    ///   - capacity: number of elements that may wait for the handler; beyond it the oldest are dropped.
    ///   - queue: the queue on which the handler runs.
    ///   - select: returns the observer's element for an event; nil skips the event. Runs on the sender's thread.
    ///   - handler: is called with each element, never with two at a time.
    /// - Returns: the subscription; cancelling it, or releasing its last reference, ends the observation.
    public func observe<Element: Sendable>(
        first: [Element] = [],
        capacity: Int = 1024,
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        select: @escaping @Sendable (Event) -> Element?,
        handler: @escaping @Sendable (Element) -> Void
    ) -> Subscription {
        let delivery = CallbackDelivery(first: first, capacity: capacity, queue: queue, handler: handler)
        let identifier = add(send: { event in select(event).map(delivery.send) }, finish: {})
        delivery.start()
        return Subscription { [weak self] waits in
            self?.remove(identifier)
            delivery.cancel(waits: waits)
        }
    }

    /// Observes as an asynchronous sequence; see ``EventStream`` and ``observe(first:capacity:queue:select:handler:)``.
    public func stream<Element: Sendable>(
        first: [Element] = [],
        capacity: Int = 1024,
        select: @escaping @Sendable (Event) -> Element?
    ) -> EventStream<Element> {
        let mailbox = Mailbox<Element>(capacity: capacity)
        for element in first { mailbox.send(element) }
        let identifier = add(send: { event in select(event).map(mailbox.send) }, finish: { mailbox.finish() })
        let subscription = Subscription { [weak self] _ in
            self?.remove(identifier)
            mailbox.finish()
        }
        return EventStream(mailbox: mailbox, subscription: subscription)
    }

    private func add(send: @escaping @Sendable (Event) -> Void, finish: @escaping @Sendable () -> Void) -> Int {
        let (identifier, isFinished) = state.withLock { state in
            defer { state.nextIdentifier += 1 }
            if !state.isFinished {
                let firstEvent = state.outboxStart + state.outbox.count
                state.sinks.append(Sink(identifier: state.nextIdentifier, firstEvent: firstEvent, send: send, finish: finish))
            }
            return (state.nextIdentifier, state.isFinished)
        }
        if isFinished { finish() }
        return identifier
    }

    private func remove(_ identifier: Int) {
        // Releases the values that the sink captured outside the lock.
        let removed = state.withLock { state -> Sink? in
            state.sinks.firstIndex { $0.identifier == identifier }.map { state.sinks.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }
}
