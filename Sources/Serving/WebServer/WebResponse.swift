/// The answer to a request.
package struct WebResponse: Sendable {
    /// The content of an answer.
    package enum Body: Sendable {
        /// Bytes that are known, perhaps none.
        case bytes([UInt8])
        /// Bytes that are made while the client receives them. `length` is their number, nil until the connection is closed.
        case stream(any WebStream, length: UInt64?)
        /// Messages of a WebSocket: each piece of the stream is one binary message.
        case webSocket(any WebStream)
    }

    package var status: Int
    package var fields: [(name: String, value: String)]
    package var body: Body

    package init(_ status: Int, fields: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// An answer that has text.
    package init(_ status: Int, text: String, type: String) {
        self.init(status, fields: [("Content-Type", type)], body: .bytes(Array(text.utf8)))
    }
}

/// Bytes that are made piece by piece, at the pace of one client. **Thread-safe.**
///
/// The next piece is requested when the system has accepted the last byte of the previous one: a client that reads slowly requests
/// slowly, and nothing waits for it. For a client that has read the previous pieces immediately, one piece is requested ahead, while the
/// previous one is being sent. Releasing the stream ends it.
package protocol WebStream: Sendable {
    /// Returns the next piece, which is not empty; nil at the end.
    ///
    /// Is called by one task at a time, and cancelled when the client has disconnected. An error closes the connection: the client learns that the
    /// content is not complete.
    func next() async throws -> [UInt8]?

    /// Whether a piece that was made ahead may be discarded in favour of a newer one: live view. False unless given.
    var isReplaceable: Bool { get }
}

extension WebStream {
    package var isReplaceable: Bool { false }
}

/// Answers requests. **Thread-safe.**
package protocol WebHandler: Sendable {
    /// Decides on a request before its body is received: returns the answer that refuses it, or nil.
    ///
    /// Runs on the server's thread, and must return immediately.
    func screen(_ request: WebRequest) -> WebResponse?

    /// Maximum number of bytes of a request's body. Runs on the server's thread.
    func bodyLimit(of request: WebRequest) -> Int

    /// Answers a request. The task is cancelled when the server stops, and not when the client disconnects: a picture is taken, whether or
    /// not the browser is still there.
    func respond(to request: WebRequest) async -> WebResponse

    /// The answer to a request that the server itself refuses, such as one whose body is too large.
    func refusal(_ status: Int, _ reason: String) -> WebResponse
}
