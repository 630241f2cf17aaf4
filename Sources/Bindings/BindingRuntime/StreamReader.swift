import HotShoeSupport

/// One subscription's way of taking: an element when the handler has returned from the one before. **Thread-safe.**
// SAFETY: `delivery` is set before anybody else has the reader; `isCancelled` is guarded by the stream's monitor.
final class StreamReader<Base: AsyncSequence & SendableMetatype>: @unchecked Sendable {
    private let core: StreamCore<Base>
    private let onElement: @Sendable (Base.Element) -> Void
    private let onEnd: @Sendable ((any Error)?) -> Void
    /// It holds the reader by its handler, and lets it go with that.
    private weak var delivery: CallbackDelivery<Void>?

    /// Whether it wants nothing any more.
    var isCancelled = false

    private init(
        _ core: StreamCore<Base>,
        _ onElement: @escaping @Sendable (Base.Element) -> Void,
        _ onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.core = core
        self.onElement = onElement
        self.onEnd = onEnd
    }

    /// Begins; returns what ends it, which lets the handlers go.
    static func start(
        _ core: StreamCore<Base>,
        queue: any CallbackQueue,
        onElement: @escaping @Sendable (Base.Element) -> Void,
        onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) -> @Sendable (_ waits: Bool) -> Void {
        let reader = StreamReader(core, onElement, onEnd)
        // A signal that there is something: one waits at the most.
        let delivery = CallbackDelivery<Void>(capacity: 1, queue: queue) { reader.read() }
        reader.delivery = delivery
        core.want(reader)
        return { [weak reader] waits in
            if let reader { core.cancel(reader) }
            delivery.cancel(waits: waits)
        }
    }

    /// Something is there, or was.
    func wake() {
        delivery?.send(())
    }

    /// On the queue, one at a time.
    private func read() {
        switch core.take() {
        case .element(let element):
            onElement(element)
            core.want(self)
        case nil, .pending, .timedOut:
            core.want(self)
        case .end:
            delivery?.finish { [onEnd] in onEnd(nil) }
        case .failed(let error):
            delivery?.finish { [onEnd] in onEnd(error) }
        case .shutDown:
            delivery?.cancel(waits: false)
        }
    }
}
