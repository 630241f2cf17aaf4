private import CMicroHTTPD
private import HotShoeSupport

/// Reads a stream for one answer, at the pace of its client. **Thread-safe.**
@safe
final class WebStreamReader: SuspendedConnection {
    private struct State {
        var chunk: [UInt8] = []
        var offset = 0
        /// The next piece, and when it was made.
        var ahead: (piece: [UInt8], time: Duration)?
        var task: Task<Void, Never>?
        var isRequesting = false
        /// Whether the daemon has asked for the next piece since the last one was passed on.
        var isAwaited = false
        var isSuspended = false
        var readAhead = ReadAhead()
        /// Nil until the stream ends; then whether it has ended without an error.
        var isComplete: Bool?
    }

    /// Result for the daemon.
    enum Outcome {
        /// Number of bytes; 0 while the connection is suspended.
        case count(Int)
        case end
        case failure
    }

    // SAFETY: as `Exchange.connection`; the reader is released before the connection.
    nonisolated(unsafe) private let connection: OpaquePointer
    private let stream: any WebStream
    private let loop: WebLoop
    /// Guards the piece that is being sent.
    private let state = Guarded(State())

    init(_ connection: OpaquePointer, _ stream: any WebStream, _ loop: WebLoop) {
        unsafe self.connection = connection
        (self.stream, self.loop) = (stream, loop)
    }

    /// Copies the next bytes to the memory of the daemon. Without any, requests the next piece, and suspends the connection until it is
    /// there.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        let now = SystemClock.shared.now
        return state.withLock { state in
            if state.offset == state.chunk.count { begin(&state, now) }
            let rest = state.chunk.count - state.offset
            if rest > 0 {
                let (count, offset) = (min(rest, buffer.count), state.offset)
                unsafe state.chunk.withUnsafeBytes { bytes in
                    unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
                }
                state.offset += count
                if count == rest {
                    state.readAhead.passed(at: now)
                    if state.readAhead.isWanted { request(&state) }
                }
                return .count(count)
            }
            if let isComplete = state.isComplete { return isComplete ? .end : .failure }
            if loop.isStopping { return .failure }
            state.isAwaited = true
            request(&state)
            unsafe MHD_suspend_connection(connection)
            state.isSuspended = true
            return .count(0)
        }
    }

    /// Begins with the piece that was made ahead, if there is one and it is not too old.
    private func begin(_ state: inout State, _ now: Duration) {
        state.readAhead.asked(at: now)
        guard let (piece, time) = state.ahead else { return }
        state.ahead = nil
        if !state.isAwaited, stream.isReplaceable, !state.readAhead.isNew(madeAt: time, now) { return }
        (state.chunk, state.offset, state.isAwaited) = (piece, 0, false)
    }

    private func request(_ state: inout State) {
        guard !state.isRequesting, state.isComplete == nil, state.ahead == nil else { return }
        state.isRequesting = true
        state.task = Task { await self.request() }
    }

    private func request() async {
        let next: [UInt8]?
        do { next = try await stream.next() } catch { return finish(isComplete: false) }
        guard let next, !next.isEmpty else { return finish(isComplete: true) }
        let now = SystemClock.shared.now
        state.withLock { state in
            state.isRequesting = false
            state.ahead = (next, now)
        }
        loop.post(.resume(self))
    }

    private func finish(isComplete: Bool) {
        state.withLock { state in
            state.isRequesting = false
            if state.isComplete == nil { state.isComplete = isComplete }
        }
        loop.post(.resume(self))
    }

    /// Cancels the stream; the answer ends as a failure. Called on the server's thread.
    func abort() {
        let task = state.withLock { state in
            if state.isComplete == nil { state.isComplete = false }
            return state.task
        }
        task?.cancel()
        resume()
    }

    /// Cancels the stream of a client that has disconnected. The connection does not exist any more.
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
