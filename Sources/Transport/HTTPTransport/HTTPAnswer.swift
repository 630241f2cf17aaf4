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
