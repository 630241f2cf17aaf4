/// Runs tasks and plain work on its own named thread, in the order of arrival. **Thread-safe.**
///
/// For work that may block: it never uses a thread of the cooperative pool. The thread starts with the first work, and ends
/// when ``stop()`` was called and no work is left.
public final class ThreadExecutor: TaskExecutor, CallbackQueue {
    private enum Work {
        case job(UnownedJob)
        case callback(CallbackWork)
    }

    private struct State {
        var work = WorkQueue<Work>()
        var hasThread = false
        var isStopped = false
    }

    /// Guards the queue; the condition wakes the thread.
    private let monitor = Monitor(State())

    /// Name of the thread.
    public let name: String

    /// Creates an executor; starts no thread.
    public init(name: String) {
        self.name = name
    }

    /// Runs a job of a task on the thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(Work.job(UnownedJob(job)))
    }

    /// Runs `work` on the thread.
    public func enqueue(_ work: CallbackWork) {
        enqueue(Work.callback(work))
    }

    /// Runs `body` on the thread and waits for its result. Cancelling the caller does not stop `body`.
    public func perform<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            enqueue(CallbackWork { continuation.resume(returning: body()) })
        }
    }

    /// Ends the thread when its work is done. Later work starts it again, until that is done too.
    public func stop() {
        monitor.withLock { state, condition in
            state.isStopped = true
            condition.signal()
        }
    }

    private func enqueue(_ work: Work) {
        let startsThread = monitor.withLock { state, condition in
            state.work.append(work)
            condition.signal()
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if startsThread { startNamedThread(name) { [self] in run() } }
    }

    private func run() {
        while let work = nextWork() {
            switch work {
            case .job(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            case .callback(let callback): callback.run()
            }
        }
    }

    /// Waits for work; returns nil when the thread must end.
    private func nextWork() -> Work? {
        monitor.wait { state -> Work?? in
            if let work = state.work.popFirst() { return work }
            guard state.isStopped else { return nil }
            state.hasThread = false
            return .some(nil)
        } ?? nil
    }
}

/// First in, first out; allocates only while it grows. Remaining elements are moved only when most of the storage before them
/// is unused.
struct WorkQueue<Work> {
    private var items: [Work?] = []
    private var head = 0

    var count: Int { items.count - head }

    /// Number of allocated slots, used or not.
    var room: Int { items.count }

    mutating func append(_ work: Work) {
        if head >= 64, head > count {
            items.removeFirst(head)
            head = 0
        }
        items.append(work)
    }

    mutating func popFirst() -> Work? {
        guard head < items.count else { return nil }
        let work = items[head]
        items[head] = nil
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        }
        return work
    }
}
