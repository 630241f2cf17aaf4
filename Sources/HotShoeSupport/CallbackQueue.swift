/// Where handlers run: a library thread, or a queue that the application runs on a thread of its own.
public protocol CallbackQueue: AnyObject, Sendable {
    /// Runs `work` later, once; must not run it before returning. Work may be run in any order and in parallel: each
    /// subscription keeps its own calls in line.
    func enqueue(_ work: CallbackWork)
}

/// Something to run on a ``CallbackQueue``; may be enqueued again and again. **Thread-safe.**
public final class CallbackWork: Sendable {
    private let body: @Sendable () -> Void

    /// Wraps what is to be run.
    public init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    /// Runs it, now and here.
    public func run() { body() }
}

/// The library's own threads, as many as are needed: a handler that blocks does not hold up the others. **Thread-safe.**
///
/// A thread is started when work comes and none is idle; one that has been idle for some seconds ends. In a steady state
/// nothing is allocated, which Dispatch's queues do not offer (observed with Swift 6.3.1: two blocks for each call).
public final class LibraryCallbackQueue: CallbackQueue {
    /// The one of this process for handlers.
    public static let shared = LibraryCallbackQueue(threadName: "hotshoe.handler")

    /// How much may block at the same time; beyond it work waits for a thread.
    private let threadLimit: Int
    private let threadName: String
    private static let patience: Duration = .seconds(5)

    private struct State {
        var work = WorkQueue<CallbackWork>()
        var threads = 0
        var idle = 0
    }

    /// Guards the line; the condition wakes idle threads.
    private let monitor = Monitor(State())

    /// Threads of their own, as many as are needed up to a limit; none before there is work.
    ///
    /// - Parameter threadName: as debuggers and `top` show it; 15 bytes of it.
    public init(threadName: String, threadLimit: Int = 64) {
        self.threadName = threadName
        self.threadLimit = threadLimit
    }

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

    /// The next work, waited for; nil when the thread is to end.
    private func nextWork() -> CallbackWork? {
        let deadline = SystemClock.monotonicTime() + Self.patience
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
