import Testing

@testable import ServiceDiscovery

/// A browser's plan with a scripted daemon: open operations, reported events, and the present time.
struct BrowserWorld {
    var plan: BrowserPlan
    var now: Duration = .zero
    private(set) var open: [OperationKey: DNSServiceRequest] = [:]
    private(set) var events: [ServiceEvent] = []
    private(set) var warnings: [String] = []
    /// Number of operations that were started.
    private(set) var begun = 0
    /// The failure of a request; nil for success.
    var failure: (DNSServiceRequest) -> DNSServiceFailure? = { _ in nil }

    init(services: Int = 1024, lookups: Int = 16) {
        var limits = ServiceBrowser.Limits()
        limits.services = services
        limits.lookups = lookups
        plan = BrowserPlan(type: ptp, domain: nil, interface: 0, limits: limits)
    }

    /// Performs actions in the order of the loop: resulting actions follow the actions that were requested together.
    mutating func process(_ input: PlanInput<Never>) {
        var actions = decide(input)[...]
        while let action = actions.popFirst() {
            switch action {
            case .start(let key, let request):
                begun += 1
                if let failure = failure(request) {
                    actions += decide(.outcome(key, .notStarted(failure)))
                } else {
                    #expect(open.updateValue(request, forKey: key) == nil)
                    actions += decide(.outcome(key, .started))
                }
            // An operation that could not start may be ended as well, as the plan did not know of the failure yet.
            case .end(let key): open[key] = nil
            case .update: Issue.record("a browser has nothing to update")
            }
        }
    }

    private mutating func decide(_ input: PlanInput<Never>) -> [OperationAction] {
        let result = plan.process(input, at: now)
        events += result.events
        warnings += result.warnings
        return result.operations
    }

    mutating func drainEvents() -> [ServiceEvent] {
        defer { events = [] }
        return events
    }

    func keys(_ isWanted: (DNSServiceRequest) -> Bool) -> [OperationKey] {
        open.filter { isWanted($0.value) }.keys.sorted { $0.number < $1.number }
    }

    mutating func begin() { process(.begin) }

    mutating func reply(_ reply: DNSServiceReply, to isWanted: (DNSServiceRequest) -> Bool) {
        for key in keys(isWanted) {
            if case .failed = reply { open[key] = nil }
            process(.outcome(key, .replied(reply)))
        }
    }

    mutating func add(_ name: String, interface: UInt32 = 2) {
        reply(.added(identity(name, interface: interface)), to: \.isBrowse)
    }

    mutating func remove(_ name: String, interface: UInt32 = 2) {
        reply(.removed(identity(name, interface: interface)), to: \.isBrowse)
    }

    /// Adds or removes a record, for every matching lookup.
    mutating func record(_ record: DNSRecordType, _ data: [UInt8], of name: String? = nil, isAdded: Bool = true) {
        reply(.record(isAdded: isAdded, data: data)) { $0.record == record && (name == nil || $0.name == name) }
    }

    /// Answers all lookups of a service.
    mutating func answer(_ name: String, address: UInt8 = 1) {
        record(.text, text("n=\(name)"), of: "\(name)._ptp._tcp.local")
        record(.location, location(host: "\(name).local"), of: "\(name)._ptp._tcp.local")
        record(.v4Address, v4(address), of: "\(name).local")
    }

    /// Advances the time, deadline by deadline.
    mutating func advance(by span: Duration) {
        let end = now + span
        while let deadline = plan.nextDeadline, deadline <= end {
            #expect(deadline > now || plan.phase == .waiting(until: deadline))
            now = max(now, deadline)
            process(.timerFired)
        }
        now = end
    }
}
