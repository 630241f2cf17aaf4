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

    private static var monotonicTime: Duration { SystemClock.shared.origin + SystemClock.shared.now }
}

extension Monitor where State: ~Copyable {
    /// Asks `body`, now and after each signal, until it gives something; nil when the time was up before.
    func wait<Result>(_ deadline: Deadline, for body: (inout State) -> Result?) -> Result? {
        switch deadline {
        case .never: wait(for: body)
        case .now: withLock { state, _ in body(&state) }
        case .at(let moment): wait(until: moment, for: body)
        }
    }
}
