import HotShoeSupport
import PTP

/// What a camera says by itself, put in order, each thing once: ten thousand hints are as good as one. **Thread-safe.**
///
/// One task at a time works on what waits, so that what the driver's host is told comes in the camera's order.
final class EventPump: Sendable {
    /// Something that is worth asking the camera about.
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

    /// So many may wait. What comes beyond is counted, and asked for all at once.
    private static let limit = 4096

    private struct State {
        var waiting: [Hint] = []
        var waitingSet: Set<Hint> = []
        var isWorking = false
        var isStopped = false
        var overflowed = false
    }

    /// Guards what waits.
    private let state = Guarded(State())
    private let work: @Sendable ([Hint], _ overflowed: Bool) async -> Void

    /// Hands hints to `work`, one call at a time.
    init(_ work: @escaping @Sendable ([Hint], _ overflowed: Bool) async -> Void) {
        self.work = work
    }

    /// Takes an event; one that nobody explains is no hint.
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

    /// Takes nothing more; what is being worked on goes on.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            (state.waiting, state.waitingSet) = ([], [])
        }
    }

    /// What has come in the meantime, for work that would rather do it all together.
    func takeWaiting() -> [Hint] {
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
        case .devicePropChanged: return .property(DevicePropCode(rawValue: UInt16(truncatingIfNeeded: number)))
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
