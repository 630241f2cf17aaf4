import Dispatch
import Glibc

/// Calls one handler with one element at a time, on a queue. **Thread-safe.**
///
/// Inlinable, so that the path of a frame is compiled for the element type in the using module.
public final class CallbackDelivery<Element: Sendable>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var buffer: BoundedBuffer<Element>
        @usableFromInline var handler: (@Sendable (Element) -> Void)?
        /// Called once, after all queued elements.
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

    /// Returns the same object each time, so that a call does not allocate. Called under the lock.
    @inlinable
    func work(_ state: inout State) -> CallbackWork {
        if let work = state.work { return work }
        let work = CallbackWork { [weak self] in self?.drain() }
        state.work = work
        return work
    }

    /// Creates a delivery that calls `handler` on `queue`. At most `capacity` elements are queued; beyond it the oldest are
    /// dropped.
    public init(capacity: Int, queue: any CallbackQueue, handler: @escaping @Sendable (Element) -> Void) {
        state = Guarded(State(BoundedBuffer(capacity: capacity), handler))
        self.queue = queue
    }

    /// As ``init(capacity:queue:handler:)``, with `first` already queued. No call takes place before ``start()``: otherwise a
    /// quick handler could process the first element before its owner has registered the delivery for the second.
    package init(first: [Element], capacity: Int, queue: any CallbackQueue, handler: @escaping @Sendable (Element) -> Void) {
        var held = State(BoundedBuffer(capacity: capacity), handler)
        for element in first { held.buffer.append(element) }
        held.isScheduled = true
        state = Guarded(held)
        self.queue = queue
    }

    /// Starts to call the handler.
    package func start() {
        let work = state.withLock { state -> CallbackWork? in
            state.isScheduled = state.buffer.count > 0 || state.last != nil
            return state.isScheduled ? self.work(&state) : nil
        }
        if let work { queue.enqueue(work) }
    }

    /// Queues an element.
    @inlinable
    public func send(_ element: Element) {
        // Releases a dropped element outside the lock, here and below: its `deinit` may call back.
        var discarded: Element?
        schedule { discarded = $0.buffer.append(element) }
        withExtendedLifetime(discarded) {}
    }

    /// Queues a last call; elements that are sent after it are not delivered.
    public func finish(_ last: @escaping @Sendable () -> Void) {
        schedule { $0.last = last }
    }

    @inlinable
    func schedule(_ change: (inout State) -> Void) {
        let work = state.withLock { state -> CallbackWork? in
            guard state.handler != nil, state.last == nil else { return nil }
            change(&state)
            if state.isScheduled { return nil }
            state.isScheduled = true
            return self.work(&state)
        }
        if let work { queue.enqueue(work) }
    }

    @inlinable
    func drain() {
        var isRunning = false
        while let call = next(endsTurn: isRunning) {
            isRunning = true
            switch call {
            case .element(let handler, let element): handler(element)
            case .last(let last): last()
            }
        }
    }

    @usableFromInline enum Call {
        case element(@Sendable (Element) -> Void, Element)
        case last(@Sendable () -> Void)
    }

    /// Ends the turn of the last call, and begins the next one.
    @inlinable
    func next(endsTurn: Bool) -> Call? {
        // The last call releases the handler and the values that it captured.
        var discarded: (@Sendable (Element) -> Void)?
        var waiting = HandlerTurn.Waiting()
        defer {
            waiting.wake()
            withExtendedLifetime(discarded) {}
        }
        return state.withLock { state in
            if endsTurn { waiting = state.turn.end() }
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
                discarded = handler
                state.handler = nil
                return .last(last)
            }
            state.isScheduled = false
            return nil
        }
    }

    /// Releases the handler. See ``Subscription/cancel()`` for what holds when this returns.
    public func cancel(waits: Bool) {
        let (discarded, semaphore) = state.withLock { state in
            let discarded = (state.handler, state.last, state.buffer)
            state.handler = nil
            state.last = nil
            state.buffer.removeAll()
            return (discarded, waits ? state.turn.waitForEnd() : nil)
        }
        semaphore?.wait()
        // Releases the handler's captured values and the queued elements outside the lock.
        withExtendedLifetime(discarded) {}
    }
}

/// The thread that runs a handler, and the threads that wait for its return. Guarded by the owner's lock.
@usableFromInline
struct HandlerTurn {
    private var thread: pthread_t?
    private var life: ThreadLife?
    private var waiting: [DispatchSemaphore] = []

    init() {}

    /// Records that this thread runs the handler.
    @usableFromInline
    mutating func begin() {
        thread = pthread_self()
        life = ThreadLife.current
    }

    /// Records that the handler has returned, and returns the waiting threads; wake them outside of any lock.
    @usableFromInline
    mutating func end() -> Waiting {
        (thread, life) = (nil, nil)
        if waiting.isEmpty { return Waiting() }
        defer { waiting = [] }
        return Waiting(semaphores: waiting)
    }

    /// Returns the end to wait for; nil if the handler is not running, or is running on this thread.
    mutating func waitForEnd() -> End? {
        guard let thread, pthread_equal(thread, pthread_self()) == 0 else { return nil }
        let semaphore = DispatchSemaphore(value: 0)
        waiting.append(semaphore)
        return End(semaphore: semaphore, life: life)
    }

    /// The end of a call that another thread waits for: the handler has returned, or has ended its thread.
    struct End {
        fileprivate let semaphore: DispatchSemaphore
        fileprivate let life: ThreadLife?

        /// Waits. Called without a lock.
        func wait() {
            let semaphore = semaphore
            let number = life?.whenOver { semaphore.signal() }
            withoutThreadCancellation { semaphore.wait() }
            if let number { life?.forget(number) }
        }
    }

    /// The threads that wait for the return of a handler.
    @usableFromInline
    struct Waiting: Sendable {
        fileprivate var semaphores: [DispatchSemaphore] = []

        @usableFromInline
        init() {}

        fileprivate init(semaphores: [DispatchSemaphore]) { self.semaphores = semaphores }

        @usableFromInline
        func wake() { for semaphore in semaphores { semaphore.signal() } }
    }
}
