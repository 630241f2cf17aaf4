public import HotShoeSupport

/// A service to announce.
public struct ServiceRegistration: Sendable, Hashable {
    /// The instance name, for people; what is beyond 63 bytes of UTF-8 is cut off, between characters.
    public var name: String
    public var type: ServiceType
    /// Where the service listens, on every address of this host; 1 to 65535.
    public var port: UInt16
    /// What the service says about itself.
    public var text: TXTRecord
    /// The kernel's number of the only interface on which it is announced; nil for all of them.
    public var interface: UInt32?

    /// Describes a service.
    public init(name: String, type: ServiceType, port: UInt16, text: TXTRecord = TXTRecord(), interface: UInt32? = nil) {
        self.name = name
        self.type = type
        self.port = port
        self.text = text
        self.interface = interface
    }
}

/// Keeps a service announced on the local network, until it is withdrawn. **Thread-safe.**
///
/// It survives the daemon: while there is none, that is told once, and it is looked for quietly; when it is back the service
/// is registered again. A name that is taken becomes "Name (2)", "Name (3)" … up to 32; when it is another machine that has
/// it, the daemon may choose another form.
public final class ServiceAdvertisement: Sendable {
    /// How it stands with the service.
    public enum Status: Sendable, Hashable {
        /// It is not announced yet.
        case starting
        /// It is announced, under this name.
        case registered(name: String)
        /// It cannot be announced at present; it will be as soon as it can.
        case unavailable(ServiceDiscoveryError)
        /// It cannot be announced as it was described.
        case failed(ServiceDiscoveryError)
        /// It is not announced any more.
        case withdrawn
    }

    /// What is announced, but for the TXT record, which ``update(text:)`` may have changed since.
    public let registration: ServiceRegistration

    private let shown = ShownStatus()
    private let runner: PlanRunner<AdvertisementPlan>

    /// Prepares an announcement; nothing is announced yet.
    ///
    /// - Parameters:
    ///   - functions: what is asked instead of the daemon of this machine; with one of its own it also has a thread of its own.
    ///   - time: what pauses are measured by.
    public convenience init(
        _ registration: ServiceRegistration,
        functions: (any DNSServiceFunctions)? = nil,
        time: any TimeSource = SystemClock.shared
    ) {
        self.init(registration, loop: .loop(for: functions), time: time)
    }

    init(_ registration: ServiceRegistration, loop: OperationLoop, time: any TimeSource) {
        self.registration = registration
        runner = PlanRunner(AdvertisementPlan(registration), loop: loop, time: time) { [shown] in shown.tell($0) }
    }

    deinit { withdraw() }

    /// Announces the service; once it has been started, or withdrawn, does nothing.
    public func start() { runner.start() }

    /// How it stands now.
    public var status: Status { shown.status }

    /// How it stands now, and each change; announces the service.
    public var statuses: EventStream<Status> {
        defer { start() }
        return shown.stream()
    }

    /// Announces another TXT record.
    public func update(text: TXTRecord) { runner.command(.update(text: text)) }

    /// Takes the service back for good: others are told goodbye a moment later. See ``ended()``.
    public func withdraw() {
        shown.finish()
        runner.stop()
    }

    /// Waits, after ``withdraw()``, until the service has been taken back, two seconds at the most. Returns whether it has.
    @discardableResult
    public func ended() async -> Bool { await runner.ended(within: .seconds(2)) }
}

/// The status that an advertisement shows, and the order in which it tells of it. **Thread-safe.**
private final class ShownStatus: Sendable {
    /// Guards the status, and that events are put in line in the order in which it changes.
    private let state = Guarded(ServiceAdvertisement.Status.starting)
    private let broadcast = Broadcast<ServiceAdvertisement.Status>()

    var status: ServiceAdvertisement.Status { state.withLock { $0 } }

    func tell(_ statuses: [ServiceAdvertisement.Status]) {
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
        tell([.withdrawn])
        broadcast.finish()
    }
}
