/// The state machine of a stream: decides when the next element is fetched, and which consumer receives it. Pure; see
/// docs/binding-runtime.md.
struct StreamState<Element> {
    /// The reason for the end.
    enum Ending {
        case finished
        case failed(any Error)
        case shutDown
    }

    /// The action that a demand requires.
    enum Demand {
        case nothing
        case startPump
        case resumePump
        /// The sequence is asked for an element without a pump.
        case request
    }

    /// The next action of the pump.
    enum Turn {
        case fetch
        case park
        case stop
    }

    private enum Phase {
        case idle
        case demanded
        case ready(Element)
        case ended(Ending)
    }

    private enum Pump {
        /// The sequence is asked for each element.
        case none
        case notStarted
        case running
        case parked
    }

    private var phase = Phase.idle
    private var pump: Pump

    /// Creates the state of a stream whose elements a pump fetches, or whose sequence is asked for each element.
    init(hasPump: Bool = true) { pump = hasPump ? .notStarted : .none }

    var isEnded: Bool { if case .ended = phase { true } else { false } }

    /// Whether ``pop()`` returns an item.
    var hasItem: Bool {
        switch phase {
        case .ready, .ended: true
        case .idle, .demanded: false
        }
    }

    /// Removes and returns the available element; an ending is returned to every caller.
    mutating func pop() -> StreamItem<Element>? {
        switch phase {
        case .idle, .demanded:
            return nil
        case .ready(let element):
            phase = .idle
            return .element(element)
        case .ended(.finished):
            return .end
        case .ended(.failed(let error)):
            return .failed(error)
        case .ended(.shutDown):
            return .shutDown
        }
    }

    /// Demands an element. One demand is active at a time.
    mutating func demand() -> Demand {
        guard case .idle = phase else { return .nothing }
        phase = .demanded
        switch pump {
        case .none: return .request
        case .notStarted:
            pump = .running
            return .startPump
        case .parked:
            pump = .running
            return .resumePump
        case .running: return .nothing
        }
    }

    /// The next action of the pump after its last turn.
    var pumpTurn: Turn {
        switch phase {
        case .demanded: .fetch
        case .ended: .stop
        case .idle, .ready: .park
        }
    }

    /// Marks the pump as waiting; returns false if it has something to do.
    mutating func parkPump() -> Bool {
        guard pumpTurn == .park else { return false }
        pump = .parked
        return true
    }

    /// Stores a fetched element; returns false if it is no longer demanded.
    mutating func arrived(_ element: Element) -> Bool {
        guard case .demanded = phase else { return false }
        phase = .ready(element)
        return true
    }

    /// Ends the stream, once; returns `nil` if it has ended before.
    ///
    /// - Returns: the undelivered element, and whether the pump must be resumed to stop.
    mutating func end(_ ending: Ending) -> (discarded: Element?, resumesPump: Bool)? {
        if isEnded { return nil }
        var discarded: Element?
        if case .ready(let element) = phase { discarded = element }
        phase = .ended(ending)
        defer { if pump == .parked { pump = .running } }
        return (discarded, pump == .parked)
    }
}
