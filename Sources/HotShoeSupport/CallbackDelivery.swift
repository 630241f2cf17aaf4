import Dispatch
import Glibc

/// Calls one handler with one element after the other, on a queue; never two at a time. **Thread-safe.**
///
/// Frames go through here: what is done for each can be compiled for its type by whoever uses this.
public final class CallbackDelivery<Element: Sendable>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var buffer: BoundedBuffer<Element>
        @usableFromInline var handler: (@Sendable (Element) -> Void)?
        /// Called once, after everything that is in line.
        @usableFromInline var last: (@Sendable () -> Void)?
        @usableFromInline var work: CallbackWork?
        @usableFromInline var isScheduled = false
        @usableFromInline var turn = HandlerTurn()

        init(_ buffer: BoundedBuffer<Element>, _ handler: @escaping @Sendable (Element) -> Void) {
            self.buffer = buffer
            self.handler = handler
        }
    }

    /// Guards the buffer and whether the handler is running.
    @usableFromInline let state: Guarded<State>
    @usableFromInline let queue: any CallbackQueue

    /// The same object each time, so that a call costs no allocation.
    @inlinable var work: CallbackWork {
        state.withLock { state in
            if let work = state.work { return work }
            let work = CallbackWork { [weak self] in self?.drain() }
            state.work = work
            return work
        }
    }

    /// Calls `handler` on `queue`; at most `capacity` elements wait in line, the oldest are forgotten.
    public init(capacity: Int, queue: any CallbackQueue, handler: @escaping @Sendable (Element) -> Void) {
        state = Guarded(State(BoundedBuffer(capacity: capacity), handler))
        self.queue = queue
    }

    /// As ``init(capacity:queue:handler:)``, with `first` in line already. Nothing is called before ``start()``: a handler that is
    /// quick would otherwise be done with the first element before its owner has put it where the second comes from.
    init(first: [Element], capacity: Int, queue: any CallbackQueue, handler: @escaping @Sendable (Element) -> Void) {
        var held = State(BoundedBuffer(capacity: capacity), handler)
        for element in first { held.buffer.append(element) }
        held.isScheduled = true
        state = Guarded(held)
        self.queue = queue
    }

    /// Begins to call the handler.
    func start() {
        let mustSchedule = state.withLock { state in
            state.isScheduled = state.buffer.count > 0 || state.last != nil
            return state.isScheduled
        }
        if mustSchedule { queue.enqueue(work) }
    }

    /// Puts an element in line.
    @inlinable
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

    @inlinable
    func schedule(_ change: (inout State) -> Void) {
        let mustSchedule = state.withLock { state in
            guard state.handler != nil, state.last == nil else { return false }
            change(&state)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.enqueue(work) }
    }

    @inlinable
    func drain() {
        while let call = begin() {
            switch call {
            case .element(let handler, let element): handler(element)
            case .last(let last): last()
            }
            end()
        }
    }

    @usableFromInline enum Call {
        case element(@Sendable (Element) -> Void, Element)
        case last(@Sendable () -> Void)
    }

    @inlinable
    func begin() -> Call? {
        // The last call lets the handler go, with what it captured.
        var forgotten: (@Sendable (Element) -> Void)?
        defer { withExtendedLifetime(forgotten) {} }
        return state.withLock { state in
            guard let handler = state.handler else {
                state.isScheduled = false
                return nil
            }
            if let element = state.buffer.popFirst() {
                state.turn.begin()
                return .element(handler, element)
            }
            if let last = state.last {
                state.turn.begin()
                forgotten = handler
                state.handler = nil
                return .last(last)
            }
            state.isScheduled = false
            return nil
        }
    }

    @inlinable
    func end() {
        state.withLock { $0.turn.end() }.wake()
    }

    /// Forgets the handler. See ``Subscription/cancel()`` for what holds when this returns.
    public func cancel(waits: Bool) {
        let (forgotten, semaphore) = state.withLock { state in
            let forgotten = (state.handler, state.last, state.buffer)
            state.handler = nil
            state.last = nil
            state.buffer.removeAll()
            return (forgotten, waits ? state.turn.waitForEnd() : nil)
        }
        semaphore?.wait()
        // What the handler captured, and what was in line, is let go only here.
        withExtendedLifetime(forgotten) {}
    }
}

/// Which thread runs a handler, and who waits until it does not any more. Guarded by whoever has it.
@usableFromInline
struct HandlerTurn {
    private var thread: pthread_t?
    private var waiting: [DispatchSemaphore] = []

    init() {}

    /// This thread runs the handler now.
    @usableFromInline
    mutating func begin() { thread = pthread_self() }

    /// The handler has returned; those who wait are to be woken, outside of any lock.
    @usableFromInline
    mutating func end() -> Waiting {
        thread = nil
        if waiting.isEmpty { return Waiting(semaphores: []) }
        defer { waiting = [] }
        return Waiting(semaphores: waiting)
    }

    /// What to wait for, unless the handler does not run, or runs on this thread.
    mutating func waitForEnd() -> DispatchSemaphore? {
        guard let thread, pthread_equal(thread, pthread_self()) == 0 else { return nil }
        let semaphore = DispatchSemaphore(value: 0)
        waiting.append(semaphore)
        return semaphore
    }

    /// Those who wait for the end of a handler.
    @usableFromInline
    struct Waiting {
        fileprivate let semaphores: [DispatchSemaphore]

        @usableFromInline
        func wake() { for semaphore in semaphores { semaphore.signal() } }
    }
}
