import BindingSupport

/// A consumer that waits for an item of a stream without a thread.
protocol StreamWaiter: AnyObject, Sendable {
    /// Whether it waits no longer. Guarded by the stream's monitor.
    var isCancelled: Bool { get set }

    /// Notifies it that an item is or was available.
    func wake()
}

/// Calls a handler once, when an item is available, and releases it on the thread that called it. **Thread-safe.**
// SAFETY: `isCancelled` is guarded by the stream's monitor; the rest never changes.
final class ReadyWaiter: StreamWaiter, @unchecked Sendable {
    var isCancelled = false
    private let queue: any CallbackQueue
    private let work: CallbackWork

    /// Creates a waiter whose handler runs on a queue; `nil`: on a thread of the library.
    init(queue: (any CallbackQueue)?, _ handler: @escaping @Sendable () -> Void) {
        self.queue = queue ?? LibraryCallbackQueue.shared
        work = .once(handler)
    }

    func wake() { queue.enqueue(work) }
}
