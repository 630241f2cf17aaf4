/// Keys whose work is attempted repeatedly, with growing pauses and for a limited time each. Pure.
///
/// New keys are due immediately, in the order in which they were added. Each operation takes constant time on average, because a
/// device determines the number of keys.
package struct RetryQueue<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let order: UInt64
        let end: Duration
        /// Identifies the newest entry of the key in a round.
        var token: UInt64
        /// Number of attempts, up to that after which the pause is the longest.
        var round = 0
        var due: Duration
    }

    /// Keys of one round in the order in which they are due. Entries of keys that have left the round are skipped.
    private struct Round {
        private(set) var keys: [(key: Key, token: UInt64)] = []
        private(set) var head = 0

        var first: (key: Key, token: UInt64)? { head < keys.count ? keys[head] : nil }

        mutating func append(_ key: Key, _ token: UInt64) { keys.append((key, token)) }

        mutating func dropFirst() {
            head += 1
            if head > 64, head * 2 > keys.count {
                keys.removeFirst(head)
                head = 0
            }
        }
    }

    private var entries: [Key: Entry] = [:]
    private var rounds: [Round]
    private let pauses: [Duration]
    private let limit: Duration
    private var nextToken: UInt64 = 0
    /// Number of keys that are attempted before they are due.
    private var hurried = 0

    /// Maximum number of keys that one call of ``hurry()`` makes due.
    private static var hurryLimit: Int { 16 }

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - limit: time from the addition of a key after which an attempt is its last.
    ///   - pause: pause after the first attempt; each further one is twice as long.
    ///   - longest: longest pause.
    package init(limit: Duration, pause: Duration = .milliseconds(50), longest: Duration = .seconds(5)) {
        var pauses = [pause]
        while let last = pauses.last, last < longest { pauses.append(min(last * 2, longest)) }
        (self.limit, self.pauses) = (limit, pauses)
        rounds = Array(repeating: Round(), count: pauses.count + 1)
    }

    /// Number of keys.
    package var count: Int { entries.count }

    /// The keys, in the order in which they were added.
    package var keys: [Key] { entries.sorted { $0.value.order < $1.value.order }.map(\.key) }

    /// Whether the queue has a key.
    package func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// Adds a key, unless it is in the queue. Returns whether it was added.
    @discardableResult
    package mutating func add(_ key: Key, at now: Duration) -> Bool {
        guard entries[key] == nil else { return false }
        let token = popToken()
        entries[key] = Entry(order: token, end: now + limit, token: token, due: now)
        rounds[0].append(key, token)
        return true
    }

    private mutating func popToken() -> UInt64 {
        defer { nextToken += 1 }
        return nextToken
    }

    /// Removes a key.
    package mutating func remove(_ key: Key) { entries[key] = nil }

    /// Removes all keys.
    package mutating func removeAll() { self = RetryQueue(limit: limit, pauses: pauses) }

    private init(limit: Duration, pauses: [Duration]) {
        (self.limit, self.pauses) = (limit, pauses)
        rounds = Array(repeating: Round(), count: pauses.count + 1)
    }

    /// Returns a key that is due; nil if none is. It stays in the queue until ``remove(_:)``, or ``failed(_:at:)`` plans its next
    /// attempt.
    package mutating func due(at now: Duration) -> Key? {
        var soonest: Key?
        for round in rounds.indices {
            guard let key = head(round), let entry = entries[key] else { continue }
            if entry.due <= now { return key }
            soonest = soonest ?? key
        }
        guard hurried > 0, let soonest else { return nil }
        hurried -= 1
        return soonest
    }

    /// Time at which the next key is due; nil without keys.
    package mutating func nextDue() -> Duration? {
        rounds.indices.compactMap { round in head(round).flatMap { entries[$0]?.due } }.min()
    }

    /// First key of a round that has not left it.
    private mutating func head(_ round: Int) -> Key? {
        while let first = rounds[round].first {
            if let entry = entries[first.key], entry.token == first.token { return first.key }
            rounds[round].dropFirst()
        }
        return nil
    }

    /// Plans the next attempt after one that failed. Removes the key, and returns `false`, if its time has passed.
    package mutating func failed(_ key: Key, at now: Duration) -> Bool {
        guard var entry = entries[key] else { return false }
        guard now < entry.end else {
            entries[key] = nil
            return false
        }
        // Within a round all pauses are equal, so that its keys are due in their order.
        entry.round = min(entry.round + 1, pauses.count)
        (entry.due, entry.token) = (now + pauses[entry.round - 1], popToken())
        entries[key] = entry
        rounds[entry.round].append(key, entry.token)
        return true
    }

    /// Makes a few keys due before their time: the device has reported something.
    package mutating func hurry() { hurried = min(entries.count, Self.hurryLimit) }
}
