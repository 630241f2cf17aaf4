/// Schedules the lookups of services in turns.
///
/// Without a shortage of lookups, every service keeps its turn. Otherwise a new service replaces one whose lookups are complete
/// or unanswered, and services that were looked up before wait for the end of a turn.
extension BrowserPlan {
    /// Time for which an unanswered lookup can delay a new service.
    static let answerTime: Duration = .seconds(3)
    /// Duration of a turn while other services wait.
    static let turn: Duration = .seconds(10)
    /// Minimum time between two turns of a service.
    static let rest: Duration = .seconds(5)
    /// Maximum pause after failed lookups.
    static let longestRest: Duration = .seconds(60)

    mutating func assignTurns() {
        guard case .browsing = phase else { return }
        while let next = newServices.first ?? returners.first(where: { entries[$0]!.restsUntil <= lastTime }) {
            if openLookups.count >= limits.lookups {
                let isNew = !newServices.isEmpty
                guard let done = openLookups.first(where: { turnIsOver($0, forNewService: isNew) }) else { return }
                endLookup(done)
                entries[done]!.restsUntil = lastTime + Self.rest
                returners.append(done)
            }
            newServices.removeAll { $0 == next }
            returners.removeAll { $0 == next }
            beginLookup(next)
        }
    }

    /// Times at which a turn may begin or end, or the wait for an answer ends.
    var turnDeadlines: [Duration] {
        var deadlines = openLookups.map { entries[$0]!.lookup!.began + ServiceLookup.timeout }
        deadlines += returners.map { entries[$0]!.restsUntil }
        if openLookups.count >= limits.lookups {
            let span = newServices.isEmpty ? Self.turn : Self.answerTime
            deadlines += openLookups.map { entries[$0]!.lookup!.began + span }
        }
        return deadlines
    }

    private func turnIsOver(_ identity: Service.Identity, forNewService isNew: Bool) -> Bool {
        guard let look = entries[identity]?.lookup else { return true }
        return isNew ? look.hasAnnounced || lastTime >= look.began + Self.answerTime : lastTime >= look.began + Self.turn
    }

    // MARK: Lookups

    private mutating func beginLookup(_ identity: Service.Identity) {
        openLookups.append(identity)
        entries[identity]!.lookup = ServiceLookup(began: lastTime)
        let name = DomainName.full(identity)
        for record in [DNSRecordType.location, .text] { beginLookup(of: record, name: name, for: identity) }
    }

    private mutating func beginLookup(of record: DNSRecordType, name: String, for identity: Service.Identity) {
        let key = keys.new()
        owners[key] = (identity, record)
        entries[identity]!.lookup!.keys[record] = key
        result.operations.append(.start(key, .query(name: name, record: record, interface: identity.interface)))
    }

    private mutating func endLookup(of record: DNSRecordType, for identity: Service.Identity) {
        guard let key = entries[identity]?.lookup?.keys.removeValue(forKey: record) else { return }
        owners[key] = nil
        result.operations.append(.end(key))
    }

    mutating func endLookup(_ identity: Service.Identity) {
        guard entries[identity]?.lookup != nil else { return }
        for record in DNSRecordType.allCases { endLookup(of: record, for: identity) }
        entries[identity]!.lookup = nil
        openLookups.removeAll { $0 == identity }
    }

    /// Stores a record of a service; if it names a different host, looks up the addresses of that host.
    mutating func note(_ data: [UInt8], isAdded: Bool, from key: OperationKey) {
        guard let (identity, record) = owners[key] else { return }
        entries[identity]!.lookup!.note(data, of: record, isAdded: isAdded)
        guard record == .location, let look = entries[identity]!.lookup, let host = look.location?.host, host != look.host else {
            return
        }
        for record in [DNSRecordType.v4Address, .v6Address] { endLookup(of: record, for: identity) }
        entries[identity]!.lookup!.moved(to: host)
        for record in [DNSRecordType.v4Address, .v6Address] { beginLookup(of: record, name: host, for: identity) }
    }

    /// Handles a failed lookup: the service is looked up again later, without an effect on the rest. If the daemon failed, the
    /// browse operation fails as well.
    mutating func lookupFailed(_ key: OperationKey) {
        guard let (identity, record) = owners.removeValue(forKey: key) else { return }
        entries[identity]!.lookup!.keys[record] = nil
        endLookup(identity)
        entries[identity]!.failures += 1
        let pause = Self.rest * Int(1 << min(entries[identity]!.failures - 1, 10))
        entries[identity]!.restsUntil = lastTime + min(pause, Self.longestRest)
        returners.append(identity)
    }
}
