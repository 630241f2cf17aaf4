import Dispatch

/// Where handlers run: a library thread, or a queue that the application runs on a thread of its own.
public protocol CallbackQueue: AnyObject, Sendable {
    /// Runs `work` later, once; must not run it before returning. Work may be run in any order and in parallel: each
    /// subscription keeps its own calls in line.
    func enqueue(_ work: CallbackWork)
}

/// Something to run on a ``CallbackQueue``; may be enqueued again and again. **Thread-safe.**
public final class CallbackWork: Sendable {
    private let body: @Sendable () -> Void

    // SAFETY: made in `init` and never changed; Dispatch may be given an item from any thread.
    nonisolated(unsafe) fileprivate let item: DispatchWorkItem

    /// Wraps what is to be run.
    public init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        unsafe item = DispatchWorkItem(block: body)
    }

    /// Runs it, now and here.
    public func run() { body() }
}

/// The library's own threads, as many as are needed: a handler that blocks does not hold up the others. **Thread-safe.**
public final class LibraryCallbackQueue: CallbackQueue {
    public static let shared = LibraryCallbackQueue()

    private let queue = DispatchQueue(label: "hotshoe.callbacks", qos: .userInitiated, attributes: .concurrent)

    private init() {}

    public func enqueue(_ work: CallbackWork) {
        unsafe queue.async(execute: work.item)
    }
}
