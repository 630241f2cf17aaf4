import PTP

/// Identity of a client, as it introduces itself.
struct ClientIntroduction: Equatable {
    /// The same for all connections of a client.
    let initiator: IPIdentifier
    let name: String
}

/// Admission of clients, one at a time. Pure; links are identified by number.
struct Admission {
    /// Decision about a client that introduces itself.
    enum Decision: Equatable {
        case admit
        case refuse
        /// The client waits until ``seatFreed()`` returns it.
        case wait
        /// The client waits, and the client on `link` must leave because it is the same one.
        case replace(link: Int)
    }

    private enum Seat {
        case free
        case occupied(link: Int, initiator: IPIdentifier)
        /// The client has left, and the camera is being left.
        case leaving
    }

    /// Maximum number of waiting clients.
    static let limit = 16

    private let queues: Bool
    private var seat = Seat.free
    private var waiting: [(link: Int, introduction: ClientIntroduction)] = []

    /// - Parameter queues: Whether clients wait while another client is served; otherwise they are refused.
    init(queues: Bool) { self.queues = queues }

    /// Whether a client is being served or is leaving.
    var isOccupied: Bool { if case .free = seat { false } else { true } }

    /// Whether another client is waiting.
    var hasWaiting: Bool { !waiting.isEmpty }

    mutating func arrived(_ link: Int, _ introduction: ClientIntroduction) -> Decision {
        switch seat {
        case .free:
            seat = .occupied(link: link, initiator: introduction.initiator)
            return .admit
        case .occupied(let current, introduction.initiator): return wait(link, introduction) ? .replace(link: current) : .refuse
        case .occupied: return queues && wait(link, introduction) ? .wait : .refuse
        case .leaving: return wait(link, introduction) ? .wait : .refuse
        }
    }

    private mutating func wait(_ link: Int, _ introduction: ClientIntroduction) -> Bool {
        guard waiting.count < Self.limit else { return false }
        waiting.append((link, introduction))
        return true
    }

    /// Removes a link that has ended. Returns whether it was the served client's.
    mutating func linkEnded(_ link: Int) -> Bool {
        waiting.removeAll { $0.link == link }
        guard case .occupied(link, _) = seat else { return false }
        seat = .leaving
        return true
    }

    /// Called when the camera has been left. Admits and returns the next client.
    mutating func seatFreed() -> (link: Int, introduction: ClientIntroduction)? {
        seat = .free
        guard !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        seat = .occupied(link: next.link, initiator: next.introduction.initiator)
        return next
    }
}
