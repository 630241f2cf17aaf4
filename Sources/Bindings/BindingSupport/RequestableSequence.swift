/// A sequence whose elements can be requested one by one on any thread, without a task that iterates it.
///
/// The bindings use it: a thread of a foreign program that waits for an element is woken by the thread that has it.
public protocol RequestableSequence: AsyncSequence, Sendable where Element: Sendable {
    /// Starts an iteration of the sequence, which ends when the requester is released.
    ///
    /// - Parameter receive: is called once for each request: with an element, with nil at the end, or with the sequence's error.
    ///   Called on any thread, also from within ``ElementRequester/request()``, and not after the requester has been released.
    ///   It must return immediately.
    /// - Returns: the requester.
    func makeRequester(_ receive: @escaping @Sendable (Result<Element?, any Error>) -> Void) -> any ElementRequester
}

/// Requests the elements of one iteration of a ``RequestableSequence``. **Thread-safe.**
public protocol ElementRequester: AnyObject, Sendable {
    /// Requests the next element. One request at a time: the next one follows the answer to the last.
    func request()
}
