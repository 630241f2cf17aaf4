/// Whose turn it is to be looked at, and the lookups of those whose turn it is.
///
/// While there is room everybody keeps the turn. Beyond that a newcomer takes the place of one that is finished or does not answer,
/// and those that were looked at before wait for the end of a turn.
extension BrowserPlan {
    /// How long one that does not answer keeps a newcomer waiting.
    static let answerTime: Duration = .seconds(3)
    /// How long a turn lasts when others wait.
    static let turn: Duration = .seconds(10)
    /// How long one waits after its turn, at the least.
    static let rest: Duration = .seconds(5)
    /// The longest wait after lookups that failed.
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

    /// Moments at which somebody's turn may begin or end, or somebody has been waited for long enough.
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

    /// Takes in what was learned of a service; when its host is another one now, that one's addresses are wanted.
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

    /// One service's trouble is not the others': it is tried again later. If it was the daemon's, the browse fails as well.
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
