/// What a stream decides: when the next element is fetched, and who gets what. Pure; see docs/binding-runtime.md.
struct StreamState<Element> {
    /// Why there will be no more.
    enum Ending {
        case finished
        case failed(any Error)
        case shutDown
    }

    /// What must be done for a demand.
    enum Demand {
        case nothing
        case startPump
        case resumePump
    }

    /// What the pump must do.
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
        case unborn
        case running
        case parked
    }

    private var phase = Phase.idle
    private var pump = Pump.unborn

    var isEnded: Bool { if case .ended = phase { true } else { false } }

    /// Whether ``take()`` gives something.
    var hasItem: Bool {
        switch phase {
        case .ready, .ended: true
        case .idle, .demanded: false
        }
    }

    /// What is there, for one taker; an ending is there for everybody.
    mutating func take() -> StreamItem<Element>? {
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

    /// Somebody wants an element. One demand is up at a time.
    mutating func demand() -> Demand {
        guard case .idle = phase else { return .nothing }
        phase = .demanded
        defer { pump = .running }
        switch pump {
        case .unborn: return .startPump
        case .parked: return .resumePump
        case .running: return .nothing
        }
    }

    /// What the pump is to do when it has done its last turn.
    var pumpTurn: Turn {
        switch phase {
        case .demanded: .fetch
        case .ended: .stop
        case .idle, .ready: .park
        }
    }

    /// The pump waits from now on; false when there is something to do.
    mutating func parkPump() -> Bool {
        guard pumpTurn == .park else { return false }
        pump = .parked
        return true
    }

    /// The pump fetched an element; false when it came too late.
    mutating func arrived(_ element: Element) -> Bool {
        guard case .demanded = phase else { return false }
        phase = .ready(element)
        return true
    }

    /// Ends the stream, once; nil when it has ended before.
    ///
    /// - Returns: what was ready and nobody will take, and whether the pump must be resumed, to stop.
    mutating func end(_ ending: Ending) -> (forgotten: Element?, resumesPump: Bool)? {
        if isEnded { return nil }
        var forgotten: Element?
        if case .ready(let element) = phase { forgotten = element }
        phase = .ended(ending)
        defer { if pump == .parked { pump = .running } }
        return (forgotten, pump == .parked)
    }
}
