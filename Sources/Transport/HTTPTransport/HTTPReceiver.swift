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
