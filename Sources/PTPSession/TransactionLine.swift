/// Who comes before whom.
public enum TransactionPriority: Int, Sendable, Hashable, CaseIterable {
    /// The shutter, and stopping something.
    case immediate
    case normal
    /// Pieces of a download.
    case background
}

/// Requests that wait for the link: the most urgent first, of one priority the oldest. Pure.
struct TransactionLine<Request> {
    private var waiting: [[(key: Int, request: Request)]] = Array(repeating: [], count: TransactionPriority.allCases.count)

    var isEmpty: Bool { waiting.allSatisfy(\.isEmpty) }

    /// Puts a request at the end of its line; at its head if it has been at it before.
    mutating func append(_ request: Request, key: Int, _ priority: TransactionPriority, again: Bool = false) {
        waiting[priority.rawValue].insert((key, request), at: again ? 0 : waiting[priority.rawValue].count)
    }

    /// Takes out who is next.
    mutating func popFirst() -> Request? {
        for index in waiting.indices where !waiting[index].isEmpty { return waiting[index].removeFirst().request }
        return nil
    }

    /// Takes out one that is not wanted any more; nil if it does not wait.
    mutating func remove(key: Int) -> Request? {
        for index in waiting.indices {
            if let place = waiting[index].firstIndex(where: { $0.key == key }) { return waiting[index].remove(at: place).request }
        }
        return nil
    }

    /// Takes out all.
    mutating func removeAll() -> [Request] {
        defer { for index in waiting.indices { waiting[index] = [] } }
        return waiting.flatMap { $0.map(\.request) }
    }
}
