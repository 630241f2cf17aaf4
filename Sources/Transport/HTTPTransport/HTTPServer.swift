/// Where requests are sent.
package struct HTTPServer: Hashable, Sendable {
    /// Address without a path, such as `https://192.168.1.20:8443`.
    package var origin: String
    /// The token of each request (RFC 6750); nil for none.
    package var token: String?
    /// The hash of the server's public key, `sha256//` and base64, as `CURLOPT_PINNEDPUBLICKEY` of libcurl has it: then the certificate need
    /// not be of a known authority. Nil for a certificate that this computer trusts.
    package var publicKey: String?

    package init(origin: String, token: String? = nil, publicKey: String? = nil) {
        (self.origin, self.token, self.publicKey) = (origin, token, publicKey)
    }

    /// Whether requests are encrypted.
    package var isEncrypted: Bool { origin.hasPrefix("https:") }
}

/// One request.
package struct HTTPRequest: Hashable, Sendable {
    /// Method in upper case, such as `GET`.
    package var method: String
    /// Path with its query, percent-encoded, from its first slash on.
    package var path: String
    /// The body and its media type; nil for none.
    package var body: Body?
    /// Further fields of the head, as lines without their end.
    package var fields: [String] = []
    /// Time in which the answer must be complete; nil for a stream, which ends when nothing arrives for ``silenceLimit``.
    package var timeLimit: Duration?

    /// Time without a byte after which a stream ends. A server sends something each 15 s.
    package var silenceLimit = Duration.seconds(45)

    /// A body.
    package struct Body: Hashable, Sendable {
        package var bytes: [UInt8]
        package var type: String

        package init(_ bytes: [UInt8], type: String) { (self.bytes, self.type) = (bytes, type) }
    }

    package init(_ method: String, _ path: String, body: Body? = nil, fields: [String] = [], timeLimit: Duration?) {
        (self.method, self.path, self.body, self.fields, self.timeLimit) = (method, path, body, fields, timeLimit)
    }
}

/// An answer with its whole body.
package struct HTTPAnswer: Hashable, Sendable {
    /// Status, such as 200.
    package var status: Int
    package var body: [UInt8]

    package init(status: Int, body: [UInt8]) { (self.status, self.body) = (status, body) }
}

/// The head of an answer.
package struct HTTPHead: Hashable, Sendable {
    /// Status, such as 200.
    package var status: Int
    /// Position of the first byte of a part (the field `Content-Range`); nil for other answers.
    package var rangeStart: UInt64?

    package init(status: Int, rangeStart: UInt64? = nil) { (self.status, self.rangeStart) = (status, rangeStart) }
}

/// Receives an answer while it arrives. All calls are made by one thread, which must not be blocked, one after the other.
package protocol HTTPReceiver: AnyObject, Sendable {
    /// Receives the next bytes of the body.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, at most 128 KB. Valid during the call.
    ///   - head: The head of the answer.
    /// - Returns: Whether the bytes were taken; see ``HTTPReception``.
    func receive(_ bytes: RawSpan, _ head: HTTPHead) -> HTTPReception

    /// The answer is complete, or has failed. Called once, and nothing after it.
    func end(_ result: Result<Int, HTTPError>)
}

/// The outcome of receiving bytes.
package enum HTTPReception: Sendable {
    /// The bytes were taken.
    case taken
    /// They were not: they are received again after ``HTTPTransfer/resume()``.
    case pause
    /// They were not, and no more are wanted: the transfer ends as cancelled.
    case stop
}
