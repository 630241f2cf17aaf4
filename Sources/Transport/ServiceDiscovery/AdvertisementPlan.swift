/// State machine that keeps a service of this program registered. Pure.
///
///     idle ──► trying ──► registered ──► (failed) ──► waiting ──► trying …      failed for good, withdrawn
///                 └─ name taken: trying the next one
struct AdvertisementPlan: OperationPlan {
    enum Command: Hashable, Sendable {
        case update(text: TXTRecord)
    }

    typealias Event = ServiceAdvertisement.Status

    enum Phase: Hashable {
        case idle
        case trying(OperationKey, attempt: Int)
        case registered(OperationKey, attempt: Int, since: Duration)
        case waiting(until: Duration)
        case failed
        case stopped
    }

    /// Maximum number of names to try, the wanted one included.
    static let nameLimit = 32
    /// Maximum size of an instance name in bytes (RFC 6763 §4.1.1).
    static let nameSize = 63

    let registration: ServiceRegistration
    private(set) var phase = Phase.idle
    private var text: TXTRecord
    private var keys = OperationKeys()
    private var backoff = Backoff()
    private var isFailing = false
    private var result = PlanResult<Event>()

    init(_ registration: ServiceRegistration) {
        self.registration = registration
        text = registration.text
    }

    mutating func process(_ input: PlanInput<Command>, at now: Duration) -> PlanResult<Event> {
        if phase == .stopped { return PlanResult() }
        switch input {
        case .begin: if phase == .idle { tryToRegister(attempt: 0) }
        case .outcome(let key, let outcome): if key == self.key { process(outcome, at: now) }
        case .command(.update(let text)): update(text)
        case .timerFired: if case .waiting(let until) = phase, until <= now { tryToRegister(attempt: 0) }
        case .stop: stop()
        }
        defer { result = PlanResult() }
        return result
    }

    var nextDeadline: Duration? {
        if case .waiting(let until) = phase { until } else { nil }
    }

    /// Key of the present registration, started or about to start.
    private var key: OperationKey? {
        switch phase {
        case .trying(let key, _), .registered(let key, _, _): key
        case .idle, .waiting, .failed, .stopped: nil
        }
    }

    private mutating func process(_ outcome: OperationOutcome, at now: Duration) {
        switch (outcome, phase) {
        case (.replied(.registered(let name)), .trying(let key, let attempt)):
            phase = .registered(key, attempt: attempt, since: now)
            isFailing = false
            result.events.append(.registered(name: name))
        case (.replied(.registered(let name)), .registered):
            // Another machine uses the same name; the library has chosen a new one.
            result.events.append(.registered(name: name))
        case (.notStarted(let failure), .trying(_, let attempt)): fail(failure, attempt: attempt, span: .zero, at: now)
        case (.replied(.failed(let code)), .trying(_, let attempt)): fail(.code(code), attempt: attempt, span: .zero, at: now)
        case (.replied(.failed(let code)), .registered(_, let attempt, let since)):
            fail(.code(code), attempt: attempt, span: now - since, at: now)
        case (.started, _), (.notStarted, _), (.replied, _): break
        }
    }

    private mutating func tryToRegister(attempt: Int) {
        let key = keys.new()
        phase = .trying(key, attempt: attempt)
        result.operations.append(
            .start(
                key,
                .register(
                    name: Self.name(registration.name, attempt: attempt),
                    type: registration.type.description,
                    domain: nil,
                    interface: registration.interface ?? 0,
                    port: registration.port,
                    text: text.encoded
                )
            )
        )
    }

    /// Handles a registration that has ended, or could not start.
    private mutating func fail(_ failure: DNSServiceFailure, attempt: Int, span: Duration, at now: Duration) {
        let error = failure.error
        switch failure {
        case .code(.nameConflict), .code(.alreadyRegistered):
            if attempt + 1 < Self.nameLimit { return tryToRegister(attempt: attempt + 1) }
            abandon(
                ServiceDiscoveryError(
                    .nameTaken,
                    "\(registration.name.debugDescription) and \(attempt) names like it are taken: announce the service under another name"
                )
            )
        case .code where error.code == .invalid: abandon(error)
        default:
            if !isFailing { result.events.append(.unavailable(error)) }
            isFailing = true
            phase = .waiting(until: now + backoff.pause(afterWorkingFor: span))
        }
    }

    private mutating func abandon(_ error: ServiceDiscoveryError) {
        phase = .failed
        result.events.append(.failed(error))
    }

    private mutating func update(_ text: TXTRecord) {
        self.text = text
        if let key { result.operations.append(.update(key, text: text.encoded)) }
    }

    private mutating func stop() {
        if let key { result.operations.append(.end(key)) }
        phase = .stopped
        result.events.append(.withdrawn)
    }

    /// Returns "Name", "Name (2)", "Name (3)" …, truncated between characters to the maximum size.
    static func name(_ wanted: String, attempt: Int) -> String {
        let suffix = attempt == 0 ? "" : " (\(attempt + 1))"
        var name = wanted
        while name.utf8.count + suffix.utf8.count > nameSize { name.removeLast() }
        return name + suffix
    }
}
