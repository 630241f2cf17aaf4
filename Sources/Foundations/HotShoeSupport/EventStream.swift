/// Events as an asynchronous sequence, for one consumer.
///
/// Observation starts when the stream is created, not when it is first iterated, so that no event is lost in between. Elements
/// are queued up to a bound; beyond it the oldest elements are dropped and counted. The observation ends when the last copy of
/// the stream and its iterators is released. The sequence ends when the source is released, or when the consuming task is
/// cancelled.
///
/// The stream is **thread-safe**; its iterator is **single-owner**.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
    /// The sequence never fails.
    public typealias Failure = Never

    let mailbox: Mailbox<Element>
    let subscription: Subscription

    /// Number of elements that were dropped because the queue was full.
    public var droppedCount: Int { mailbox.droppedCount }

    /// Returns the oldest queued element; nil if none is queued. Does not wait.
    public func popFirst() -> Element? { mailbox.popFirst() }

    /// Queues an element of another source after those that are queued.
    package func insert(_ element: Element) { mailbox.send(element) }

    /// Ends the stream; queued elements can still be read.
    public func cancel() { subscription.cancel() }

    /// Returns an iterator over the queued and all later elements.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Returns a stream's elements one by one. **Single-owner.**
    public struct Iterator: AsyncIteratorProtocol {
        let stream: EventStream

        /// Waits for the next element; returns nil at the end of the stream.
        public func next() async -> Element? { await stream.mailbox.next() }

        /// Waits for the next element; returns nil at the end of the stream.
        public func next(isolation actor: isolated (any Actor)?) async -> Element? { await stream.mailbox.next() }
    }
}
