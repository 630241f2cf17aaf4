/// Priority of a transaction in the queue of a session.
public enum TransactionPriority: Int, Sendable, Hashable, CaseIterable {
    /// For the shutter, and for operations that stop something.
    case immediate
    /// For all other operations.
    case normal
    /// For pieces of a download.
    case background
}

/// Queue of requests that wait for the link: highest priority first, then first in, first out. Pure.
struct TransactionLine<Request> {
    private var waiting: [[(key: Int, request: Request)]] = Array(repeating: [], count: TransactionPriority.allCases.count)

    var isEmpty: Bool { waiting.allSatisfy(\.isEmpty) }

    /// Appends a request to the queue of its priority, or with `again` inserts it at the head because it was performed before.
    mutating func append(_ request: Request, key: Int, _ priority: TransactionPriority, again: Bool = false) {
        waiting[priority.rawValue].insert((key, request), at: again ? 0 : waiting[priority.rawValue].count)
    }

    /// Removes and returns the next request; nil if the queue is empty.
    mutating func popFirst() -> Request? {
        for index in waiting.indices where !waiting[index].isEmpty { return waiting[index].removeFirst().request }
        return nil
    }

    /// Removes and returns a request by its key; nil if it is not queued.
    mutating func remove(key: Int) -> Request? {
        for index in waiting.indices {
            if let place = waiting[index].firstIndex(where: { $0.key == key }) { return waiting[index].remove(at: place).request }
        }
        return nil
    }

    /// Removes and returns all requests.
    mutating func removeAll() -> [Request] {
        defer { for index in waiting.indices { waiting[index] = [] } }
        return waiting.flatMap { $0.map(\.request) }
    }
}
