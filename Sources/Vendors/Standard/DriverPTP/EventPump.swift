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
        case storeRemoved(StorageID)
        /// Announced objects are requested again.
        case objectsDue
        /// The objects are compared with those known before the picture that is being taken.
        case search
        case device
        case captureComplete(TransactionID)
        case storeFull

        /// The object or other thing that a hint is about.
        enum Subject: Hashable, Sendable {
            case object(ObjectHandle)
            case other(Hint)
        }

        /// The object of a hint; nil for hints about other things.
        var object: ObjectHandle? {
            switch self {
            case .objectAdded(let handle), .objectChanged(let handle), .objectRemoved(let handle): handle
            default: nil
            }
        }

        var subject: Subject { object.map { .object($0) } ?? .other(self) }
    }

    /// Maximum number of queued hints, and of those about objects, each of which may be a picture. Overflow triggers a query of
    /// the complete state.
    private static let (limit, objectLimit) = (4096, 65_536)

    private struct State {
        var waiting: [Hint] = []
        /// The newest queued hint about each object, and about each other subject.
        var newest: [Hint.Subject: Hint] = [:]
        var isWorking = false
        var isStopped = false
        var overflowed = false
    }

    /// Guards the queue.
    private let state = Guarded(State())
    private let work: @Sendable ([Hint], _ overflowed: Bool) async -> Void
    private let runs = OwnedTasks()

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
            // An object may be added, removed and added again: only a repetition of its newest hint is one.
            guard !state.isStopped, state.newest[hint.subject] != hint else { return false }
            guard state.waiting.count < (hint.object == nil ? Self.limit : Self.objectLimit) else {
                state.overflowed = true
                return false
            }
            state.waiting.append(hint)
            state.newest[hint.subject] = hint
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if starts { runs.start { [self] in await run() } }
    }

    /// Stops accepting hints and discards the queued ones; a running call of `work` continues, see ``untilStopped()``.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            (state.waiting, state.newest) = ([], [:])
        }
    }

    /// Waits, after ``stop()``, until `work` is not called any more. Must not be called by `work`.
    func untilStopped() async { await runs.wait() }

    /// Removes and returns the hints that have been queued since `work` began, so that it can process them together.
    func drainHints() -> [Hint] {
        state.withLock { state in
            defer { (state.waiting, state.newest) = ([], [:]) }
            return state.waiting
        }
    }

    private func run() async {
        while true {
            let (hints, overflowed) = state.withLock { state -> ([Hint], Bool) in
                if state.waiting.isEmpty, !state.overflowed { state.isWorking = false }
                defer { (state.waiting, state.newest, state.overflowed) = ([], [:], false) }
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
        case .storeRemoved: return .storeRemoved(StorageID(rawValue: number))
        case .storeAdded, .storageInfoChanged: return .storages
        case .deviceInfoChanged, .unreportedStatus, .deviceReset: return .device
        case .captureComplete: return .captureComplete(event.transaction)
        case .storeFull: return .storeFull
        default: return nil
        }
    }
}
