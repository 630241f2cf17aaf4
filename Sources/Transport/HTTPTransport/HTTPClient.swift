import HotShoeSupport

/// Requests over HTTP to one server, by libcurl. **Thread-safe.**
///
/// Connections are kept and used again. Redirections are not followed, proxies of the environment are not used, and answers are not
/// decompressed. Releasing the client ends its requests.
package final class HTTPClient: Sendable {
    package let server: HTTPServer
    private let loop: HTTPLoop

    /// Creates a client. Connects with the first request.
    ///
    /// - Throws: ``HTTPError/Kind/libraryMissing``.
    package init(_ server: HTTPServer) throws(HTTPError) {
        self.server = server
        loop = try HTTPLoop()
    }

    deinit { loop.stop() }

    /// Ends all requests.
    package func close() { loop.stop() }

    /// Starts a request whose answer is received while it arrives.
    package func start(_ request: HTTPRequest, _ receiver: any HTTPReceiver) -> HTTPTransfer {
        let transfer = HTTPTransfer(loop, request, server, receiver)
        loop.post(.start(transfer.state))
        return transfer
    }

    /// Performs a request, and returns the answer with its whole body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: Maximum size of the answer's body in bytes.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``HTTPError``; ``HTTPError/Kind/cancelled`` when the calling task is cancelled.
    package func send(_ request: HTTPRequest, limit: Int = 8 << 20) async throws(HTTPError) -> HTTPAnswer {
        let collected = CollectedAnswer(limit: limit)
        let transfer = start(request, collected)
        guard let result = await collected.promise.resultUnlessCancelled() else {
            transfer.cancel()
            throw HTTPError(.cancelled, "The request was cancelled.")
        }
        return try result.get()
    }
}

/// Collects a whole answer.
private final class CollectedAnswer: HTTPReceiver {
    let promise = Promise<HTTPAnswer, HTTPError>()
    private let limit: Int
    /// Guards the bytes, and whether there were too many.
    private let state = Guarded((bytes: [UInt8](), isTooLarge: false))

    init(limit: Int) { self.limit = limit }

    func receive(_ bytes: RawSpan, _ head: HTTPHead) -> HTTPReception {
        state.withLock { state in
            guard state.bytes.count + bytes.byteCount <= limit else {
                state.isTooLarge = true
                return .stop
            }
            unsafe bytes.withUnsafeBytes { unsafe state.bytes.append(contentsOf: $0) }
            return .taken
        }
    }

    func end(_ result: Result<Int, HTTPError>) {
        let (bytes, isTooLarge) = state.withLock { $0 }
        if isTooLarge {
            promise.fulfil(.failure(HTTPError(.invalidAnswer, "The answer has more than \(limit) bytes.")))
        } else {
            promise.fulfil(result.map { HTTPAnswer(status: $0, body: bytes) })
        }
    }
}
