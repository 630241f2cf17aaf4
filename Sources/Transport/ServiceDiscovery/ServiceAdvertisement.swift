public import HotShoeSupport

/// A service to announce.
public struct ServiceRegistration: Sendable, Hashable {
    /// The instance name for display; truncated to 63 bytes of UTF-8, between characters.
    public var name: String
    /// The service type.
    public var type: ServiceType
    /// The port on which the service listens, on every address of this host; 1 to 65535.
    public var port: UInt16
    /// Key and value pairs to announce.
    public var text: TXTRecord
    /// The kernel's number of the only interface on which the service is announced; nil for all of them.
    public var interface: UInt32?

    /// Creates the description of a service.
    public init(name: String, type: ServiceType, port: UInt16, text: TXTRecord = TXTRecord(), interface: UInt32? = nil) {
        self.name = name
        self.type = type
        self.port = port
        self.text = text
        self.interface = interface
    }
}

/// Announces a service on the local network until it is withdrawn. **Thread-safe.**
///
/// It survives restarts of the daemon: a missing daemon is reported once, then retried silently; when the daemon is available
/// again the service is registered again. If the name is taken, the service becomes "Name (2)", "Name (3)" … up to 32; if
/// another machine uses the name, the daemon may choose another form.
public final class ServiceAdvertisement: Sendable {
    /// The state of an announcement.
    public enum Status: Sendable, Hashable {
        /// The service is not announced yet.
        case starting
        /// The service is announced under this name.
        case registered(name: String)
        /// The service cannot be announced at present; the attempts continue.
        case unavailable(ServiceDiscoveryError)
        /// The service cannot be announced as described.
        case failed(ServiceDiscoveryError)
        /// The service is no longer announced.
        case withdrawn
    }

    /// The announced service. Its TXT record may have been replaced by ``update(text:)`` since.
    public let registration: ServiceRegistration

    private let shown = ShownStatus()
    private let runner: PlanRunner<AdvertisementPlan>

    /// Creates an announcement; announces nothing yet.
    ///
    /// - Parameters:
    ///   - registration: the service to announce.
    ///   - functions: functions to use instead of this machine's daemon; they get a separate thread.
    ///   - time: the clock for pauses.
    public convenience init(
        _ registration: ServiceRegistration,
        functions: (any DNSServiceFunctions)? = nil,
        time: any TimeSource = SystemClock.shared
    ) {
        self.init(registration, loop: .loop(for: functions), time: time)
    }

    init(_ registration: ServiceRegistration, loop: OperationLoop, time: any TimeSource) {
        self.registration = registration
        runner = PlanRunner(AdvertisementPlan(registration), loop: loop, time: time) { [shown] in shown.report($0) }
    }

    deinit { withdraw() }

    /// Announces the service. Has no effect after the first call, or after a withdrawal.
    public func start() { runner.start() }

    /// The present status.
    public var status: Status { shown.status }

    /// The present status, and each change; announces the service.
    public var statuses: EventStream<Status> {
        defer { start() }
        return shown.stream()
    }

    /// Announces another TXT record.
    public func update(text: TXTRecord) { runner.command(.update(text: text)) }

    /// Withdraws the service permanently; the network is notified asynchronously. See ``ended()``.
    public func withdraw() {
        shown.finish()
        runner.stop()
    }

    /// Waits, after ``withdraw()``, until the service has been withdrawn, at most two seconds. Returns whether it has.
    @discardableResult
    public func ended() async -> Bool { await runner.ended(within: .seconds(2)) }
}

/// The status that an advertisement shows, and its events in order. **Thread-safe.**
private final class ShownStatus: Sendable {
    /// Guards the status, and queues events in the order of its changes.
    private let state = Guarded(ServiceAdvertisement.Status.starting)
    private let broadcast = Broadcast<ServiceAdvertisement.Status>()

    var status: ServiceAdvertisement.Status { state.withLock { $0 } }

    func report(_ statuses: [ServiceAdvertisement.Status]) {
        state.withLock { state in
            guard state != .withdrawn, let last = statuses.last else { return }
            state = last
            broadcast.enqueue(statuses)
        }
        broadcast.flush()
    }

    func stream() -> EventStream<ServiceAdvertisement.Status> {
        state.withLock { broadcast.stream(first: [$0]) { $0 } }
    }

    func finish() {
        report([.withdrawn])
        broadcast.finish()
    }
}
