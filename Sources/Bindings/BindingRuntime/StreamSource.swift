import BindingSupport

// SAFETY: a continuation may be used from any thread; each element is delivered to one consumer.
/// The producing side of a stream that foreign code passes to Swift. **Thread-safe.**
///
/// Elements wait, in any number, until the stream's consumer demands them. Releasing the source ends the stream.
public final class StreamSource<Element>: @unchecked Sendable {
    private let continuation: AsyncThrowingStream<Element, any Error>.Continuation

    private init(_ continuation: AsyncThrowingStream<Element, any Error>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }

    /// Creates a source, and the stream of its elements.
    public static func make() -> (source: StreamSource, stream: ElementStream<Element>) {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        return (StreamSource(continuation), BindingStream(stream))
    }

    /// Queues an element; returns false if the stream has ended.
    public func yield(_ element: sending Element) -> Bool {
        if case .enqueued = continuation.yield(element) { true } else { false }
    }

    /// Ends the stream, after the queued elements.
    public func finish(throwing error: (any Error)? = nil) {
        continuation.finish(throwing: error)
    }
}

extension ElementStream {
    /// The elements as a Swift sequence; an error ends it.
    public func asyncStream() -> AsyncStream<Element> {
        AsyncStream { continuation in
            let subscription = subscribe(
                queue: nil,
                onElement: { element in
                    // SAFETY: each element is delivered to one consumer, here.
                    nonisolated(unsafe) let element = element
                    unsafe continuation.yield(element)
                },
                onEnd: { _ in continuation.finish() }
            )
            continuation.onTermination = releaseHandler(subscription)
        }
    }

    /// The elements as a Swift sequence that throws the stream's error.
    public func asyncThrowingStream() -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let subscription = subscribe(
                queue: nil,
                onElement: { element in
                    // SAFETY: each element is delivered to one consumer, here.
                    nonisolated(unsafe) let element = element
                    unsafe continuation.yield(element)
                },
                onEnd: { continuation.finish(throwing: $0) }
            )
            continuation.onTermination = releaseHandler(subscription)
        }
    }
}

/// Returns a function that releases a subscription, which ends it without waiting for its handler.
///
/// A stream is notified of the cancellation of its task while that task's record is locked, and a handler that yields an
/// element to the task needs the same lock: waiting here for the handler would deadlock.
private func releaseHandler<Termination>(_ subscription: Subscription) -> @Sendable (Termination) -> Void {
    let held = Guarded<Subscription?>(subscription)
    return { _ in
        let discarded = held.withLock { held in
            defer { held = nil }
            return held
        }
        withExtendedLifetime(discarded) {}
    }
}
