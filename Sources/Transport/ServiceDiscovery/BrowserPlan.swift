/// State machine of a browser: the known services, the requests to the daemon, and the events to report. Pure.
///
/// docs/service-discovery.md describes its states. `BrowserPlan+Turns.swift` contains the turns in which services are looked
/// up.
struct BrowserPlan: OperationPlan {
    typealias Command = Never
    typealias Event = ServiceEvent

    enum Phase: Hashable {
        case idle
        case trying(OperationKey)
        case browsing(OperationKey, since: Duration)
        case waiting(until: Duration)
        case stopped
    }

    let type: ServiceType
    let domain: String?
    let interface: UInt32
    let limits: ServiceBrowser.Limits

    private(set) var phase = Phase.idle
    var entries: [Service.Identity: ServiceEntry] = [:]
    /// Services that were never looked up, in the order of their appearance.
    var newServices: [Service.Identity] = []
    /// Services that were looked up before, least recent first.
    var returners: [Service.Identity] = []
    /// Services with open lookups.
    var openLookups: [Service.Identity] = []
    /// The service and the record that each lookup is for.
    var owners: [OperationKey: (identity: Service.Identity, record: DNSRecordType)] = [:]
    var keys = OperationKeys()
    var result = PlanResult<ServiceEvent>()
    private var backoff = Backoff()
    private var isFailing = false
    /// Whether there were more services than the limit.
    private var hasOverflowed = false
    private(set) var lastTime: Duration = .zero

    init(type: ServiceType, domain: String?, interface: UInt32, limits: ServiceBrowser.Limits) {
        self.type = type
        self.domain = domain
        self.interface = interface
        self.limits = limits
    }

    mutating func process(_ input: PlanInput<Never>, at now: Duration) -> PlanResult<ServiceEvent> {
        if phase == .stopped { return PlanResult() }
        lastTime = max(lastTime, now)
        switch input {
        case .begin: if phase == .idle { tryToBrowse() }
        case .outcome(let key, let outcome): if key == browse { process(outcome) } else { process(outcome, ofLookup: key) }
        case .timerFired: if case .waiting(let until) = phase, until <= lastTime { tryToBrowse() }
        case .stop: stop()
        }
        assignTurns()
        for identity in openLookups { announce(identity) }
        defer { result = PlanResult() }
        return result
    }

    var nextDeadline: Duration? {
        switch phase {
        case .idle, .trying, .stopped: nil
        case .waiting(let until): until
        case .browsing: turnDeadlines.filter { $0 > lastTime }.min()
        }
    }

    /// Key of the present browse operation, started or about to start.
    private var browse: OperationKey? {
        switch phase {
        case .trying(let key), .browsing(let key, _): key
        case .idle, .waiting, .stopped: nil
        }
    }

    private mutating func process(_ outcome: OperationOutcome) {
        switch (outcome, phase) {
        case (.started, .trying(let key)):
            phase = .browsing(key, since: lastTime)
            if isFailing { result.events.append(.availableAgain) }
            isFailing = false
        case (.notStarted(let failure), _): fail(failure.error, afterWorkingFor: .zero)
        case (.replied(.failed(let code)), .browsing(_, let since)): fail(.daemon(code), afterWorkingFor: lastTime - since)
        case (.replied(.failed(let code)), _): fail(.daemon(code), afterWorkingFor: .zero)
        case (.replied(.added(let identity)), _): add(identity)
        case (.replied(.removed(let identity)), _): remove(identity)
        case (.started, _), (.replied, _): break
        }
    }

    private mutating func process(_ outcome: OperationOutcome, ofLookup key: OperationKey) {
        switch outcome {
        case .replied(.record(let isAdded, let data)): note(data, isAdded: isAdded, from: key)
        case .notStarted, .replied(.failed): lookupFailed(key)
        case .started, .replied: break
        }
    }

    // MARK: Browsing

    private mutating func tryToBrowse() {
        let key = keys.new()
        phase = .trying(key)
        result.operations.append(.start(key, .browse(type: type.description, domain: domain, interface: interface)))
    }

    /// Reports all services as lost, then waits before the next attempt. The browse operation itself has ended.
    private mutating func fail(_ error: ServiceDiscoveryError, afterWorkingFor span: Duration) {
        for identity in entries.keys.sorted(by: { entries[$0]!.arrival < entries[$1]!.arrival }) { discard(identity) }
        if !isFailing { result.events.append(.unavailable(error)) }
        isFailing = true
        phase = .waiting(until: lastTime + backoff.pause(afterWorkingFor: span))
    }

    private mutating func stop() {
        for identity in openLookups { endLookup(identity) }
        if let browse { result.operations.append(.end(browse)) }
        entries = [:]
        newServices = []
        returners = []
        phase = .stopped
    }

    // MARK: Appearance and disappearance

    /// Adds a service, or counts another protocol by which it is announced.
    private mutating func add(_ identity: Service.Identity) {
        if entries[identity] != nil {
            entries[identity]!.references += 1
            return
        }
        guard entries.count < limits.services else {
            if !hasOverflowed {
                result.warnings.append(
                    "more than \(limits.services) services of type \(type) are announced: the others are left out"
                )
            }
            hasOverflowed = true
            return
        }
        entries[identity] = ServiceEntry(arrival: keys.new().number)
        newServices.append(identity)
    }

    private mutating func remove(_ identity: Service.Identity) {
        guard let entry = entries[identity] else { return }
        entries[identity]!.references -= 1
        if entry.references == 1 { discard(identity) }
    }

    private mutating func discard(_ identity: Service.Identity) {
        endLookup(identity)
        newServices.removeAll { $0 == identity }
        returners.removeAll { $0 == identity }
        if entries.removeValue(forKey: identity)?.announced != nil { result.events.append(.lost(identity)) }
    }

    /// Reports the new facts about a service.
    private mutating func announce(_ identity: Service.Identity) {
        guard let entry = entries[identity], let look = entry.lookup,
            let service = look.service(identity, previous: entry.announced, at: lastTime)
        else { return }
        entries[identity]!.lookup!.hasAnnounced = true
        guard service != entry.announced else { return }
        entries[identity]!.announced = service
        entries[identity]!.failures = 0
        result.events.append(entry.announced == nil ? .found(service) : .updated(service))
    }
}
