import HotShoeSupport

/// The services that a browser shows, and its events in order. **Thread-safe.**
final class ServiceView: Sendable {
    fileprivate struct State {
        var services: [Service] = []
        var failure: ServiceDiscoveryError?
        var isFinished = false
    }

    private static var capacity: Int { 4096 }

    /// Guards the state, and queues events in the order of its changes.
    private let state = Guarded(State())
    private let broadcast = Broadcast<ServiceEvent>()

    var services: [Service] { state.withLock { $0.services } }
    var failure: ServiceDiscoveryError? { state.withLock { $0.failure } }

    func report(_ events: [ServiceEvent]) {
        state.withLock { state in
            if state.isFinished { return }
            for event in events { state.apply(event) }
            broadcast.enqueue(events)
        }
        broadcast.flush()
    }

    func stream() -> EventStream<ServiceEvent> {
        state.withLock { state in
            broadcast.stream(first: state.asEvents, capacity: Self.capacity) { $0 }
        }
    }

    func observe(queue: any CallbackQueue, handler: @escaping @Sendable (ServiceEvent) -> Void) -> Subscription {
        let gate = GatedQueue(queue)
        defer { gate.open() }
        return state.withLock { state in
            broadcast.observe(first: state.asEvents, capacity: Self.capacity, queue: gate, select: { $0 }, handler: handler)
        }
    }

    func finish() {
        state.withLock { state in
            state.isFinished = true
            state.services = []
            state.failure = nil
        }
        broadcast.finish()
    }
}

extension ServiceView.State {
    /// The state as events, for a new observer.
    var asEvents: [ServiceEvent] { services.map { .found($0) } + (failure.map { [.unavailable($0)] } ?? []) }

    mutating func apply(_ event: ServiceEvent) {
        switch event {
        case .found(let service): services.append(service)
        case .updated(let service):
            if let index = services.firstIndex(where: { $0.identity == service.identity }) { services[index] = service }
        case .lost(let identity): services.removeAll { $0.identity == identity }
        case .unavailable(let error): failure = error
        case .availableAgain: failure = nil
        }
    }
}

/// Holds back the work for a queue until it is opened: the queue may be the application's code, which must not be called under
/// a lock. **Thread-safe.**
private final class GatedQueue: CallbackQueue {
    private let queue: any CallbackQueue
    /// Guards the work that is held back; nil once the gate is open.
    private let kept = Guarded<[CallbackWork]?>([])

    init(_ queue: any CallbackQueue) { self.queue = queue }

    func enqueue(_ work: CallbackWork) {
        let isOpen = kept.withLock { kept in
            kept?.append(work)
            return kept == nil
        }
        if isOpen { queue.enqueue(work) }
    }

    func open() {
        let works = kept.withLock { kept in
            defer { kept = nil }
            return kept ?? []
        }
        for work in works { queue.enqueue(work) }
    }
}
