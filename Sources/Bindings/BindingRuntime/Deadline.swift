import BindingSupport

/// The time limit of a wait on a foreign thread.
enum Deadline {
    case never
    case now
    /// A point in time of `CLOCK_MONOTONIC`.
    case at(Duration)

    /// Creates a deadline from a number of nanoseconds from now; a negative number or `Int64.max` means no limit.
    init(nanoseconds: Int64) {
        switch nanoseconds {
        case 0: self = .now
        case ..<0, .max: self = .never
        default: self = .at(Self.monotonicTime + .nanoseconds(nanoseconds))
        }
    }

    /// Whether a caller with this deadline waits at all.
    var waits: Bool { if case .now = self { false } else { true } }

    private static var monotonicTime: Duration { SystemTimers.monotonicTime() }
}

extension Monitor where State: ~Copyable {
    /// Calls `body`, immediately and after each signal, until it returns a result; returns `nil` if the deadline passes first.
    func wait<Result>(_ deadline: Deadline, for body: (inout State) -> Result?) -> Result? {
        switch deadline {
        case .never: wait(for: body)
        case .now: withLock { state, _ in body(&state) }
        case .at(let moment): wait(until: moment, for: body)
        }
    }
}
