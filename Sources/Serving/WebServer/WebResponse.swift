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
/// slowly, and nothing waits for it. Only of an answer with a length, a file, one piece is requested ahead. Releasing the stream ends it.
package protocol WebStream: Sendable {
    /// Returns the next piece, which is not empty; nil at the end.
    ///
    /// Is called by one task at a time, and cancelled when the client has disconnected. An error closes the connection: the client learns that the
    /// content is not complete.
    func next() async throws -> WebPiece?
}

/// Bytes of a stream: three parts, which follow one another.
package struct WebPiece: Sendable {
    package var head: [UInt8]
    /// Bytes that are sent from where they are.
    package var content: (any WebContent)?
    package var tail: [UInt8]

    package init(_ head: [UInt8], _ content: (any WebContent)? = nil, _ tail: [UInt8] = []) {
        (self.head, self.content, self.tail) = (head, content, tail)
    }

    /// Number of bytes of all parts.
    package var count: Int { head.count + (content?.byteCount ?? 0) + tail.count }

    /// Appends the bytes of all parts.
    package func append(to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + count)
        bytes += head
        unsafe content?.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        bytes += tail
    }
}

/// Bytes that something else owns, such as a frame of live view. **Thread-safe**, immutable.
package protocol WebContent: Sendable {
    var byteCount: Int { get }

    /// Calls a function with the bytes, which are valid while it runs.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
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
