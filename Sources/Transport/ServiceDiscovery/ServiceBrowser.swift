public import HotShoeSupport

/// Finds the services of one type on the local network. **Thread-safe.**
///
/// The search starts with ``start()``, ``events`` or ``observe(queue:_:)`` and continues until ``stop()`` or the last reference
/// is released. It survives restarts of the daemon: a missing daemon is reported once, then retried silently, after one second
/// at first and at most every thirty seconds. The services found are not authenticated, and can be forged.
public final class ServiceBrowser: Sendable {
    /// Limits on the data that a browser keeps, however much is announced.
    public struct Limits: Sendable, Hashable {
        /// Maximum number of services that are kept, at least 1.
        public var services = 1024
        /// Maximum number of services that are looked up at the same time, at least 1; further services wait for their turn.
        ///
        /// Each lookup costs up to four threads and D-Bus connections, and about twenty descriptors.
        public var lookups = 16

        /// Creates the default limits.
        public init() {}
    }

    private let view = ServiceView()
    private let runner: PlanRunner<BrowserPlan>

    /// Creates a browser; the search does not start yet.
    ///
    /// - Parameters:
    ///   - type: the type of the services.
    ///   - domain: the domain to search; nil for the daemon's default, which is `local`.
    ///   - interface: the kernel's number of the only interface to search; nil for all of them.
    ///   - limits: limits on the number of services and lookups.
    ///   - functions: functions to use instead of this machine's daemon; they get a separate thread.
    ///   - time: the clock for pauses and turns.
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
        runner = PlanRunner(plan, loop: loop, time: time) { [view] in view.report($0) }
    }

    deinit { stop() }

    /// Starts the search; has no effect while it is running, or after ``stop()``.
    public func start() { runner.start() }

    /// The services that are present now, in the order in which they were found.
    public var services: [Service] { view.services }

    /// The error that prevents the search; nil while it works, and before it has started.
    public var failure: ServiceDiscoveryError? { view.failure }

    /// The present services as found, and every event from then on; starts the search.
    ///
    /// At most 4096 events are queued. A slower consumer sees `droppedCount` increase, and should read ``services`` instead.
    public var events: EventStream<ServiceEvent> {
        defer { start() }
        return view.stream()
    }

    /// Calls a handler with the elements of ``events``.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handler runs.
    ///   - handler: receives the events in order, one at a time.
    /// - Returns: the subscription; cancelling or releasing it ends the calls.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (ServiceEvent) -> Void
    ) -> Subscription {
        defer { start() }
        return view.observe(queue: queue, handler: handler)
    }

    /// Ends the search permanently: streams end, no more events are reported, and ``services`` is empty.
    ///
    /// Open operations are released asynchronously, by another thread. See ``ended()``.
    public func stop() {
        view.finish()
        runner.stop()
    }

    /// Waits, after ``stop()``, until all open operations have been released, at most two seconds. Returns whether they have.
    ///
    /// The time is exceeded only when the daemon hangs.
    @discardableResult
    public func ended() async -> Bool { await runner.ended(within: .seconds(2)) }
}

extension OperationLoop {
    /// Returns the process's loop, or a separate one for other functions.
    static func loop(for functions: (any DNSServiceFunctions)?) -> OperationLoop {
        functions.map { OperationLoop($0) } ?? .shared
    }
}
