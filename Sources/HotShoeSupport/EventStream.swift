/// Events as an asynchronous sequence, for one consumer.
///
/// Observation starts when the stream is made, not when it is first iterated, so nothing falls between the two. What
/// the consumer does not take waits, up to a bound; past it the oldest elements are forgotten and counted. The
/// observation ends with the last copy of the stream and its iterators. The sequence ends when the source goes away, or
/// when the consuming task is cancelled.
///
/// The stream is **thread-safe**; its iterator is **single-owner**.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    let mailbox: Mailbox<Element>
    let subscription: Subscription

    /// How many elements were forgotten because nobody took them.
    public var droppedCount: Int { mailbox.droppedCount }

    /// The oldest element that is waiting, without waiting for one.
    public func takeNow() -> Element? { mailbox.takeNow() }

    /// Ends the stream: what is waiting can still be taken.
    public func cancel() { subscription.cancel() }

    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Takes a stream's elements one by one. **Single-owner.**
    public struct Iterator: AsyncIteratorProtocol {
        let stream: EventStream

        public func next() async -> Element? { await stream.mailbox.next() }

        public func next(isolation actor: isolated (any Actor)?) async -> Element? { await stream.mailbox.next() }
    }
}
