/// Runs tasks and plain work on one named thread of its own, in the order in which they came. **Thread-safe.**
///
/// For whatever may block: it never takes a thread of the cooperative pool. The thread starts with the first work, and
/// ends when ``stop()`` was called and nothing is left to do.
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

    /// The thread's name.
    public let name: String

    /// Makes an executor; no thread yet.
    public init(name: String) {
        self.name = name
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(Work.job(UnownedJob(job)))
    }

    public func enqueue(_ work: CallbackWork) {
        enqueue(Work.callback(work))
    }

    /// Runs `body` on the thread and waits for what it returns. Cancelling the caller does not stop `body`.
    public func perform<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            enqueue(CallbackWork { continuation.resume(returning: body()) })
        }
    }

    /// Lets the thread end when its work is done. Work that comes later starts it again, until that is done too.
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

    /// The next work, waited for; nil when the thread is to end.
    private func nextWork() -> Work? {
        monitor.wait { state -> Work?? in
            if let work = state.work.popFirst() { return work }
            guard state.isStopped else { return nil }
            state.hasThread = false
            return .some(nil)
        } ?? nil
    }
}

/// First in, first out; allocates only while it grows. What stays is moved seldom: when most of the room is behind it.
struct WorkQueue<Work> {
    private var items: [Work?] = []
    private var head = 0

    var count: Int { items.count - head }

    /// How many elements there is room for, used or not.
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
