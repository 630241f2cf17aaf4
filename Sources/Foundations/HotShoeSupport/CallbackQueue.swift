/// A queue on which handlers run: library threads, or a queue that the application runs on its own thread.
public protocol CallbackQueue: AnyObject, Sendable {
    /// Runs `work` once, later; must not run it before returning. Work may run in any order and in parallel: each subscription
    /// keeps its own calls in order.
    func enqueue(_ work: CallbackWork)
}

/// Work to run on a ``CallbackQueue``; may be enqueued repeatedly. **Thread-safe.**
public final class CallbackWork: Sendable {
    private let body: @Sendable () -> Void

    /// Creates work from a closure.
    public init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    /// Runs the work on the calling thread.
    public func run() { body() }
}

/// The library's own threads, as many as needed: a handler that blocks does not delay another. **Thread-safe.**
///
/// A thread is started when work arrives and none is idle; a thread that has been idle for some seconds ends. In a steady state
/// nothing is allocated, which Dispatch's queues do not offer (observed with Swift 6.3.1: two blocks for each call).
public final class LibraryCallbackQueue: CallbackQueue {
    /// The queue of this process for handlers.
    public static let shared = LibraryCallbackQueue(threadName: "hotshoe.handler")

    /// Maximum number of threads; beyond it work waits.
    private let threadLimit: Int
    private let threadName: String
    private static let idleTimeout: Duration = .seconds(5)

    private struct State {
        var work = WorkQueue<CallbackWork>()
        var threads = 0
        var idle = 0
    }

    /// Guards the queue; the condition wakes idle threads.
    private let monitor = Monitor(State())

    /// Creates a queue with separate threads, as many as needed up to a limit. No thread is started before there is work.
    ///
    /// - Parameters:
    ///   - threadName: name in debuggers and `top`; the first 15 bytes are used.
    ///   - threadLimit: maximum number of threads.
    public init(threadName: String, threadLimit: Int = 64) {
        self.threadName = threadName
        self.threadLimit = threadLimit
    }

    /// Runs `work` on a library thread.
    public func enqueue(_ work: CallbackWork) {
        let startsThread = monitor.withLock { state, _ in
            state.work.append(work)
            if state.work.count <= state.idle || state.threads == threadLimit { return false }
            state.threads += 1
            return true
        }
        if startsThread { startNamedThread(threadName) { [self] in run() } } else { monitor.signal() }
    }

    private func run() {
        while let work = nextWork() { work.run() }
    }

    /// Waits for work; returns nil when the thread must end.
    private func nextWork() -> CallbackWork? {
        let deadline = SystemClock.monotonicTime() + Self.idleTimeout
        var isIdle = false
        while true {
            let (work, isOver) = monitor.withLock { state, condition -> (CallbackWork?, Bool) in
                if isIdle { state.idle -= 1 }
                isIdle = false
                if let work = state.work.popFirst() { return (work, true) }
                if SystemClock.monotonicTime() >= deadline {
                    state.threads -= 1
                    return (nil, true)
                }
                state.idle += 1
                isIdle = true
                condition.wait(until: deadline)
                return (nil, false)
            }
            if isOver { return work }
        }
    }
}
