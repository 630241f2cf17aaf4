import BindingSupport
import Synchronization

/// A sequence, the task that iterates it, and its consumers. **Thread-safe.**
///
/// The pump retains it while it runs; users hold the ``BindingStream``, which ends it. It is the executor of its pump: a thread
/// that waits in ``next(_:)`` runs the pump itself, which saves two thread switches; without such a thread, the shared threads
/// run it. A `RequestableSequence` needs no pump: each element is requested from it, and it answers on its own thread.
// SAFETY: all mutable state is in the monitor. The iterator stays in the pump's task, which passes each element to one
// consumer.
final class StreamCore<Base: AsyncSequence & SendableMetatype>: @unchecked Sendable {
    @safe
    struct State: ~Copyable {
        var stream: StreamState<Base.Element>
        var descriptor = ReadyDescriptor()
        var parked: UnsafeContinuation<Void, Never>?
        var task: Task<Void, Never>?
        /// Pending jobs of the pump's task, and the number of threads in `next` that run them.
        var jobs: [UnownedJob] = []
        var helpers = 0
        /// Runs a job on a shared thread; the same object each time, so that an element needs no allocation.
        var work: CallbackWork?
        /// Consumers that wait for an item, without a thread.
        var waiters: [any StreamWaiter] = []
        /// Asks for elements, from the first demand to the end.
        var requester: (any ElementRequester)?

        init(hasPump: Bool) { stream = StreamState(hasPump: hasPump) }
    }

    /// Guards all state; the condition wakes threads in ``next(_:)``.
    let monitor: Monitor<State>
    let base: Base
    /// Starts an iteration of a sequence that is asked for each element.
    let makeRequester: RequesterMaker?

    typealias RequesterMaker =
        @Sendable (@escaping @Sendable (Result<Base.Element?, any Error>) -> Void) -> any ElementRequester

    private let threads = StreamThreads.next()

    init(_ base: Base, makeRequester: RequesterMaker? = nil) {
        self.base = base
        self.makeRequester = makeRequester
        monitor = Monitor(State(hasPump: makeRequester == nil))
        let work = CallbackWork { [weak self] in self?.runJob() }
        monitor.withLock { state, _ in state.work = work }
    }

    var descriptor: Int32 { monitor.withLock { state, _ in state.descriptor.make() } }

    /// Waits for the next item on the calling thread, and returns it.
    func next(_ deadline: Deadline) -> StreamItem<Base.Element> {
        if makeRequester == nil { monitor.withLock { state, _ in state.helpers += 1 } }
        defer { if makeRequester == nil { stopHelping() } }
        while true {
            switch attempt(deadline) {
            case .item(let item): return item
            case .act(let action): perform(action)
            }
        }
    }

    /// Returns the available item; if there is none, demands one and returns `nil`.
    func popOrDemand() -> StreamItem<Base.Element>? {
        switch attempt(.now) {
        case .item(.timedOut): return nil
        case .item(let item): return item
        case .act(let action):
            perform(action)
            return nil
        }
    }

    /// Returns the available item.
    func pop() -> StreamItem<Base.Element>? {
        monitor.withLock { state, _ in Self.pop(&state) }
    }

    /// Demands an element for `waiter`, and wakes it once, when an item is available.
    func add(_ waiter: some StreamWaiter) {
        let (action, isThere) = monitor.withLock { state, _ -> (Action?, Bool) in
            if waiter.isCancelled { return (nil, false) }
            if state.stream.hasItem { return (nil, true) }
            state.waiters.append(waiter)
            return (Self.demand(&state), false)
        }
        if let action { perform(action) }
        if isThere { waiter.wake() }
    }

    /// Removes `waiter`, which demands nothing afterwards.
    func cancel(_ waiter: some StreamWaiter) {
        monitor.withLock { state, _ in
            waiter.isCancelled = true
            state.waiters.removeAll { $0 === waiter }
        }
    }

