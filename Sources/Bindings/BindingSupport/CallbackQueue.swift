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
/// A thread is started when work arrives and none is idle; of the idle threads the last one that worked is woken, and one that
/// has been idle for some seconds ends. In a steady state nothing is allocated, which Dispatch's queues do not offer (observed
/// with Swift 6.3.1: two blocks for each call).
public final class LibraryCallbackQueue: CallbackQueue {
    /// The queue of this process for handlers.
    public static let shared = LibraryCallbackQueue(threadName: "library.handler")

    /// Maximum number of threads; beyond it work waits.
    private let threadLimit: Int
    private let threadName: String
    /// Seconds after which an idle thread ends.
    private static let idleTimeout = 5

    private struct State {
        var work = WorkQueue<CallbackWork>()
        var threads = 0
        /// Semaphores of the idle threads that nothing has woken; the last one was the last to work. One each: a condition that
        /// threads share wakes them in turn, and each of them then locks and unlocks a mutex.
        var idle: [ThreadSemaphore] = []
    }

    private enum Wake {
        case nothing
        case starts
        case wakes(ThreadSemaphore)
    }

    /// Guards the queue.
    private let state = Guarded(State())

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
        let wake = state.withLock { state -> Wake in
            state.work.append(work)
            if let idle = state.idle.popLast() { return .wakes(idle) }
            return Self.startsThread(&state, threadLimit) ? .starts : .nothing
        }
        carryOut(wake)
    }

    private static func startsThread(_ state: inout State, _ limit: Int) -> Bool {
        if state.threads >= limit { return false }
        state.threads += 1
        return true
    }

    private func carryOut(_ wake: Wake) {
        switch wake {
        case .nothing: break
        case .wakes(let idle): idle.signal()
        case .starts: startNamedThread(threadName) { [self] in run() }
        }
    }

    private func run() {
        let semaphore = ThreadSemaphore()
        // A handler may end its thread.
        let life = ThreadLife.current
        let number = life?.whenOver { [self] in threadVanished() }
        while let work = nextWork(semaphore) { work.run() }
        if let number { life?.forget(number) }
    }

    /// Replaces a thread that has ended while it ran work.
    private func threadVanished() {
        let starts = state.withLock { state in
            state.threads -= 1
            return state.work.count > 0 && state.idle.isEmpty && Self.startsThread(&state, threadLimit)
        }
        if starts { carryOut(.starts) }
    }

    /// Waits for work; returns nil when the thread must end.
    private func nextWork(_ semaphore: ThreadSemaphore) -> CallbackWork? {
        while true {
            let work = state.withLock { state -> CallbackWork? in
                let work = state.work.popFirst()
                if work == nil { state.idle.append(semaphore) }
                return work
            }
            if let work { return work }
            if semaphore.wait(seconds: Self.idleTimeout) { continue }
            if state.withLock({ Self.end(semaphore, &$0) }) { return nil }
            // Other work has woken the thread at the same moment; its signal is on the way.
            semaphore.wait()
        }
    }

    /// Ends an idle thread; returns `false` if it has been woken.
    private static func end(_ semaphore: ThreadSemaphore, _ state: inout State) -> Bool {
        guard let index = state.idle.firstIndex(where: { $0 === semaphore }) else { return false }
        state.idle.remove(at: index)
        state.threads -= 1
        return true
    }
}
