public import HotShoeSupport

/// A sequence that foreign code takes from, whatever its elements. **Thread-safe.**
// SAFETY: it has no state of its own.
public class AnyStream: @unchecked Sendable {
    fileprivate init() {}

    /// Readable while an item can be taken; belongs to the stream. -1, with `errno` set, when the system gives none.
    public var descriptor: Int32 { -1 }

    /// Ends it: who waits, takes later, or subscribed gets the end.
    public func close() {}

    /// Ends it: who waits gets `.shutDown`, and nobody is called.
    func shutDown() {}
}

/// A sequence of known elements that foreign code takes from, whatever its type. **Thread-safe.**
// SAFETY: it has no state of its own.
public class ElementStream<Element>: AnyStream, @unchecked Sendable {
    fileprivate override init() { super.init() }

    /// Waits for the next item, on the calling thread.
    ///
    /// - Parameter nanoseconds: how long at the most; 0: not at all; negative or `Int64.max`: for ever.
    public func next(nanoseconds: Int64) -> StreamItem<Element> { .end }

    /// Takes what is there; else `.pending`, and ``descriptor`` becomes readable when there is something.
    public func tryNext() -> StreamItem<Element> { .end }

    /// Calls `onElement` with each element, one at a time; the next is fetched when it has returned.
    ///
    /// - Parameters:
    ///   - queue: where; without one, on a thread of the library.
    ///   - onEnd: called once, at the last, with the sequence's error if it threw; not after cancelling, nor when the
    ///     library is shut down.
    /// - Returns: what keeps the subscription, and the stream, alive.
    public func subscribe(
        queue: (any CallbackQueue)?,
        onElement: @escaping @Sendable (Element) -> Void,
        onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) -> Subscription {
        Subscription { _ in }
    }
}

/// An asynchronous sequence that foreign code pulls, or that calls it. **Thread-safe.**
///
/// An element is fetched only when somebody wants it, and goes to one taker. Closed when the last reference goes.
// SAFETY: its one property never changes, and is thread-safe.
public final class BindingStream<Base: AsyncSequence & SendableMetatype>: ElementStream<Base.Element>, @unchecked Sendable {
    private let core: StreamCore<Base>

    /// The sequence.
    public var base: Base { core.base }

    /// Nothing runs until an element is wanted.
    public init(_ base: Base) {
        core = StreamCore(base)
        super.init()
    }

    deinit {
        core.end(.finished)
    }

    public override var descriptor: Int32 { core.descriptor }

    public override func close() { core.end(.finished) }

    override func shutDown() { core.end(.shutDown) }

    public override func next(nanoseconds: Int64) -> StreamItem<Base.Element> {
        core.next(Deadline(nanoseconds: nanoseconds))
    }

    public override func tryNext() -> StreamItem<Base.Element> {
        core.takeOrDemand() ?? .pending
    }

    public override func subscribe(
        queue: (any CallbackQueue)?,
        onElement: @escaping @Sendable (Base.Element) -> Void,
        onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) -> Subscription {
        let end = StreamReader.start(
            core,
            queue: queue ?? LibraryCallbackQueue.shared,
            onElement: onElement,
            onEnd: onEnd
        )
        // The stream stays until the subscription ends, even if nobody else holds it.
        let stream = Guarded<BindingStream?>(self)
        return Subscription { waits in
            end(waits)
            let forgotten = stream.withLock { stream in
                defer { stream = nil }
                return stream
            }
            withExtendedLifetime(forgotten) {}
        }
    }
}
