public import BindingSupport

// SAFETY: it has no state.
/// A sequence with any type of element, from which foreign code takes elements. **Thread-safe.**
public class AnyStream: @unchecked Sendable {
    fileprivate init() {}

    /// A file descriptor that is readable while an item is available. The stream owns it. -1, with `errno` set, if the system
    /// provides none.
    public var descriptor: Int32 { -1 }

    /// Ends the stream: waiting callers, later callers and subscribers receive the end.
    public func close() {}

    /// Demands an item, and calls `handler` once when an item or the end is available: promptly if one is. Another consumer may
    /// have received the item by then.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handler runs; `nil` for a thread of the library.
    ///   - handler: the handler; released without a call only if the queue discards its work.
    public func whenReady(queue: (any CallbackQueue)?, _ handler: @escaping @Sendable () -> Void) {}

    /// Ends the stream: waiting callers receive `.shutDown`, and no handler is called.
    func shutDown() {}
}

// SAFETY: it has no state.
/// A sequence of any type with elements of a known type, from which foreign code takes elements. **Thread-safe.**
public class ElementStream<Element>: AnyStream, @unchecked Sendable {
    fileprivate override init() { super.init() }

    /// Waits for the next item, on the calling thread.
    ///
    /// - Parameter nanoseconds: the time limit in nanoseconds; 0 returns immediately; a negative number or `Int64.max` means no
    ///   limit.
    /// - Returns: the item; `.timedOut` if there is none within the time limit.
    public func next(nanoseconds: Int64) -> StreamItem<Element> { .end }

    /// Returns the next item if one is available; else `.pending`, and ``descriptor`` becomes readable when there is one.
    public func tryNext() -> StreamItem<Element> { .end }

    /// Calls `onElement` with each element, one at a time; the next is fetched when it has returned.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handlers run; `nil` for a thread of the library.
    ///   - onElement: receives each element.
    ///   - onEnd: called once after the last element, with the sequence's error if it threw; not called after cancellation, nor
    ///     when the library is shut down.
    /// - Returns: the subscription, which keeps the stream alive.
    public func subscribe(
        queue: (any CallbackQueue)?,
        onElement: @escaping @Sendable (Element) -> Void,
        onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) -> Subscription {
        Subscription { _ in }
    }
}

// SAFETY: its single property never changes, and is thread-safe.
/// An asynchronous sequence from which foreign code pulls elements, or which calls it with them. **Thread-safe.**
///
/// An element is fetched only on demand, and delivered to one caller. Releasing the last reference closes the stream.
public final class BindingStream<Base: AsyncSequence & SendableMetatype>: ElementStream<Base.Element>, @unchecked Sendable {
    private let core: StreamCore<Base>

    /// The underlying sequence.
    public var base: Base { core.base }

    /// Creates a stream. The sequence does not run before the first demand.
    public convenience init(_ base: Base) { self.init(StreamCore(base)) }

    fileprivate init(_ core: StreamCore<Base>) {
        self.core = core
        super.init()
    }

    deinit {
        core.end(.finished)
    }

    public override var descriptor: Int32 { core.descriptor }

    public override func close() { core.end(.finished) }

    public override func whenReady(queue: (any CallbackQueue)?, _ handler: @escaping @Sendable () -> Void) {
        core.add(ReadyWaiter(queue: queue, handler))
    }

    override func shutDown() { core.end(.shutDown) }

    public override func next(nanoseconds: Int64) -> StreamItem<Base.Element> {
        core.next(Deadline(nanoseconds: nanoseconds))
    }

    public override func tryNext() -> StreamItem<Base.Element> {
        core.popOrDemand() ?? .pending
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
        // The stream exists until the subscription ends, even if there is no other reference to it.
        let stream = Guarded<BindingStream?>(self)
        return Subscription { waits in
            end(waits)
            let discarded = stream.withLock { stream in
                defer { stream = nil }
                return stream
            }
            withExtendedLifetime(discarded) {}
        }
    }
}

extension BindingStream where Base: RequestableSequence {
    /// Creates a stream that asks the sequence for each element, without a task. The sequence does not run before the first
    /// demand.
    public convenience init(_ base: Base) { self.init(StreamCore(base) { base.makeRequester($0) }) }
}
