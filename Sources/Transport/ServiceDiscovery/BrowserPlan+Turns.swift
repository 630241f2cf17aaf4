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
        while let next = newcomers.first ?? returners.first(where: { entries[$0]!.restsUntil <= lastTime }) {
            if lookedAt.count >= limits.lookups {
                let isNew = !newcomers.isEmpty
                guard let done = lookedAt.first(where: { turnIsOver($0, forNewcomer: isNew) }) else { return }
                endLook(done)
                entries[done]!.restsUntil = lastTime + Self.rest
                returners.append(done)
            }
            newcomers.removeAll { $0 == next }
            returners.removeAll { $0 == next }
            beginLook(next)
        }
    }

    /// Times at which a turn may begin or end, or the wait for an answer ends.
    var turnDeadlines: [Duration] {
        var deadlines = lookedAt.map { entries[$0]!.look!.began + ServiceLook.patience }
        deadlines += returners.map { entries[$0]!.restsUntil }
        if lookedAt.count >= limits.lookups {
            let span = newcomers.isEmpty ? Self.turn : Self.answerTime
            deadlines += lookedAt.map { entries[$0]!.look!.began + span }
        }
        return deadlines
    }

    private func turnIsOver(_ identity: Service.Identity, forNewcomer isNew: Bool) -> Bool {
        guard let look = entries[identity]?.look else { return true }
        return isNew ? look.hasAnnounced || lastTime >= look.began + Self.answerTime : lastTime >= look.began + Self.turn
    }

    // MARK: Lookups

    private mutating func beginLook(_ identity: Service.Identity) {
        lookedAt.append(identity)
        entries[identity]!.look = ServiceLook(began: lastTime)
        let name = DomainName.full(identity)
        for record in [DNSRecordType.location, .text] { beginLookup(of: record, name: name, for: identity) }
    }

    private mutating func beginLookup(of record: DNSRecordType, name: String, for identity: Service.Identity) {
        let key = keys.new()
        owners[key] = (identity, record)
        entries[identity]!.look!.keys[record] = key
        result.operations.append(.start(key, .query(name: name, record: record, interface: identity.interface)))
    }

    private mutating func endLookup(of record: DNSRecordType, for identity: Service.Identity) {
        guard let key = entries[identity]?.look?.keys.removeValue(forKey: record) else { return }
        owners[key] = nil
        result.operations.append(.end(key))
    }

    mutating func endLook(_ identity: Service.Identity) {
        guard entries[identity]?.look != nil else { return }
        for record in DNSRecordType.allCases { endLookup(of: record, for: identity) }
        entries[identity]!.look = nil
        lookedAt.removeAll { $0 == identity }
    }

    /// Stores a record of a service; if it names a different host, looks up the addresses of that host.
    mutating func note(_ data: [UInt8], isAdded: Bool, from key: OperationKey) {
        guard let (identity, record) = owners[key] else { return }
        entries[identity]!.look!.note(data, of: record, isAdded: isAdded)
        guard record == .location, let look = entries[identity]!.look, let host = look.location?.host, host != look.host else {
            return
        }
        for record in [DNSRecordType.v4Address, .v6Address] { endLookup(of: record, for: identity) }
        entries[identity]!.look!.moved(to: host)
        for record in [DNSRecordType.v4Address, .v6Address] { beginLookup(of: record, name: host, for: identity) }
    }

    /// Handles a failed lookup: the service is looked up again later, without an effect on the rest. If the daemon failed, the
    /// browse operation fails as well.
    mutating func lookupFailed(_ key: OperationKey) {
        guard let (identity, record) = owners.removeValue(forKey: key) else { return }
        entries[identity]!.look!.keys[record] = nil
        endLook(identity)
        entries[identity]!.failures += 1
        let pause = Self.rest * Int(1 << min(entries[identity]!.failures - 1, 10))
        entries[identity]!.restsUntil = lastTime + min(pause, Self.longestRest)
        returners.append(identity)
    }
}
