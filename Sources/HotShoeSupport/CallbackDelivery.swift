import Dispatch
import Glibc

/// Calls one handler with one element after the other, on a queue; never two at a time. **Thread-safe.**
final class CallbackDelivery<Element: Sendable>: Sendable {
    private struct State {
        var buffer: BoundedBuffer<Element>
        var handler: (@Sendable (Element) -> Void)?
        var isScheduled = false
        var runningOn: pthread_t?
        var waiting: [DispatchSemaphore] = []
    }

    /// Guards the buffer and whether the handler is running.
    private let state: Guarded<State>
    private let queue: any CallbackQueue

    init(capacity: Int, queue: any CallbackQueue, handler: @escaping @Sendable (Element) -> Void) {
        state = Guarded(State(buffer: BoundedBuffer(capacity: capacity), handler: handler))
        self.queue = queue
    }

    func send(_ element: Element) {
        let mustSchedule = state.withLock { state in
            guard state.handler != nil else { return false }
            state.buffer.append(element)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.enqueue { [self] in drain() } }
    }

    private func drain() {
        while let (handler, element) = begin() {
            handler(element)
            end()
        }
    }

    private func begin() -> (@Sendable (Element) -> Void, Element)? {
        state.withLock { state in
            guard let handler = state.handler, let element = state.buffer.popFirst() else {
                state.isScheduled = false
                return nil
            }
            state.runningOn = pthread_self()
            return (handler, element)
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
    func cancel(waits: Bool) {
        let (forgotten, semaphore) = state.withLock { state in
            let handler = state.handler
            state.handler = nil
            state.buffer.removeAll()
            guard waits, let thread = state.runningOn, pthread_equal(thread, pthread_self()) == 0 else {
                return (handler, nil as DispatchSemaphore?)
            }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting.append(semaphore)
            return (handler, semaphore)
        }
        semaphore?.wait()
        // What the handler captured is let go only here, outside the lock: its deinit may call back.
        withExtendedLifetime(forgotten) {}
    }
}
