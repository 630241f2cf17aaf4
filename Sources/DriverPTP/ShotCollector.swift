import CameraModel
import HotShoeSupport

/// The files of a picture that is being taken, until the camera says that there are no more. **Thread-safe.**
final class ShotCollector: Sendable {
    /// After so long without another file the picture is complete, for cameras that do not say so (observed behaviour).
    static let quiet: Duration = .seconds(2)
    /// So long a picture may take, its exposure included.
    static let limit: Duration = .seconds(100)

    private struct State {
        var items: [ItemInfo] = []
        var isComplete = false
    }

    /// Guards the files.
    private let state = Guarded(State())
    private let done = Promise<Void, Never>()
    private let time: any TimeSource
    private let timer = Guarded<(any TimeSourceTimer)?>(nil)

    init(_ time: any TimeSource) {
        self.time = time
        let timer = time.makeTimer { [weak self] in self?.finish() }
        self.timer.withLock { $0 = timer }
        timer.arm(at: time.now + Self.limit)
    }

    /// A file is there.
    func add(_ item: ItemInfo) {
        state.withLock { $0.items.append(item) }
        timer.withLock { $0 }?.arm(at: time.now + Self.quiet)
    }

    /// The camera says that it was all; one that has not shown a file yet means something else, or is early.
    func complete() {
        let hasItems = state.withLock { state in
            state.isComplete = true
            return !state.items.isEmpty
        }
        if hasItems { finish() } else { timer.withLock { $0 }?.arm(at: time.now + Self.quiet) }
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
