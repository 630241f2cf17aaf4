public import BindingSupport

/// A queue that the application runs on one of its threads: it polls ``descriptor`` and calls ``runPending()``.
/// **Thread-safe.**
public final class PumpedQueue: CallbackQueue {
    private struct State: ~Copyable {
        var work: [CallbackWork] = []
        /// The number of work items that were ever removed from the queue.
        var taken = 0
        var isClosed = false
        var descriptor = ReadyDescriptor()
    }

    /// Guards the queue and the state of the descriptor.
    private let state = Guarded(State())

    /// Creates an empty queue.
    public init() {}

    /// Adds work to the queue; after ``close()`` the work is released without running.
    public func enqueue(_ work: CallbackWork) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.work.append(work)
            state.descriptor.set(true)
        }
    }

    /// A file descriptor that is readable while work waits. The queue owns it. -1, with `errno` set, if the system provides
    /// none.
    public var descriptor: Int32 { state.withLock { $0.descriptor.make() } }

    /// Runs the work that is queued at the time of the call, on the calling thread, and returns the number of items. Reentrant.
    public func runPending() -> Int {
        let end = state.withLock { $0.taken + $0.work.count }
        var count = 0
        while let work = next(before: end) {
            work.run()
            count += 1
        }
        return count
    }

    /// Releases the queued work, and all work that is added later, without running it.
    public func close() {
        let discarded = state.withLock { state in
            state.isClosed = true
            state.descriptor.set(false)
            defer { state.work = [] }
            return state.work
        }
        withExtendedLifetime(discarded) {}
    }

    /// Removes and returns the next work item; `nil` if there is none, or its number is `end` or higher: it was added after the
    /// call of ``runPending()``.
    private func next(before end: Int) -> CallbackWork? {
        state.withLock { state in
            guard state.taken < end, !state.work.isEmpty else { return nil }
            state.taken += 1
            let work = state.work.removeFirst()
            state.descriptor.set(!state.work.isEmpty)
            return work
        }
    }
}
