import HotShoeSupport
import Synchronization

/// Shares one camera's live view among its consumers. **Thread-safe.**
///
/// ``LiveViewMachine`` decides; the hub carries its actions out: it calls the driver, resumes tasks, calls handlers and arms
/// timers. In the steady state it allocates no memory, and takes its lock once for each request and each frame.
final class LiveViewHub: Sendable {
    /// The operations that the hub needs from its camera. Each call ends when the connection ends, even if the driver does not
    /// return.
    struct Source: Sendable {
        var start: @Sendable (LiveViewOptions, LiveViewSink) async -> Result<LiveViewFormat, CameraError>
        var apply: @Sendable (LiveViewOptions) async -> Result<Void, CameraError>
        var stop: @Sendable () async -> Void
        var stateChanged: @Sendable (LiveViewState) -> Void
    }

    typealias Machine = LiveViewMachine<LiveViewConsumer>

    struct State {
        var machine = Machine()
        /// The machine's newest frame.
        var newest: LiveViewFrame?
        /// Not a closure: passing one through the lock's generic function would allocate for each call.
        var demandHandler: CallbackWork?
        /// Memory for the receivers of a frame if it has several.
        var spare: [FrameDelivery] = []
        /// Fulfilled when the present run has ended and all consumers are notified; initially fulfilled.
        var idleSignal = Promise<Void, Never>()
    }

    /// An event's actions, with the handler to call if demand has begun.
    struct Effects {
        var actions: Machine.Actions
        var demandHandler: CallbackWork?
    }

    /// Guards the whole state; handlers, continuations and drivers run outside it.
    let state = Guarded(State())
    /// The machine's generation and demand, for reading without the lock: four times the generation, plus the demand.
    let published = Atomic<Int>(0)
    private let source: Source
    let time: any TimeSource
    let pool = FramePool()
    private let timers = Guarded(Timers())
    /// The start and the stop of a run, which end with the connection at the latest.
    private let runs = OwnedTasks()
    /// Changes of the options of a run, which end before it stops.
    private let changes = OwnedTasks()

    /// Timers, made at their first use; that of a pause at each pause.
    private struct Timers {
        var lingering: (any TimeSourceTimer)?
        var due: (any TimeSourceTimer)?
        var pause: (any TimeSourceTimer)?
    }

    init(source: Source, time: any TimeSource) {
        self.source = source
        self.time = time
        state.withLock { $0.idleSignal }.fulfil(.success(()))
    }

    // MARK: Consumers

    func join(_ consumer: LiveViewConsumer) {
        state.withLock { $0.machine.join(consumer, consumer.kind, consumer.options) }
        timers.withLock { $0.lingering }?.disarm()
    }

    func leave(_ consumer: LiveViewConsumer) {
        let now = time.now
        handle { machine in
            let (missedCount, actions) = machine.leave(consumer, now: now)
            consumer.receiver.use { $0.missedCount += missedCount }
            return actions
        }
    }

    func missedCount(of consumer: LiveViewConsumer) -> Int {
        state.withLock { $0.machine.missedCount(of: consumer) ?? consumer.receiver.use { $0.missedCount } }
    }

