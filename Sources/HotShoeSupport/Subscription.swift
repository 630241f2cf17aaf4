/// What keeps a closure observer alive: the observation ends when this is cancelled, or when the last reference to it goes.
///
/// **Thread-safe.**
public final class Subscription: Sendable {
    private let end: @Sendable (_ waits: Bool) -> Void

    /// Makes a subscription.
    ///
    /// - Parameter end: ends the observation; may be called more than once. When `waits` is true it returns only after
    ///   a handler that is running on another thread has returned.
    public init(_ end: @escaping @Sendable (_ waits: Bool) -> Void) {
        self.end = end
    }

    /// Ends the observation.
    ///
    /// When this returns, the handler is not running and will not run again; called from inside the handler, it will
    /// not run again. Do not hold a lock here that the handler wants.
    public func cancel() {
        end(true)
    }

    deinit {
        end(false)
    }
}
