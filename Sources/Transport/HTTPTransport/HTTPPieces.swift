import HotShoeSupport

/// The body of an answer in pieces that are requested. **Thread-safe**; one task at a time requests a piece.
package final class HTTPPieces: HTTPReceiver {
    private struct State {
        var pieces: [[UInt8]] = []
        var byteCount = 0
        var head = HTTPHead(status: 0)
        var isPaused = false
        var end: Result<Int, HTTPError>?
        var waiter: CheckedContinuation<Void, Never>?
        var transfer: HTTPTransfer?
    }

    /// Number of bytes that may wait.
    private static let limit = 1 << 20
    /// Guards the pieces that wait.
    private let state = Guarded(State())

    /// Starts a request.
    package init(_ client: HTTPClient, _ request: HTTPRequest) {
        let transfer = client.start(request, Weak(self))
        state.withLock { $0.transfer = transfer }
    }

    deinit { state.withLock { $0.transfer }?.cancel() }

    /// The transfer must not keep its reader alive, which ends it.
    private final class Weak: HTTPReceiver {
        private weak let pieces: HTTPPieces?

        init(_ pieces: HTTPPieces) { self.pieces = pieces }

        func receive(_ bytes: RawSpan, _ head: HTTPHead) -> HTTPReception { pieces?.receive(bytes, head) ?? .stop }
        func end(_ result: Result<Int, HTTPError>) { pieces?.end(result) }
    }

    package func receive(_ bytes: RawSpan, _ head: HTTPHead) -> HTTPReception {
        let (reception, waiter) = state.withLock { state -> (HTTPReception, CheckedContinuation<Void, Never>?) in
            guard state.byteCount < Self.limit else {
                state.isPaused = true
                return (.pause, nil)
            }
            state.head = head
            state.byteCount += bytes.byteCount
            state.pieces.append(unsafe bytes.withUnsafeBytes { unsafe Array($0) })
            defer { state.waiter = nil }
            return (.taken, state.waiter)
        }
        waiter?.resume()
        return reception
    }

    package func end(_ result: Result<Int, HTTPError>) {
        let waiter = state.withLock { state in
            state.end = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns the head of the answer and its next bytes; nil bytes at its end.
    ///
    /// - Throws: ``HTTPError``; ``HTTPError/Kind/cancelled`` when the calling task is cancelled.
    package func next() async throws(HTTPError) -> (head: HTTPHead, bytes: [UInt8]?) {
        while true {
            let (bytes, head, end, transfer) = state.withLock {
                state -> ([UInt8]?, HTTPHead, Result<Int, HTTPError>?, HTTPTransfer?) in
                guard !state.pieces.isEmpty else { return (nil, state.head, state.end, nil) }
                let bytes = state.pieces.removeFirst()
                state.byteCount -= bytes.count
                defer { if state.byteCount == 0 { state.isPaused = false } }
                return (bytes, state.head, nil, state.isPaused && state.byteCount == 0 ? state.transfer : nil)
            }
            transfer?.resume()
            if let bytes { return (head, bytes) }
            if let end { return (HTTPHead(status: try end.get()), nil) }
            if Task.isCancelled { throw HTTPError(.cancelled, "The request was cancelled.") }
            await wait()
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayWait = state.withLock { state in
                    guard state.pieces.isEmpty, state.end == nil, !Task.isCancelled else { return false }
                    state.waiter = continuation
                    return true
                }
                if !mayWait { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }

    /// Ends the transfer.
    package func cancel() { state.withLock { $0.transfer }?.cancel() }
}