    /// Ends the stream, once: wakes all consumers, and stops the pump.
    func end(_ ending: StreamState<Base.Element>.Ending) {
        let left = monitor.withLock { state, condition -> Remains? in
            guard let (discarded, resumesPump) = state.stream.end(ending) else { return nil }
            state.descriptor.set(true)
            condition.broadcast()
            defer {
                (state.task, state.requester) = (nil, nil)
                unsafe state.parked = nil
            }
            let pump = unsafe resumesPump ? state.parked : nil
            return unsafe Remains(element: discarded, pump: pump, task: state.task, requester: state.requester)
        }
        guard let left else { return }
        left.task?.cancel()
        unsafe left.pump?.resume()
        wakeWaiters()
    }

    /// The contents of an ended stream, released outside the lock.
    @safe
    private struct Remains {
        let element: Base.Element?
        let pump: UnsafeContinuation<Void, Never>?
        let task: Task<Void, Never>?
        let requester: (any ElementRequester)?
    }

    @safe
    private enum Action {
        case start
        case request((any ElementRequester)?)
        case run(UnownedJob)
        case resume(UnsafeContinuation<Void, Never>)
    }

    private enum Attempt {
        case item(StreamItem<Base.Element>)
        case act(Action)
    }

    private func attempt(_ deadline: Deadline) -> Attempt {
        let attempt = monitor.wait(deadline) { state -> Attempt? in
            if let item = Self.pop(&state) { return .item(item) }
            if let action = Self.demand(&state) { return .act(action) }
            // A call that must not wait runs no jobs.
            return (deadline.waits ? Self.popJob(&state) : nil).map { .act(.run($0)) }
        }
        return attempt ?? .item(.timedOut)
    }

    private static func pop(_ state: inout State) -> StreamItem<Base.Element>? {
        let item = state.stream.pop()
        state.descriptor.set(state.stream.hasItem)
        return item
    }

    private static func demand(_ state: inout State) -> Action? {
        switch state.stream.demand() {
        case .nothing: return nil
        case .startPump: return .start
        case .resumePump:
            defer { unsafe state.parked = nil }
            return unsafe state.parked.map { unsafe .resume($0) }
        case .request: return .request(state.requester)
        }
    }

    private func perform(_ action: Action) {
        switch action {
        case .resume(let pump):
            unsafe pump.resume()
        case .run(let job):
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        case .request(let requester):
            (requester ?? startRequests())?.request()
        case .start:
            let task = Task.detached(executorPreference: self) { await self.pump() }
            // Another thread may have ended the stream already.
            let isEnded = monitor.withLock { state, _ in
                if !state.stream.isEnded { state.task = task }
                return state.stream.isEnded
            }
            if isEnded { task.cancel() }
        }
    }
}

/// Asking a sequence for its elements.
extension StreamCore {
    /// Starts an iteration; returns nil if the stream has ended.
    private func startRequests() -> (any ElementRequester)? {
        // Retains the stream until it ends.
        guard let requester = makeRequester?({ self.answered($0) }) else { return nil }
        let isEnded = monitor.withLock { state, _ in
            if !state.stream.isEnded { state.requester = requester }
            return state.stream.isEnded
        }
        return isEnded ? nil : requester
    }

    private func answered(_ answer: Result<Base.Element?, any Error>) {
        switch answer {
        case .success(let element?): deliver(element)
        case .success(nil): end(.finished)
        case .failure(let error): end(.failed(error))
        }
    }
}

extension StreamCore: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let work = monitor.withLock { state, condition in
            state.jobs.append(job)
            condition.signal()
            return state.helpers > 0 ? nil : state.work
        }
        if let work { threads.enqueue(work) }
    }

    /// Runs one job on a shared thread, unless another thread has taken it.
    private func runJob() {
        guard let job = monitor.withLock({ state, _ in Self.popJob(&state) }) else { return }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }

    private func stopHelping() {
        let (left, work) = monitor.withLock { state, _ in
            state.helpers -= 1
            return (state.helpers == 0 ? state.jobs.count : 0, state.work)
        }
        guard let work else { return }
        for _ in 0..<left { threads.enqueue(work) }
    }

    private static func popJob(_ state: inout State) -> UnownedJob? {
        state.jobs.isEmpty ? nil : state.jobs.removeFirst()
    }
}
