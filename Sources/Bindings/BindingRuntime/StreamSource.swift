import HotShoeSupport

/// Where foreign code puts the elements of a stream that it passes to Swift. **Thread-safe.**
///
/// Elements wait, however many, until the stream's taker wants them. Let go, it ends the stream.
// SAFETY: a continuation may be used from any thread; each element goes to one taker.
public final class StreamSource<Element>: @unchecked Sendable {
    private let continuation: AsyncThrowingStream<Element, any Error>.Continuation

    private init(_ continuation: AsyncThrowingStream<Element, any Error>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }

    /// Makes a source, and the stream that gives what is put into it.
    public static func make() -> (source: StreamSource, stream: ElementStream<Element>) {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        return (StreamSource(continuation), BindingStream(stream))
    }

    /// Puts an element in line; false when the stream has ended.
    public func yield(_ element: sending Element) -> Bool {
        if case .enqueued = continuation.yield(element) { true } else { false }
    }

    /// Ends the stream, after what is in line.
    public func finish(throwing error: (any Error)? = nil) {
        continuation.finish(throwing: error)
    }
}

extension ElementStream {
    /// The elements as Swift code takes them; an error ends them.
    public func asyncStream() -> AsyncStream<Element> {
        AsyncStream { continuation in
            let subscription = subscribe(
                queue: nil,
                onElement: { element in
                    // SAFETY: each element goes to one taker, here.
                    nonisolated(unsafe) let element = element
                    unsafe continuation.yield(element)
                },
                onEnd: { _ in continuation.finish() }
            )
            continuation.onTermination = letGo(subscription)
        }
    }

    /// The elements as Swift code takes them.
    public func asyncThrowingStream() -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let subscription = subscribe(
                queue: nil,
                onElement: { element in
                    // SAFETY: each element goes to one taker, here.
                    nonisolated(unsafe) let element = element
                    unsafe continuation.yield(element)
                },
                onEnd: { continuation.finish(throwing: $0) }
            )
            continuation.onTermination = letGo(subscription)
        }
    }
}

/// What lets a subscription go, which ends it without waiting for its handler.
///
/// A stream is told that its task was cancelled while that task's record is locked, and a handler that gives the task an
/// element wants the same lock: whoever waited here for the handler would wait for ever.
private func letGo<Termination>(_ subscription: Subscription) -> @Sendable (Termination) -> Void {
    let held = Guarded<Subscription?>(subscription)
    return { _ in
        let forgotten = held.withLock { held in
            defer { held = nil }
            return held
        }
        withExtendedLifetime(forgotten) {}
    }
}
