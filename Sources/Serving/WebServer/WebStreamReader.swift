private import HotShoeSupport

/// Copies a stream to libmicrohttpd, at the pace of its client: an answer with a length, or by TLS. **Thread-safe.**
final class WebStreamReader: StreamAnswer {
    private struct State {
        var piece: [UInt8] = []
        var offset = 0
        /// The piece after it.
        var next: [UInt8]?
        var isRequesting = false
    }

    let connection: StreamConnection
    private let stream: any WebStream
    /// Whether a piece is requested while the last one is being sent.
    private let readsAhead: Bool
    /// Guards the piece that is being sent.
    private let state = Guarded(State())

    init(_ connection: OpaquePointer, _ stream: any WebStream, readsAhead: Bool, _ loop: WebLoop) {
        self.connection = unsafe StreamConnection(connection, loop)
        (self.stream, self.readsAhead) = (stream, readsAhead)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamOutcome {
        let (count, requests) = state.withLock { state in
            var requests = false
            if state.offset == state.piece.count, let next = state.next {
                (state.piece, state.offset, state.next) = (next, 0, nil)
                requests = readsAhead
            }
            let count = min(state.piece.count - state.offset, buffer.count)
            if count > 0 {
                let range = state.offset..<state.offset + count
                unsafe state.piece.withUnsafeBytes { unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
                state.offset += count
            }
            requests = (requests || count == 0) && !state.isRequesting
            if requests { state.isRequesting = true }
            return (count, requests)
        }
        if count == 0, let outcome = connection.outcome { return outcome }
        if requests { connection.perform { await self.request() } }
        return count == 0 ? connection.suspend() : .count(count)
    }

    private func request() async {
        do {
            let piece = try await stream.next()
            guard let piece, piece.count > 0 else { return connection.finish(isComplete: true) }
            var bytes: [UInt8] = []
            piece.append(to: &bytes)
            state.withLock { state in
                state.isRequesting = false
                state.next = bytes
            }
            connection.wake()
        } catch { connection.finish(isComplete: false) }
    }
}
