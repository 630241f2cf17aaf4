public import HotShoeSupport

/// A queue that the application runs on a thread of its own: it polls ``descriptor`` and calls ``runPending()``.
/// **Thread-safe.**
public final class PumpedQueue: CallbackQueue {
    private struct State: ~Copyable {
        var work: [CallbackWork] = []
        /// How many were ever taken out of the line.
        var taken = 0
        var isClosed = false
        var descriptor = ReadyDescriptor()
    }

    /// Guards the line and what the descriptor shows.
    private let state = Guarded(State())

    /// Makes an empty queue.
    public init() {}

    public func enqueue(_ work: CallbackWork) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.work.append(work)
            state.descriptor.set(true)
        }
    }

    /// Readable while work waits; belongs to the queue. -1, with `errno` set, when the system gives none.
    public var descriptor: Int32 { state.withLock { $0.descriptor.make() } }

    /// Runs what is in line when this is called, here, and returns how many that were. May be called from inside.
    public func runPending() -> Int {
        let end = state.withLock { $0.taken + $0.work.count }
        var count = 0
        while let work = next(before: end) {
            work.run()
            count += 1
        }
        return count
    }

    /// Lets go what is in line, without running it, and whatever comes later.
    public func close() {
        let forgotten = state.withLock { state in
            state.isClosed = true
            state.descriptor.set(false)
            defer { state.work = [] }
            return state.work
        }
        withExtendedLifetime(forgotten) {}
    }

    /// - Parameter end: the number of the first work that is not the caller's: it came after the call.
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
