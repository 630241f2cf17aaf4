public import HotShoeSupport

/// Frames as they come: an asynchronous sequence, or a handler that is called. Newest first, never a backlog.
///
/// Asking for the next frame is what makes the camera produce it; while nobody asks, nothing is made, sent or encoded. For who
/// came back from the last frame sooner than the camera makes one, the next is asked for ahead, one and no more.
/// After a pause the next frame is a new one. Any number of streams share one camera. The stream is **thread-safe**, its
/// iterator **single-owner**.
///
/// The sequence ends when ``Camera/stopLiveView()`` was called or the task is cancelled, and throws when the camera ended
/// live view: ``CameraError/Code/connectionLost``, ``CameraError/Code/batteryLow``, ``CameraError/Code/wrongCategory`` …
public struct LiveViewStream: AsyncSequence, Sendable {
    public typealias Element = LiveViewFrame
    public typealias Failure = CameraError

    let hub: LiveViewHub
    let camera: Camera
    /// What this stream wants.
    public let options: LiveViewOptions

    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Takes frames one by one. **Single-owner.** Live view stops a moment after the last iterator has gone.
    public final class Iterator: AsyncIteratorProtocol {
        private let hub: LiveViewHub
        private let camera: Camera
        private let consumer: LiveViewConsumer

        init(stream: LiveViewStream) {
            hub = stream.hub
            camera = stream.camera
            consumer = LiveViewConsumer(options: stream.options)
            hub.join(consumer)
        }

        deinit { hub.leave(consumer) }

        /// How many frames the camera made that this iterator was too late for.
        public var missedCount: Int { hub.missedCount(of: consumer) }

        public func next() async throws(CameraError) -> LiveViewFrame? {
            try await hub.next(for: consumer).get()
        }

        public func next(isolation actor: isolated (any Actor)?) async throws(CameraError) -> LiveViewFrame? {
            try await hub.next(for: consumer).get()
        }
    }

    /// Calls a handler with each frame.
    ///
    /// - Parameters:
    ///   - queue: where the handlers run.
    ///   - credit: how many calls are allowed at first; nil for as many as there are frames, one after the other, each
    ///     when the one before has returned. With a number, ``LiveViewSubscription/request(_:)`` allows more.
    ///   - onEnd: is called once, after the last frame, when live view ended other than by cancelling the subscription.
    ///   - onFrame: is given each frame; never two at a time.
    public func subscribe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        credit: Int? = nil,
        onEnd: @escaping @Sendable (LiveViewEnd) -> Void = { _ in },
        onFrame: @escaping @Sendable (LiveViewFrame) -> Void
    ) -> LiveViewSubscription {
        LiveViewSubscription(stream: self, queue: queue, credit: credit, onEnd: onEnd, onFrame: onFrame)
    }
}

/// A handler's share of live view; ends with ``cancel()``, or with its last reference. **Thread-safe.**
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
        let (hub, consumer) = (stream.hub, LiveViewConsumer(options: stream.options))
        let delivery = CallbackDelivery<LiveViewFrame>(capacity: 1, queue: queue) { [weak hub] frame in
            onFrame(frame)
            hub?.handlerReturned(of: consumer, credit: credit == nil ? 1 : 0)
        }
        consumer.delivery = delivery
        consumer.isRationed = credit != nil
        consumer.onEnd = { [weak delivery] end in
            // After the frames that are still in line, on the same queue, and not at all once cancelled.
            delivery?.finish { onEnd(end) }
        }
        self.hub = hub
        self.camera = stream.camera
        self.consumer = consumer
        self.delivery = delivery
        hub.join(consumer)
        hub.grant(credit ?? 1, to: consumer)
    }

    /// Allows so many calls more. Only for a subscription that was made with a number of credits; not past a million.
    public func request(_ frames: Int) { hub.grant(frames, to: consumer) }

    /// How many frames the camera made that the handler was too late for.
    public var missedCount: Int { hub.missedCount(of: consumer) }

    /// Ends it: the handlers are not running when this returns, and will not run again; called from inside one, they
    /// will not run again.
    public func cancel() {
        hub.leave(consumer)
        delivery.cancel(waits: true)
    }

    deinit {
        hub.leave(consumer)
        delivery.cancel(waits: false)
    }
}
