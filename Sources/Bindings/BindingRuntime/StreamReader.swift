import BindingSupport

/// The consumer of one subscription: takes the next element when the handler has returned. **Thread-safe.**
// SAFETY: `delivery` is set before another thread has the reader; `isCancelled` is guarded by the stream's monitor.
final class StreamReader<Base: AsyncSequence & SendableMetatype>: StreamWaiter, @unchecked Sendable {
    private let core: StreamCore<Base>
    private let onElement: @Sendable (Base.Element) -> Void
    private let onEnd: @Sendable ((any Error)?) -> Void
    /// Retains the reader in its handler, and releases it with the handler.
    private weak var delivery: CallbackDelivery<Void>?

    /// Whether the reader demands no more elements.
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

    /// Starts a reader; returns a function that ends it and releases the handlers.
    static func start(
        _ core: StreamCore<Base>,
        queue: any CallbackQueue,
        onElement: @escaping @Sendable (Base.Element) -> Void,
        onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) -> @Sendable (_ waits: Bool) -> Void {
        let reader = StreamReader(core, onElement, onEnd)
        // Signals that an item is available; at most one signal waits.
        let delivery = CallbackDelivery<Void>(capacity: 1, queue: queue) { reader.read() }
        reader.delivery = delivery
        core.add(reader)
        return { [weak reader] waits in
            if let reader { core.cancel(reader) }
            delivery.cancel(waits: waits)
        }
    }

    /// Signals the reader that an item is or was available.
    func wake() {
        delivery?.send(())
    }

    /// Takes an item; runs on the queue, one call at a time.
    private func read() {
        switch core.pop() {
        case .element(let element):
            onElement(element)
            core.add(self)
        case nil, .pending, .timedOut:
            core.add(self)
        case .end:
            delivery?.finish { [onEnd] in onEnd(nil) }
        case .failed(let error):
            delivery?.finish { [onEnd] in onEnd(error) }
        case .shutDown:
            delivery?.cancel(waits: false)
        }
    }
}
