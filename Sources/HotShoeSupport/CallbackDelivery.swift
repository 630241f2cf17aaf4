import Dispatch
import Glibc

/// Calls one handler with one element after the other, on a queue; never two at a time. **Thread-safe.**
public final class CallbackDelivery<Element: Sendable>: Sendable {
    private struct State {
        var buffer: BoundedBuffer<Element>
        var handler: (@Sendable (Element) -> Void)?
        /// Called once, after everything that is in line.
        var last: (@Sendable () -> Void)?
        var work: CallbackWork?
        var isScheduled = false
        var runningOn: pthread_t?
        var waiting: [DispatchSemaphore] = []
    }

    /// Guards the buffer and whether the handler is running.
    private let state: Guarded<State>
    private let queue: any CallbackQueue

    /// The same object each time, so that a call costs no allocation.
    private var work: CallbackWork {
        state.withLock { state in
            if let work = state.work { return work }
            let work = CallbackWork { [weak self] in self?.drain() }
            state.work = work
            return work
        }
    }

    /// Calls `handler` on `queue`; at most `capacity` elements wait in line, the oldest are forgotten.
    public init(capacity: Int, queue: any CallbackQueue, handler: @escaping @Sendable (Element) -> Void) {
        state = Guarded(State(buffer: BoundedBuffer(capacity: capacity), handler: handler))
        self.queue = queue
    }

    /// Puts an element in line.
    public func send(_ element: Element) {
        // What is forgotten is let go outside the lock, here and below: its `deinit` may call back.
        var forgotten: Element?
        schedule { forgotten = $0.buffer.append(element) }
        withExtendedLifetime(forgotten) {}
    }

    /// Puts a last call in line; what is sent after it is not delivered any more.
    public func finish(_ last: @escaping @Sendable () -> Void) {
        schedule { $0.last = last }
    }

    private func schedule(_ change: (inout State) -> Void) {
        let mustSchedule = state.withLock { state in
            guard state.handler != nil, state.last == nil else { return false }
            change(&state)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.enqueue(work) }
    }

    private func drain() {
        while let call = begin() {
            switch call {
            case .element(let handler, let element): handler(element)
            case .last(let last): last()
            }
            end()
        }
    }

    private enum Call {
        case element(@Sendable (Element) -> Void, Element)
        case last(@Sendable () -> Void)
    }

    private func begin() -> Call? {
        // The last call lets the handler go, with what it captured.
        var forgotten: (@Sendable (Element) -> Void)?
        defer { withExtendedLifetime(forgotten) {} }
        return state.withLock { state in
            guard let handler = state.handler else {
                state.isScheduled = false
                return nil
            }
            if let element = state.buffer.popFirst() {
                state.runningOn = pthread_self()
                return .element(handler, element)
            }
            if let last = state.last {
                state.runningOn = pthread_self()
                forgotten = handler
                state.handler = nil
                return .last(last)
            }
            state.isScheduled = false
            return nil
        }
    }

    private func end() {
        let waiting = state.withLock { state in
            state.runningOn = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }

    /// Forgets the handler. See ``Subscription/cancel()`` for what holds when this returns.
    public func cancel(waits: Bool) {
        let (forgotten, semaphore) = state.withLock { state in
            let forgotten = (state.handler, state.last, state.buffer)
            state.handler = nil
            state.last = nil
            state.buffer.removeAll()
            guard waits, let thread = state.runningOn, pthread_equal(thread, pthread_self()) == 0 else {
                return (forgotten, nil as DispatchSemaphore?)
            }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting.append(semaphore)
            return (forgotten, semaphore)
        }
        semaphore?.wait()
        // What the handler captured, and what was in line, is let go only here.
        withExtendedLifetime(forgotten) {}
    }
}
