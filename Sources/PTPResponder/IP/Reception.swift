import PTP

/// Who may come in: one client at a time. Pure; links are known by their numbers.
struct Reception {
    /// What to do with a client that introduces itself.
    enum Decision: Equatable {
        case admit
        case refuse
        /// Later: ``seatFreed()`` will name it.
        case wait
        /// Later; and whoever is served now is to leave, for it is the same client.
        case replace(link: Int)
    }

    private enum Seat {
        case free
        case taken(link: Int, initiator: IPIdentifier)
        /// The client has gone, the camera is being left.
        case leaving
    }

    /// How many may wait.
    static let limit = 16

    private let queues: Bool
    private var seat = Seat.free
    private var waiting: [(link: Int, request: IPPacket.InitCommandRequest)] = []

    /// - Parameter queues: whether clients wait while another is served, instead of being refused.
    init(queues: Bool) { self.queues = queues }

    /// Whether somebody is served, or being left.
    var isTaken: Bool { if case .free = seat { false } else { true } }

    /// Whether the next client is there already.
    var hasWaiting: Bool { !waiting.isEmpty }

    mutating func arrived(_ link: Int, _ request: IPPacket.InitCommandRequest) -> Decision {
        switch seat {
        case .free:
            seat = .taken(link: link, initiator: request.initiator)
            return .admit
        case .taken(let current, request.initiator): return wait(link, request) ? .replace(link: current) : .refuse
        case .taken: return queues && wait(link, request) ? .wait : .refuse
        case .leaving: return wait(link, request) ? .wait : .refuse
        }
    }

    private mutating func wait(_ link: Int, _ request: IPPacket.InitCommandRequest) -> Bool {
        guard waiting.count < Self.limit else { return false }
        waiting.append((link, request))
        return true
    }

    /// A link is over. Returns whether that was the client's.
    mutating func linkEnded(_ link: Int) -> Bool {
        waiting.removeAll { $0.link == link }
        guard case .taken(link, _) = seat else { return false }
        seat = .leaving
        return true
    }

    /// The camera has been left: who comes next.
    mutating func seatFreed() -> (link: Int, request: IPPacket.InitCommandRequest)? {
        seat = .free
        guard !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        seat = .taken(link: next.link, initiator: next.request.initiator)
        return next
    }
}
