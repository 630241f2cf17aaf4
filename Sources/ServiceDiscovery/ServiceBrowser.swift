public import HotShoeSupport

/// Finds the services of one type on the local network, for as long as it is wanted. **Thread-safe.**
///
/// The search starts with ``start()``, ``events`` or ``observe(queue:_:)`` and goes on until ``stop()`` or the last reference.
/// It survives the daemon: while there is none, that is told once, and it is looked for quietly, after one second at first,
/// every thirty seconds in the end. Everything that is found may be anybody's invention.
public final class ServiceBrowser: Sendable {
    /// How much a browser takes in, however much is announced.
    public struct Limits: Sendable, Hashable {
        /// The most services that are kept, at least 1.
        public var services = 1024
        /// The most services that are looked at at the same time, at least 1; the others wait for their turn.
        ///
        /// Each costs up to four threads and D-Bus connections, and about twenty descriptors.
        public var lookups = 16

        /// The limits that hold unless they are changed.
        public init() {}
    }

    private let view = ServiceView()
    private let runner: PlanRunner<BrowserPlan>

    /// Prepares a search; nothing is looked for yet.
    ///
    /// - Parameters:
    ///   - type: what is looked for.
    ///   - domain: where; nil for the domains that the daemon browses by itself, which is `local`.
    ///   - interface: the kernel's number of the only interface that counts; nil for all of them.
    ///   - limits: how much is taken in.
    ///   - functions: what is asked instead of the daemon of this machine; with one of its own a browser also has a thread of its own.
    ///   - time: what pauses and turns are measured by.
    public convenience init(
        type: ServiceType,
        domain: String? = nil,
        interface: UInt32? = nil,
        limits: Limits = Limits(),
        functions: (any DNSServiceFunctions)? = nil,
        time: any TimeSource = SystemClock.shared
    ) {
        self.init(type: type, domain: domain, interface: interface, limits: limits, loop: .loop(for: functions), time: time)
    }

    init(type: ServiceType, domain: String?, interface: UInt32?, limits: Limits, loop: OperationLoop, time: any TimeSource) {
        var limits = limits
        limits.services = max(limits.services, 1)
        limits.lookups = max(limits.lookups, 1)
        let plan = BrowserPlan(type: type, domain: domain, interface: interface ?? 0, limits: limits)
        runner = PlanRunner(plan, loop: loop, time: time) { [view] in view.tell($0) }
    }

    deinit { stop() }

    /// Starts looking; while looking already, and after ``stop()``, does nothing.
    public func start() { runner.start() }

    /// The services that are there now, those found longest first.
    public var services: [Service] { view.services }

    /// What keeps the search from working; nil while it works, and before it has started.
    public var trouble: ServiceDiscoveryError? { view.trouble }

    /// What is there now, as found, and every event from then on; starts the search.
    ///
    /// At most 4096 events wait for the consumer. Whoever is slower sees `droppedCount` rise, and reads ``services`` instead.
    public var events: EventStream<ServiceEvent> {
        defer { start() }
        return view.stream()
    }

    /// As ``events``, by calling a handler.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (ServiceEvent) -> Void
    ) -> Subscription {
        defer { start() }
        return view.observe(queue: queue, handler: handler)
    }

    /// Ends the search for good, at once: streams end, nothing more is told, ``services`` is empty.
    ///
    /// What is open is let go a moment later, by another thread. See ``ended()``.
    public func stop() {
        view.finish()
        runner.stop()
    }

    /// Waits, after ``stop()``, until everything that was open has been let go, two seconds at the most. Returns whether it has.
    ///
    /// More is needed only when the daemon has stopped answering without being gone.
    @discardableResult
    public func ended() async -> Bool { await runner.ended(within: .seconds(2)) }
}

extension OperationLoop {
    /// The process's loop, or one of its own for other functions.
    static func loop(for functions: (any DNSServiceFunctions)?) -> OperationLoop {
        functions.map { OperationLoop($0) } ?? .shared
    }
}
