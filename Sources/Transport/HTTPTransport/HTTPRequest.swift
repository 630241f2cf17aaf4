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
