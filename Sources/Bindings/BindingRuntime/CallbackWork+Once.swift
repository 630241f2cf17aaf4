import BindingSupport

extension CallbackWork {
    /// Work that calls `handler` when it is first run, and releases it on that thread. The thread that enqueues work may still
    /// hold it when the queue has run it, and would release what the handler captured at any later time.
    static func once(_ handler: @escaping @Sendable () -> Void) -> CallbackWork {
        let waiting = Guarded<(@Sendable () -> Void)?>(handler)
        return CallbackWork { waiting.withLock { $0.take() }?() }
    }
}
