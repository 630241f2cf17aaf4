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

    var hasPassed: Bool {
        switch self {
        case .never: false
        case .now: true
        case .at(let moment): Self.monotonicTime >= moment
        }
    }

    /// Waits for a signal, not longer than this.
    func wait<State: ~Copyable>(on condition: borrowing Monitor<State>.Condition) {
        switch self {
        case .never: condition.wait()
        case .now: break
        case .at(let moment): condition.wait(until: moment)
        }
    }

    private static var monotonicTime: Duration { SystemClock.shared.origin + SystemClock.shared.now }
}
