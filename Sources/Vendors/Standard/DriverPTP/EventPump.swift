import HotShoeSupport
import PTP

/// Queue of a camera's events without duplicates. **Thread-safe.**
///
/// Repeated events collapse into one hint. One task at a time processes the hints, so that the driver's host receives updates
/// in the camera's order.
final class EventPump: Sendable {
    /// A change that the driver queries the camera about.
    enum Hint: Hashable, Sendable {
        case property(DevicePropCode)
        case objectAdded(ObjectHandle)
        case objectChanged(ObjectHandle)
        case objectRemoved(ObjectHandle)
        case storages
        case device
        case captureComplete(TransactionID)
        case storeFull
    }

    /// Maximum number of queued hints. Overflow triggers a query of the complete state.
    private static let limit = 4096

    private struct State {
        var waiting: [Hint] = []
        var waitingSet: Set<Hint> = []
        var isWorking = false
        var isStopped = false
        var overflowed = false
    }

    /// Guards the queue.
    private let state = Guarded(State())
    private let work: @Sendable ([Hint], _ overflowed: Bool) async -> Void

    /// Passes hints to `work`, one call at a time.
    init(_ work: @escaping @Sendable ([Hint], _ overflowed: Bool) async -> Void) {
        self.work = work
    }

    /// Adds the hint for an event; ignores events without one.
    func add(_ event: Event) {
        guard let hint = Self.hint(event) else { return }
        add(hint)
    }

    func add(_ hint: Hint) {
        let starts = state.withLock { state -> Bool in
            guard !state.isStopped, !state.waitingSet.contains(hint) else { return false }
            guard state.waiting.count < Self.limit else {
                state.overflowed = true
                return false
            }
            state.waiting.append(hint)
            state.waitingSet.insert(hint)
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if starts { Task { await run() } }
    }

    /// Stops accepting hints and discards the queued ones; a running call of `work` continues.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            (state.waiting, state.waitingSet) = ([], [])
        }
    }

    /// Removes and returns the hints that have been queued since `work` began, so that it can process them together.
    func drainHints() -> [Hint] {
        state.withLock { state in
            defer { (state.waiting, state.waitingSet) = ([], []) }
            return state.waiting
        }
    }

    private func run() async {
        while true {
            let (hints, overflowed) = state.withLock { state -> ([Hint], Bool) in
                if state.waiting.isEmpty, !state.overflowed { state.isWorking = false }
                defer { (state.waiting, state.waitingSet, state.overflowed) = ([], [], false) }
                return (state.waiting, state.overflowed)
            }
            if hints.isEmpty, !overflowed { return }
            await work(hints, overflowed)
        }
    }

    private static func hint(_ event: Event) -> Hint? {
        let number = event.parameters[0]
        switch event.code {
        case .devicePropChanged: return .property(DevicePropCode(rawValue: number))
        case .objectAdded: return .objectAdded(ObjectHandle(rawValue: number))
        case .objectInfoChanged, .objectPropChanged: return .objectChanged(ObjectHandle(rawValue: number))
        case .objectRemoved: return .objectRemoved(ObjectHandle(rawValue: number))
        case .storeAdded, .storeRemoved, .storageInfoChanged: return .storages
        case .deviceInfoChanged, .unreportedStatus, .deviceReset: return .device
        case .captureComplete: return .captureComplete(event.transaction)
        case .storeFull: return .storeFull
        default: return nil
        }
    }
}
