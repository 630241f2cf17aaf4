private import CMicroHTTPD
private import HotShoeSupport

/// The connection of a stream, which is suspended while there is nothing for libmicrohttpd, and the task that makes the pieces. **Thread-safe.**
@safe
final class StreamConnection: SuspendedConnection {
    private struct State {
        var task: Task<Void, Never>?
        var isSuspended = false
        /// Nil until the stream ends; then whether it has ended without an error.
        var isComplete: Bool?
    }

    // SAFETY: as `Exchange.connection`; the stream is released before the connection.
    nonisolated(unsafe) private let connection: OpaquePointer
    private let loop: WebLoop
    /// Guards the task, and whether the connection is suspended.
    private let state = Guarded(State())

    init(_ connection: OpaquePointer, _ loop: WebLoop) {
        unsafe self.connection = connection
        self.loop = loop
    }

    /// The end of the stream; nil before it.
    var outcome: StreamOutcome? {
        if let isComplete = state.withLock({ $0.isComplete }) { return isComplete ? .end : .failure }
        return loop.isStopping ? .failure : nil
    }

    /// Makes pieces, until the stream is cancelled.
    func perform(_ work: @escaping @Sendable () async -> Void) { state.withLock { $0.task = Task { await work() } } }

    /// Suspends the connection until ``wake()`` or ``finish(isComplete:)``. Called on the server's thread, which also resumes it.
    func suspend() -> StreamOutcome {
        state.withLock { state in
            unsafe MHD_suspend_connection(connection)
            state.isSuspended = true
        }
        return .count(0)
    }

    /// There is something for libmicrohttpd.
    func wake() { loop.post(.resume(self)) }

    func finish(isComplete: Bool) {
        state.withLock { state in if state.isComplete == nil { state.isComplete = isComplete } }
        wake()
    }

    func abort() {
        let task = state.withLock { state in
            if state.isComplete == nil { state.isComplete = false }
            return state.task
        }
        task?.cancel()
        resume()
    }

    func cancel() {
        let task = state.withLock { state in
            state.isSuspended = false
            return state.task
        }
        task?.cancel()
    }

    func resume() {
        let wasSuspended = state.withLock { state in
            defer { state.isSuspended = false }
            return state.isSuspended
        }
        if wasSuspended { unsafe MHD_resume_connection(connection) }
    }
}
