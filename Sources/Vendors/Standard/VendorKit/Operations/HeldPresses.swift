import HotShoeSupport

/// Presses of a camera's buttons that have not been released. **Thread-safe.**
package final class HeldPresses<Press: Hashable & Sendable & CaseIterable>: Sendable {
    /// Guards the presses.
    private let held = Guarded<Set<Press>>([])

    /// Creates an empty set.
    package init() {}

    /// Records a press, before the operation that performs it: a press that failed half-way is released too.
    package func hold(_ press: Press) { held.withLock { _ = $0.insert(press) } }

    /// Removes and returns the held ones of `wanted`, in the order of the cases, for their release.
    package func pop(_ wanted: Set<Press> = Set(Press.allCases)) -> [Press] {
        let popped = held.withLock { held in
            defer { held.subtract(wanted) }
            return held.intersection(wanted)
        }
        return Press.allCases.filter(popped.contains)
    }
}