    /// Returns the next frame for a stream: the newest that it has not received, as soon as its rate allows.
    func next(for consumer: LiveViewConsumer) async -> LiveViewConsumer.Outcome {
        let ticket = consumer.lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        #if THREAD_SANITIZER
        // ThreadSanitizer does not see the order if the waiter is resumed before the task has suspended.
        defer { state.withLock { _ in } }
        #endif
        return await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { continuation in
                let waiter = unsafe FrameWaiter(continuation, ticket: ticket)
                // The thread of a task that is about to wait has nothing else to do.
                let outcome = LiveViewSink.$isOnLentThread.withValue(true) { request(for: consumer, waiter) }
                if let outcome { waiter.resume(outcome) }
            }
        } onCancel: {
            cancelRequest(of: consumer, ticket)
        }
    }

    /// Requests a frame for a stream. Returns the outcome if it is known; otherwise the waiter is resumed or, if there is none,
    /// the consumer's function called, in either case once.
    func request(for consumer: LiveViewConsumer, _ waiter: FrameWaiter? = nil) -> LiveViewConsumer.Outcome? {
        let now = time.now
        let (outcome, effects) = state.withLock { state -> (LiveViewConsumer.Outcome?, Effects?) in
            if waiter != nil, Task.isCancelled { return (.success(nil), nil) }
            let (answer, actions) = state.machine.request(consumer, now: now)
            let effects = publish(&state, actions)
            switch answer {
            case .newest: return (.success(state.newest), effects)
            case .ended(let end): return (end.error.map { .failure($0) } ?? .success(nil), effects)
            // A second task on the same iterator receives the end, not the first task's frame.
            case .refused: return (.success(nil), effects)
            case .wait:
                consumer.receiver.use { ($0.waiter, $0.isRequested) = (waiter, true) }
                return (nil, effects)
            }
        }
        if let effects { perform(effects) }
        return outcome
    }

    private func cancelRequest(of consumer: LiveViewConsumer, _ ticket: Int) {
        let now = time.now
        let (waiter, effects) = state.withLock { state -> (FrameWaiter?, Effects?) in
            let waiter = consumer.receiver.use { $0.popWaiter(ticket) }
            guard let waiter else { return (nil, nil) }
            let actions = state.machine.cancelRequest(consumer, now: now)
            return (waiter, publish(&state, actions))
        }
        if let effects { perform(effects) }
        waiter?.resume(.success(nil))
    }

    /// Allows a handler to be called `credit` more times.
    func grant(_ credit: Int, to consumer: LiveViewConsumer) {
        if credit > 0 { grant(credit, to: consumer, handlerReturned: false) }
    }

    /// Records that a handler has returned from its frame; `credit` is the number of further calls that this allows.
    func handlerReturned(of consumer: LiveViewConsumer, credit: Int) { grant(credit, to: consumer, handlerReturned: true) }

    private func grant(_ credit: Int, to consumer: LiveViewConsumer, handlerReturned: Bool) {
        let now = time.now
        let (frame, delivery, effects) = state.withLock { state in
            let (receivesNewest, actions) =
                state.machine.grant(credit, to: consumer, handlerReturned: handlerReturned, now: now)
            let effects = publish(&state, actions)
            guard receivesNewest else { return (LiveViewFrame?.none, CallbackDelivery<LiveViewFrame>?.none, effects) }
            return (state.newest, consumer.receiver.use { $0.delivery }, effects)
        }
        if let frame { delivery?.send(frame) }
        perform(effects)
    }

    // MARK: Runs

    /// Ends live view for all consumers. Returns immediately; ``untilIdle()`` waits.
    func end(_ end: LiveViewEnd) { handle { $0.end(end) } }

    func untilIdle() async {
        // Also waits for a run that has ended and is notifying its consumers.
        let signal = state.withLock { $0.idleSignal }
        _ = await signal.result()
    }

    /// Waits, after the end of the connection, until the hub uses its source no more.
    func untilLeft() async {
        await untilIdle()
        await changes.end()
        await runs.wait()
    }

    /// Passes an event to the machine and performs its actions.
    private func handle(_ event: (inout Machine) -> Machine.Actions) {
        let effects = state.withLock { state in
            let actions = event(&state.machine)
            return publish(&state, actions)
        }
        perform(effects)
    }

    /// Completes an event under the lock.
    func publish(_ state: inout State, _ actions: Machine.Actions) -> Effects {
        let current = state.machine.generation << 2 | state.machine.demand.rawValue
        if published.load(ordering: .relaxed) != current { published.store(current, ordering: .releasing) }
        if let rare = actions.rare, case .start? = rare.step, state.idleSignal.current != nil { state.idleSignal = Promise() }
        return Effects(actions: actions, demandHandler: actions.raisesDemand ? state.demandHandler : nil)
    }

    func perform(_ effects: Effects) {
        effects.demandHandler?.run()
        if let due = effects.actions.dueAt { dueTimer().arm(at: due) }
        guard let actions = effects.actions.rare else { return }
        if let end = actions.lingersUntil { lingeringTimer().arm(at: end) }
        if let options = actions.applies { changes.start { [self] in await apply(options) } }
        guard let step = actions.step else { return notify(actions.ended, of: nil, nil) }
        switch step {
        case .start(let options): runs.start { [self] in await start(options) }
        case .pause(let end): pause(until: end)
        case .stop: runs.start { [self] in await stop() }
        case .finish(let end, let error): finish(end, error, actions.ended)
        }
    }

    private func start(_ options: LiveViewOptions) async {
        let sink = LiveViewSink(hub: self, generation: state.withLock { $0.machine.generation })
        let result = await source.start(options, sink)
        // Before the run can end: the camera's state changes in the order of the run.
        if case .success(let format) = result { source.stateChanged(.running(format)) }
        let now = time.now
        handle { $0.started(result, now: now) }
    }

    private func pause(until end: Duration) {
        let generation = state.withLock { $0.machine.generation }
        let timer = time.makeTimer { [weak self] in self?.handle { $0.pauseIsOver(generation) } }
        timers.withLock { $0.pause = timer }
        timer.arm(at: end)
    }

    private func stop() async {
        let discarded = state.withLock { state in
            defer { state.demandHandler = nil }
            return state.demandHandler
        }
        withExtendedLifetime(discarded) {}
        await changes.end()
        await source.stop()
        handle { $0.stopped() }
    }

    /// Applies changed options in the driver; changes that are made in the meantime follow.
    private func apply(_ options: LiveViewOptions) async {
        _ = await source.apply(options)
        handle { $0.applied() }
    }

    private func finish(_ end: LiveViewEnd, _ error: CameraError?, _ ended: [LiveViewConsumer]) {
        let (discarded, idle) = state.withLock { state in
            defer { (state.newest, state.demandHandler) = (nil, nil) }
            return ((state.newest, state.demandHandler), state.idleSignal)
        }
        withExtendedLifetime(discarded) {}
        timers.withLock { $0.pause }?.disarm()
        source.stateChanged(.stopped(end))
        notify(ended, of: end, error)
        idle.fulfil(.success(()))
        let now = time.now
        handle { $0.finished(now: now) }
    }

    /// Notifies consumers of their end. `error` applies to those that ended with the run, because of `end`.
    private func notify(_ consumers: [LiveViewConsumer], of end: LiveViewEnd?, _ error: CameraError?) {
        for consumer in consumers {
            let (reason, receiver) = state.withLock { state in
                (state.machine.notify(consumer), consumer.receiver.use { $0.popForEnd() })
            }
            guard let reason else { continue }
            let failure = reason == end ? error : reason.error
            receiver.resume(failure.map { .failure($0) } ?? .success(nil))
            receiver.onEnd?(reason)
        }
    }

    private func lingeringTimer() -> any TimeSourceTimer {
        timers.withLock { timers in
            if let timer = timers.lingering { return timer }
            let timer = time.makeTimer { [weak self] in self?.handle { $0.lingeringIsOver() } }
            timers.lingering = timer
            return timer
        }
    }

    private func dueTimer() -> any TimeSourceTimer {
        timers.withLock { timers in
            if let timer = timers.due { return timer }
            let timer = time.makeTimer { [weak self] in self?.tick() }
            timers.due = timer
            return timer
        }
    }

    private func tick() {
        let now = time.now
        handle { $0.tick(now: now) }
    }
}
