private import CMicroHTTPD
private import HotShoeSupport

/// One request and its answer. **Thread-safe**: the server's thread moves it on, the handler's task answers it.
///
///     receiving ──body complete──► handling ──answer(_:)──► answered ──queued──► sending ──► ended
///         └──────────────────────────── abort() in every state ─────────────────────────────►
///
/// While the handler works, libmicrohttpd has suspended the connection.
@safe
final class Exchange: SuspendedConnection {
    private enum Phase {
        case receiving(WebRequest, limit: Int)
        case handling(Task<Void, Never>?)
        case answered(WebResponse)
        case sending((any StreamAnswer)?)
        case ended
    }

    /// Next action of the server's thread.
    enum Step {
        /// Nothing: the connection is suspended.
        case wait
        case send(WebResponse)
        case close
    }

    private struct State {
        var phase: Phase
        var isSuspended = false
        /// Number of bytes of the body that are counted in the memory of all bodies.
        var reserved = 0
    }

    // SAFETY: libmicrohttpd's connection, which exists until the request is completed. Used by the server's thread only; a suspended
    // connection is not completed.
    nonisolated(unsafe) private let connection: OpaquePointer
    private let loop: WebLoop
    /// Guards the phase, and whether the connection is suspended.
    private let state: Guarded<State>

    init(_ connection: OpaquePointer, _ request: WebRequest, bodyLimit: Int, _ loop: WebLoop) {
        unsafe self.connection = connection
        self.loop = loop
        state = Guarded(State(phase: .receiving(request, limit: bodyLimit)))
    }

    deinit { loop.free(state.withLock { $0.reserved }) }

    /// Appends a part of the body; returns false if the body is larger than its limit, or all bodies together than theirs.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = unsafe Array(bytes)
        return state.withLock { state in
            guard case .receiving(var request, let limit) = state.phase, request.body.count + bytes.count <= limit,
                loop.reserve(bytes.count)
            else { return false }
            state.reserved += bytes.count
            // Moved out and in, so that the body is not copied.
            state.phase = .ended
            request.body += bytes
            state.phase = .receiving(request, limit: limit)
            return true
        }
    }

    /// Moves on after the body was received, and after each resumption.
    func proceed(_ handler: any WebHandler) -> Step {
        if loop.isStopping { return .close }
        return state.withLock { state in
            switch state.phase {
            case .receiving(let request, _):
                let task = Task { answer(await handler.respond(to: request)) }
                state.phase = .handling(task)
                return suspend(&state)
            case .handling: return suspend(&state)
            case .answered(let response):
                state.phase = .sending(nil)
                return .send(response)
            case .sending, .ended: return .close
            }
        }
    }

    private func suspend(_ state: inout sending State) -> Step {
        unsafe MHD_suspend_connection(connection)
        state.isSuspended = true
        return .wait
    }

    private func answer(_ response: WebResponse) {
        change { state in
            guard case .handling = state.phase else { return }
            state.phase = .answered(response)
        }
    }

    /// Notes the stream that is the content of the answer, for ``abort()``.
    func sends(_ answer: any StreamAnswer) {
        state.withLock { $0.phase = .sending(answer) }
    }

    /// Ends the exchange: cancels the handler or the stream. The connection is closed when the daemon next calls. Called on the server's
    /// thread.
    func abort() {
        let phase = state.withLock { $0.phase }
        switch phase {
        case .handling(let task): task?.cancel()
        case .sending(let answer): answer?.abort()
        case .receiving, .answered, .ended: break
        }
        state.withLock { $0.phase = .ended }
        resume()
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        loop.post(.resume(self))
    }

    func resume() {
        let wasSuspended = state.withLock { state in
            defer { state.isSuspended = false }
            return state.isSuspended
        }
        if wasSuspended { unsafe MHD_resume_connection(connection) }
    }
}

/// A connection that libmicrohttpd has suspended until something is there to send.
protocol SuspendedConnection: AnyObject, Sendable {
    /// Resumes the connection, if it is suspended. Called on the server's thread.
    func resume()
}
