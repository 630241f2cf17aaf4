import CameraModel
import HotShoeSupport

/// The files of a picture that is being taken, until the camera says that there are no more. **Thread-safe.**
final class ShotCollector: Sendable {
    /// After so long without another file the picture is complete, for cameras that do not say so (observed behaviour).
    static let quiet: Duration = .seconds(2)
    /// So long a picture may take, its exposure included.
    static let limit: Duration = .seconds(100)
    /// A picture with so many files is complete: no camera takes as many at one press, but one may go on for ever.
    static let fileLimit = 1000

    private struct State {
        var items: [ItemInfo] = []
        var isComplete = false
    }

    /// Guards the files.
    private let state = Guarded(State())
    private let done = Promise<Void, Never>()
    private let time: any TimeSource
    private let deadline: Duration
    private let timer = Guarded<(any TimeSourceTimer)?>(nil)

    init(_ time: any TimeSource) {
        self.time = time
        deadline = time.now + Self.limit
        let timer = time.makeTimer { [weak self] in self?.finish() }
        self.timer.withLock { $0 = timer }
        timer.arm(at: deadline)
    }

    /// A file is there.
    func add(_ item: ItemInfo) {
        let isFull = state.withLock { state in
            if state.items.count < Self.fileLimit { state.items.append(item) }
            return state.items.count == Self.fileLimit
        }
        if isFull { finish() } else { waitForMore() }
    }

    /// The picture is complete when nothing more comes, or when it has taken too long.
    private func waitForMore() {
        timer.withLock { $0 }?.arm(at: min(deadline, time.now + Self.quiet))
    }

    /// The camera says that it was all; one that has not shown a file yet means something else, or is early.
    func complete() {
        let hasItems = state.withLock { state in
            state.isComplete = true
            return !state.items.isEmpty
        }
        if hasItems { finish() } else { waitForMore() }
    }

    /// Nothing more is waited for.
    func finish() {
        timer.withLock { $0 }?.disarm()
        done.fulfil(.success(()))
    }

    /// The files, when all are there; nil when the task was cancelled.
    func items() async -> [ItemInfo]? {
        guard await done.resultUnlessCancelled() != nil else { return nil }
        return state.withLock { $0.items }
    }

    /// Whether the camera said that a picture was taken.
    var isComplete: Bool { state.withLock { $0.isComplete } }
}
