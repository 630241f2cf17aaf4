/// An observation by a closure. It ends when the subscription is cancelled, or its last reference is released.
///
/// **Thread-safe.**
public final class Subscription: Sendable {
    private let end: @Sendable (_ waits: Bool) -> Void

    /// Creates a subscription.
    ///
    /// - Parameter end: ends the observation; may be called more than once. When `waits` is true it returns only after a
    ///   handler that is running on another thread has returned.
    public init(_ end: @escaping @Sendable (_ waits: Bool) -> Void) {
        self.end = end
    }

    /// Ends the observation.
    ///
    /// When this returns, the handler is not running and will not be called again. When called from inside the handler, the
    /// handler will not be called again. Do not hold a lock here that the handler acquires.
    public func cancel() {
        end(true)
    }

    deinit {
        end(false)
    }
}
