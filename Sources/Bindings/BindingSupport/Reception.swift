import Glibc

/// A connection from which a thread that waits for its data may receive. **Thread-safe.**
public protocol ReceivableConnection: AnyObject, Sendable {
    /// Receives on the calling thread, and delivers what it has received, as a thread of the library would. Returns immediately
    /// if another thread receives.
    ///
    /// - Parameters:
    ///   - deadline: a time of `CLOCK_MONOTONIC` at which it returns; nil for none. It returns earlier if nothing arrives for a
    ///     short time, or if the connection has work that may block.
    ///   - isDone: returns whether the caller has what it waits for. Called after each delivery.
    func receive(until deadline: Duration?, _ isDone: () -> Bool)
}

/// The delivery of received data by the thread that has received it.
///
/// Where the work that it causes is a handler, that thread can run it afterwards, instead of waking another one; and a consumer
/// learns from which connection its element was received, so that it may receive the next one itself.
public enum Reception {
    /// Delivers data that the calling thread has received.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - defersHandler: whether to return work for ``LibraryCallbackQueue/shared`` to the caller, which runs or enqueues it.
    ///   - body: delivers the data.
    /// - Returns: what follows from the delivery.
    public static func deliver(
        from connection: any ReceivableConnection,
        defersHandler: Bool,
        _ body: () -> Void
    ) -> Outcome {
        let context = current
        (context.connection, context.defersHandler) = (connection, defersHandler)
        body()
        defer {
            (context.connection, context.defersHandler) = (nil, false)
            context.outcome = Outcome()
        }
        return context.outcome
    }

    /// The handler and the waiting thread that a delivery concerns.
    public struct Outcome: Sendable {
        /// The first work that was enqueued; nil if there was none, or it was not to be deferred.
        public fileprivate(set) var handler: CallbackWork?
        /// Whether a thread that waited has an element now, and probably receives the next one itself.
        public fileprivate(set) var wakesReceiver = false
    }

    /// Records that the delivery wakes a thread which receives from the connection when it wants the next element.
    public static func wakeReceiver() { existing?.outcome.wakesReceiver = true }

    /// The connection whose data the calling thread delivers; nil if it delivers none.
    public static var connection: (any ReceivableConnection)? { existing?.connection }

    /// Keeps handler work for the caller of ``deliver(from:defersHandler:_:)`` on this thread. Returns false if there is none, or
    /// it has other work already.
    static func deferHandler(_ work: CallbackWork) -> Bool {
        guard let context = existing, context.defersHandler else { return false }
        context.defersHandler = false
        context.outcome.handler = work
        return true
    }

    /// What a thread delivers at present. Used by its own thread only.
    private final class Context {
        var connection: (any ReceivableConnection)?
        var defersHandler = false
        var outcome = Outcome()
    }

    /// Key of each thread's context, which is released when the thread ends.
    /// Nil if the process has none left; data is then delivered as by a thread that delivers none.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let failure = unsafe pthread_key_create(&key) { context in
            if let context = unsafe context { unsafe Unmanaged<Context>.fromOpaque(context).release() }
        }
        return failure == 0 ? key : nil
    }()

    private static var existing: Context? {
        guard let key else { return nil }
        return unsafe pthread_getspecific(key).map { unsafe Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var current: Context {
        if let existing { return existing }
        let context = Context()
        guard let key else { return context }
        unsafe pthread_setspecific(key, Unmanaged.passRetained(context).toOpaque())
        return context
    }
}
