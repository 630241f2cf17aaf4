public import HotShoeSupport

/// Live view frames as an asynchronous sequence, or as calls of a handler. Delivers the newest frame and keeps no backlog.
///
/// Requesting the next frame makes the camera produce it; without a request nothing is made, sent or encoded. For a consumer
/// that returned from the last frame in less time than the camera needs for one, one frame is requested ahead. The first frame
/// after a pause is a new one. Any number of streams share one camera. The stream is **thread-safe**.
///
/// The sequence ends when ``Camera/stopLiveView()`` was called or the task is cancelled, and throws when the camera ended live
/// view: ``CameraError/Code/connectionLost``, ``CameraError/Code/batteryLow``, ``CameraError/Code/wrongCategory`` …
public struct LiveViewStream: RequestableSequence {
    /// Element of the sequence: one frame.
    public typealias Element = LiveViewFrame
    /// Error of the sequence.
    public typealias Failure = CameraError

    let hub: LiveViewHub
    let camera: Camera
    /// The consumer's options.
    public let options: LiveViewOptions

    /// Returns an iterator, which counts as one consumer of live view.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Returns the frames one by one. **Single-owner.** Live view stops shortly after the last iterator is released.
    public final class Iterator: AsyncIteratorProtocol {
        private let hub: LiveViewHub
        private let camera: Camera
        private let consumer: LiveViewConsumer

        init(stream: LiveViewStream) {
            hub = stream.hub
            camera = stream.camera
            consumer = LiveViewConsumer(.stream, options: stream.options)
            hub.join(consumer)
        }

        deinit { hub.leave(consumer) }

        /// Number of frames that the camera made and this iterator missed.
        public var missedCount: Int { hub.missedCount(of: consumer) }

        /// Waits for the next frame; returns nil when live view was stopped or the task is cancelled.
        public func next() async throws(CameraError) -> LiveViewFrame? {
            try await hub.next(for: consumer).get()
        }

        /// Waits for the next frame; returns nil when live view was stopped or the task is cancelled.
        public func next(isolation actor: isolated (any Actor)?) async throws(CameraError) -> LiveViewFrame? {
            try await hub.next(for: consumer).get()
        }
    }

    /// Returns a requester of single frames, which counts as one consumer of live view until it is released.
    ///
    /// - Parameter receive: is called once for each request, on any thread: with a frame, with nil when live view was stopped,
    ///   or with a ``CameraError``. It must return immediately.
    /// - Returns: the requester.
    public func makeRequester(
        _ receive: @escaping @Sendable (Result<LiveViewFrame?, any Error>) -> Void
    ) -> any ElementRequester {
        LiveViewRequester(self, receive)
    }

    /// Calls a handler with each frame.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handlers run.
    ///   - credit: number of calls that are allowed initially; nil for no limit, each call after the previous one has returned.
    ///     With a number, ``LiveViewSubscription/request(_:)`` allows more.
    ///   - onEnd: is called once, after the last frame, when live view ended other than by cancelling the subscription.
    ///   - onFrame: receives each frame; never two at a time.
    /// - Returns: the subscription; cancelling or releasing it ends the calls.
    public func subscribe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        credit: Int? = nil,
        onEnd: @escaping @Sendable (LiveViewEnd) -> Void = { _ in },
        onFrame: @escaping @Sendable (LiveViewFrame) -> Void
    ) -> LiveViewSubscription {
        LiveViewSubscription(stream: self, queue: queue, credit: credit, onEnd: onEnd, onFrame: onFrame)
    }
}

/// Subscription of a handler to live view; ends with ``cancel()``, or when its last reference is released. **Thread-safe.**
public final class LiveViewSubscription: Sendable {
    private let hub: LiveViewHub
    private let camera: Camera
    private let consumer: LiveViewConsumer
    private let delivery: CallbackDelivery<LiveViewFrame>

    init(
        stream: LiveViewStream,
        queue: any CallbackQueue,
        credit: Int?,
        onEnd: @escaping @Sendable (LiveViewEnd) -> Void,
        onFrame: @escaping @Sendable (LiveViewFrame) -> Void
    ) {
        let hub = stream.hub
        let consumer = LiveViewConsumer(.handler(isRationed: credit != nil), options: stream.options)
        // The hub retains the consumer, and thereby this closure, until ``cancel()`` or `deinit`.
        let delivery = CallbackDelivery<LiveViewFrame>(capacity: 1, queue: queue) { frame in
            onFrame(frame)
            hub.handlerReturned(of: consumer, credit: credit == nil ? 1 : 0)
        }
        consumer.receiver.use { receiver in
            receiver.delivery = delivery
            receiver.onEnd = { [weak delivery] end in
                // Called after the frames that are still queued, on the same queue; not called after a cancellation.
                delivery?.finish { onEnd(end) }
            }
        }
        self.hub = hub
        self.camera = stream.camera
        self.consumer = consumer
        self.delivery = delivery
        hub.join(consumer)
        hub.grant(credit ?? 1, to: consumer)
    }

    /// Allows more calls of the handler. Only for a subscription with a number of credits; at most a million for each call.
    public func request(_ frames: Int) { hub.grant(frames, to: consumer) }

    /// Number of frames that the camera made and the handler missed.
    public var missedCount: Int { hub.missedCount(of: consumer) }

    /// Ends the subscription. The handlers are not running when this returns, and are not called again. When called from inside
    /// a handler, that handler is not called again.
    public func cancel() {
        hub.leave(consumer)
        delivery.cancel(waits: true)
    }

    deinit {
        hub.leave(consumer)
        delivery.cancel(waits: false)
    }
}

/// A stream whose frames are requested one by one, without a task.
private final class LiveViewRequester: ElementRequester {
    private let hub: LiveViewHub
    private let camera: Camera
    private let consumer: LiveViewConsumer
    private let receive: @Sendable (LiveViewConsumer.Outcome) -> Void

    init(_ stream: LiveViewStream, _ receive: @escaping @Sendable (Result<LiveViewFrame?, any Error>) -> Void) {
        let function: @Sendable (LiveViewConsumer.Outcome) -> Void = { outcome in
            switch outcome {
            case .success(let frame): receive(.success(frame))
            case .failure(let error): receive(.failure(error))
            }
        }
        (hub, camera, self.receive) = (stream.hub, stream.camera, function)
        consumer = LiveViewConsumer(.stream, options: stream.options, receiver: .init(onOutcome: function))
        hub.join(consumer)
    }

    func request() {
        if let outcome = hub.request(for: consumer) { receive(outcome) }
    }

    deinit { hub.leave(consumer) }
}
