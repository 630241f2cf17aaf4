import HotShoeSupport

/// Until when a foreign thread waits.
enum Deadline {
    case never
    case now
    /// A moment of `CLOCK_MONOTONIC`.
    case at(Duration)

    /// - Parameter nanoseconds: from now; negative or the greatest number: for ever.
    init(nanoseconds: Int64) {
        switch nanoseconds {
        case 0: self = .now
        case ..<0, .max: self = .never
        default: self = .at(Self.monotonicTime + .nanoseconds(nanoseconds))
        }
    }

    /// Whether a caller with this deadline waits at all.
    var waits: Bool { if case .now = self { false } else { true } }

    fileprivate var hasPassed: Bool {
        switch self {
        case .never: false
        case .now: true
        case .at(let moment): Self.monotonicTime >= moment
        }
    }

    /// Waits for a signal, not longer than this.
    fileprivate func wait<State: ~Copyable>(on condition: borrowing Monitor<State>.Condition) {
        switch self {
        case .never: condition.wait()
        case .now: break
        case .at(let moment): condition.wait(until: moment)
        }
    }

    private static var monotonicTime: Duration { SystemClock.shared.origin + SystemClock.shared.now }
}

extension Monitor where State: ~Copyable {
    /// Asks `body`, now and after each signal, until it gives something; nil when the time was up before.
    ///
    /// The lock is let go between two askings. In a loop around `wait()` under one lock the compiler may take it that nobody
    /// else changes the state, which is `inout` there, and read it once (observed with Swift 6.3.1: a waiting thread
    /// did not see what had woken it).
    func wait<Result>(_ deadline: Deadline, for body: (inout State) -> Result?) -> Result? {
        while true {
            let (result, isOver) = withLock { state, condition -> (Result?, Bool) in
                if let result = body(&state) { return (result, true) }
                if deadline.hasPassed { return (nil, true) }
                deadline.wait(on: condition)
                return (nil, false)
            }
            if isOver { return result }
        }
    }
}
