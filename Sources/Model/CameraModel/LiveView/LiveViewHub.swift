import HotShoeSupport

/// Shares one camera's live view among its consumers. **Thread-safe.**
///
/// Starts the camera's live view for the first consumer and stops it shortly after the last one. In between it requests a frame
/// from the driver only while a consumer has credit. A frame goes to every consumer that waits for one; consumers do not wait
/// for each other. In the steady state the hub allocates no memory.
final class LiveViewHub: Sendable {
    /// The operations that the hub needs from its camera. Each call ends when the connection ends, even if the driver does not
    /// return.
    struct Source: Sendable {
        var start: @Sendable (LiveViewOptions, LiveViewSink) async -> Result<LiveViewFormat, CameraError>
        var apply: @Sendable (LiveViewOptions) async -> Result<Void, CameraError>
        var stop: @Sendable () async -> Void
        var stateChanged: @Sendable (LiveViewState) -> Void
    }

    /// Time for which live view continues without a consumer: many cameras do not tolerate an immediate restart.
    static let lingering: Duration = .milliseconds(250)
    /// Number of attempts to start live view on a busy camera: many cameras refuse it right after connecting.
    static let startAttempts = 5
    static let startPause: Duration = .milliseconds(500)

    /// Frame period that is assumed for a camera that does not report its rate.
    private static let usualPeriod: Duration = .milliseconds(33)

    private enum Phase: Equatable {
        case idle
        case starting
        case running
        case stopping
    }

    private struct State {
        var phase = Phase.idle
        /// Incremented at the start and end of each run; identifies calls of an earlier run's sink.
        var generation = 0
        /// Time between two of the camera's frames; nil if the camera does not report its rate.
        var cameraPeriod: Duration?
        var consumers: [LiveViewConsumer] = []
        var latest: LiveViewFrame?
        var latestArrival: Duration = .zero
        var isDemanded = false
        var demandedAt: Duration = .zero
        /// Time from the last demand to its frame.
        var making: Duration?
        /// Not a closure: passing one through the lock's generic function would allocate for each call.
        var demandHandler: CallbackWork?
        var appliedOptions = LiveViewOptions()
        var isApplyingOptions = false
        /// Fulfilled to end the present run.
        var stopSignal = Promise<LiveViewEnd, Never>()
        /// Fulfilled when the next attempt to start is due, or no longer needed.
        var startPause: Promise<Void, Never>?
        /// Fulfilled when the present run has ended and all consumers are notified; initially fulfilled.
        var idleSignal = Promise<Void, Never>()
        var poolMisses = 0
    }

    /// Guards the whole state; handlers, continuations and drivers run outside it.
    private let state = Guarded(State())
    private let source: Source
    private let time: any TimeSource
    private let pool = FramePool()
    private let timers = Guarded<(lingering: (any TimeSourceTimer)?, due: (any TimeSourceTimer)?)>((nil, nil))

    init(source: Source, time: any TimeSource) {
        self.source = source
        self.time = time
        state.withLock { $0.idleSignal }.fulfil(.success(()))
    }

    // MARK: Consumers

    func join(_ consumer: LiveViewConsumer) {
        state.withLock { $0.consumers.append(consumer) }
        timers.withLock { $0.lingering }?.disarm()
    }

    func leave(_ consumer: LiveViewConsumer) {
        let isLast = state.withLock { state in
            state.consumers.removeAll { $0 === consumer }
            _ = updateDemand(in: &state)
            return state.consumers.isEmpty && state.phase != .idle
        }
        if isLast { lingeringTimer().arm(at: time.now + Self.lingering) } else { updateOptions() }
    }

    func missedCount(of consumer: LiveViewConsumer) -> Int { state.withLock { _ in consumer.missedCount } }

    /// Returns the next frame for a stream: the newest that it has not received, as soon as its rate allows.
    func next(for consumer: LiveViewConsumer) async -> LiveViewConsumer.Outcome {
        let ticket = state.withLock { _ in
            consumer.lastTicket += 1
            return consumer.lastTicket
        }
        return await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { continuation in
                let outcome = state.withLock { state -> LiveViewConsumer.Outcome? in
                    if Task.isCancelled { return .success(nil) }
                    if let end = consumer.end, consumer.isNotified { return end.error.map { .failure($0) } ?? .success(nil) }
                    // A second task on the same iterator receives the end, not the first task's frame.
                    if consumer.waiter != nil { return .success(nil) }
                    consumer.credit = 1
                    consumer.returned(at: time.now, making: state.making)
                    if let frame = freshFrame(for: consumer, in: &state) { return .success(frame) }
                    consumer.waiter = unsafe FrameWaiter(continuation, ticket: ticket)
                    return nil
                }
                if let outcome { return unsafe continuation.resume(returning: outcome) }
                creditArrived()
            }
        } onCancel: {
            let waiter = state.withLock { state -> FrameWaiter? in
                guard let waiter = consumer.waiter, waiter.ticket == ticket else { return nil }
                consumer.waiter = nil
                consumer.credit = 0
                _ = updateDemand(in: &state)
                return waiter
            }
            waiter?.resume(.success(nil))
        }
    }

    /// Allows a handler to be called `credit` more times.
    func grant(_ credit: Int, to consumer: LiveViewConsumer) {
        guard credit > 0 else { return }
        update(consumer) { $0.credit = min($0.credit, 1_000_000) + min(credit, 1_000_000) }
    }

    /// Records that a handler has returned from its frame; `credit` is the number of further calls that this allows.
    func handlerReturned(of consumer: LiveViewConsumer, credit: Int) {
        update(consumer) {
            $0.isHandling = false
            $0.credit += credit
        }
    }

    private func update(_ consumer: LiveViewConsumer, _ change: (LiveViewConsumer) -> Void) {
        let (frame, delivery) = state.withLock { state -> (LiveViewFrame?, CallbackDelivery<LiveViewFrame>?) in
            guard consumer.end == nil else { return (nil, nil) }
            let hadCredit = consumer.hasCredit
            change(consumer)
            if !hadCredit { consumer.returned(at: time.now, making: state.making) }
            return (freshFrame(for: consumer, in: &state), consumer.delivery)
        }
        if let frame { delivery?.send(frame) }
        creditArrived()
    }

    /// Returns the latest frame, if it is new to the consumer and not older than one frame period of the camera.
    private func freshFrame(for consumer: LiveViewConsumer, in state: inout State) -> LiveViewFrame? {
        guard let latest = state.latest else { return nil }
        let now = time.now
        let rhythm = min(state.cameraPeriod ?? Self.usualPeriod, .seconds(1))
        guard now - state.latestArrival < rhythm,
            consumer.wants(latest.sequenceNumber, at: now, cameraPeriod: state.cameraPeriod)
        else { return nil }
        consumer.recordFrame(latest.sequenceNumber, at: now, cameraPeriod: state.cameraPeriod)
        return latest
    }

    // MARK: Running

    private func creditArrived() {
        let (starts, raise, due) = state.withLock { state -> (Bool, CallbackWork?, Duration?) in
            guard state.phase == .idle else {
                let (raise, due) = updateDemand(in: &state)
                return (false, raise, due)
            }
            guard state.consumers.contains(where: \.hasCredit) else { return (false, nil, nil) }
            state.phase = .starting
            state.stopSignal = Promise()
            state.idleSignal = Promise()
            return (true, nil, nil)
        }
        if starts {
            Task { await run() }
        } else {
            raise?.run()
            if let due { dueTimer().arm(at: due) }
            updateOptions()
        }
    }

    /// Performs one run of the camera's live view, from start to stop.
    private func run() async {
        let (sink, options, stopSignal) = state.withLock { state in
            state.generation += 1
            state.appliedOptions = merged(state.consumers)
            return (LiveViewSink(hub: self, generation: state.generation), state.appliedOptions, state.stopSignal)
        }
        switch await start(options, sink, stopSignal) {
        case .failure(let error):
            // A run that was ended during its start reports the reason for that end.
            if let end = stopSignal.current?.get() { return finish(end, error: end.error) }
            return finish(.failed(error.code), error: error)
        case .success(let format):
            let (raise, due) = state.withLock { state in
                state.phase = .running
                state.cameraPeriod = .period(ofRate: format.rate)
                return updateDemand(in: &state)
            }
            source.stateChanged(.running(format))
            raise?.run()
            if let due { dueTimer().arm(at: due) }
        }
        let end = await stopSignal.result().get()
        state.withLock { state in
            state.phase = .stopping
            state.demandHandler = nil
            state.isDemanded = false
            state.generation += 1
        }
        await source.stop()
        finish(end, error: end.error)
    }

    private func start(
        _ options: LiveViewOptions,
        _ sink: LiveViewSink,
        _ stopSignal: Promise<LiveViewEnd, Never>
    ) async -> Result<LiveViewFormat, CameraError> {
        var attempt = 1
        while true {
            let result = await source.start(options, sink)
            guard case .failure(let error) = result, error.code == .busy, attempt < Self.startAttempts else { return result }
            attempt += 1
            await pauseBeforeStart()
            if stopSignal.current != nil { return result }
        }
    }

    /// Waits before the next attempt to start a busy camera; returns immediately if the run must end.
    private func pauseBeforeStart() async {
        let pause = Promise<Void, Never>()
        let mustEnd = state.withLock { state in
            state.startPause = pause
            return state.stopSignal.current != nil
        }
        if mustEnd { return }
        let timer = time.makeTimer { pause.fulfil(.success(())) }
        timer.arm(at: time.now + Self.startPause)
        _ = await pause.result()
        timer.disarm()
    }

    /// Ends the run: updates the state first, then notifies the consumers. Consumers that joined while it was stopping remain.
    private func finish(_ end: LiveViewEnd, error: CameraError?) {
        let (ended, idle) = state.withLock { state -> ([LiveViewConsumer], Promise<Void, Never>) in
            if end != .stopped { for consumer in state.consumers where consumer.end == nil { consumer.end = end } }
            let ended = state.consumers.filter { $0.end != nil }
            state.consumers.removeAll { $0.end != nil }
            state.phase = .idle
            state.generation += 1
            state.cameraPeriod = nil
            state.making = nil
            state.latest = nil
            state.demandHandler = nil
            state.isDemanded = false
            return (ended, state.idleSignal)
        }
        source.stateChanged(.stopped(end))
        for consumer in ended { notify(consumer, because: end, error) }
        idle.fulfil(.success(()))
        creditArrived()
    }

    /// Notifies a consumer of its end. `error` applies if the consumer's reason is the same as the run's.
    private func notify(_ consumer: LiveViewConsumer, because reason: LiveViewEnd, _ error: CameraError?) {
        let (waiter, onEnd, end) = state.withLock { _ in
            consumer.isNotified = true
            defer {
                consumer.waiter = nil
                consumer.onEnd = nil
            }
            return (consumer.waiter, consumer.onEnd, consumer.end ?? reason)
        }
        let failure = end == reason ? error : end.error
        waiter?.resume(failure.map { .failure($0) } ?? .success(nil))
        onEnd?(end)
    }

    /// Ends live view for all consumers. Returns immediately; ``untilIdle()`` waits.
    func end(_ end: LiveViewEnd) {
        let (isRunning, ended) = state.withLock { state -> (Bool, [LiveViewConsumer]) in
            for consumer in state.consumers where consumer.end == nil { consumer.end = end }
            guard state.phase == .idle else { return (true, []) }
            defer { state.consumers = [] }
            return (false, state.consumers)
        }
        if isRunning { signalEnd(end) }
        for consumer in ended { notify(consumer, because: end, end.error) }
    }

    private func signalEnd(_ end: LiveViewEnd) {
        let (signal, pause) = state.withLock { ($0.stopSignal, $0.startPause) }
        signal.fulfil(.success(end))
        pause?.fulfil(.success(()))
    }

    func untilIdle() async {
        // Also waits for a run that has ended and is notifying its consumers.
        let signal = state.withLock { $0.idleSignal }
        _ = await signal.result()
    }

    // MARK: Demand

    /// Recalculates the demand. Returns the driver's handler if there is new demand, or the time of the next. Call it under the
    /// lock, and act on the result after releasing the lock.
    private func updateDemand(in state: inout State) -> (raise: CallbackWork?, due: Duration?) {
        guard state.phase == .running else { return (nil, nil) }
        let now = time.now
        var earliest: Duration?
        let latest = state.latest?.sequenceNumber
        for consumer in state.consumers where consumer.hasCredit || consumer.isExpected(after: latest) {
            let allowed = consumer.allowedAt(cameraPeriod: state.cameraPeriod)
            earliest = min(earliest ?? allowed, allowed)
        }
        guard let earliest else {
            state.isDemanded = false
            return (nil, nil)
        }
        guard earliest <= now else {
            state.isDemanded = false
            return (nil, earliest)
        }
        if state.isDemanded { return (nil, nil) }
        state.isDemanded = true
        state.demandedAt = now
        return (state.demandHandler, nil)
    }

    private func demandMayHaveBegun() {
        let (raise, due) = state.withLock { updateDemand(in: &$0) }
        raise?.run()
        if let due { dueTimer().arm(at: due) }
    }

    private func updateOptions() {
        let begins = state.withLock { state in
            if state.isApplyingOptions || newOptions(in: state) == nil { return false }
            state.isApplyingOptions = true
            return true
        }
        if begins { Task { await applyOptions() } }
    }

    /// Applies changed options in the driver, one change after the other, until there are none.
    private func applyOptions() async {
        while let options = popNewOptions() { _ = await source.apply(options) }
    }

    private func popNewOptions() -> LiveViewOptions? {
        state.withLock { state in
            guard let options = newOptions(in: state) else {
                state.isApplyingOptions = false
                return nil
            }
            state.appliedOptions = options
            return options
        }
    }

    private func newOptions(in state: State) -> LiveViewOptions? {
        guard state.phase == .running, !state.consumers.isEmpty else { return nil }
        let options = merged(state.consumers)
        return options == state.appliedOptions ? nil : options
    }

    /// Returns options that satisfy all consumers: the highest rate, the largest size.
    private func merged(_ consumers: [LiveViewConsumer]) -> LiveViewOptions {
        var all = LiveViewOptions(maximumRate: 0)
        for options in consumers.lazy.map(\.options) {
            all.maximumRate = if let rate = options.maximumRate, let most = all.maximumRate { max(rate, most) } else { nil }
            all.prefersHighRate = all.prefersHighRate || options.prefersHighRate
            if let size = options.size, size.width > all.size?.width ?? 0 { all.size = size }
        }
        if all.maximumRate == 0 { all.maximumRate = nil }
        return all
    }

    private func lingeringTimer() -> any TimeSourceTimer {
        timers.withLock { timers in
            if let timer = timers.lingering { return timer }
            let timer = time.makeTimer { [weak self] in self?.lingeringIsOver() }
            timers.lingering = timer
            return timer
        }
    }

    private func lingeringIsOver() {
        let isOver = state.withLock { $0.consumers.isEmpty && $0.phase != .idle }
        if isOver { signalEnd(.stopped) }
    }

    private func dueTimer() -> any TimeSourceTimer {
        timers.withLock { timers in
            if let timer = timers.due { return timer }
            let timer = time.makeTimer { [weak self] in self?.demandMayHaveBegun() }
            timers.due = timer
            return timer
        }
    }

    // MARK: Calls from LiveViewSink

    func isActive(_ generation: Int) -> Bool { state.withLock { $0.generation == generation } }

    func isDemanded(_ generation: Int) -> Bool { state.withLock { $0.generation == generation && $0.isDemanded } }

    func setDemandHandler(_ generation: Int, _ handler: @escaping @Sendable () -> Void) {
        let isDemanded = state.withLock { state in
            guard state.generation == generation else { return false }
            state.demandHandler = CallbackWork(handler)
            return state.isDemanded
        }
        if isDemanded { handler() }
    }

    func makeFrame(_ generation: Int, capacity: Int) -> FrameStorage? {
        guard isActive(generation) else { return nil }
        let storage = pool.acquire(capacity: capacity)
        if storage == nil { state.withLock { $0.poolMisses += 1 } }
        return storage
    }

    func deliver(_ generation: Int, _ storage: FrameStorage) {
        let frame = LiveViewFrame(storage: storage)
        let now = time.now
        let isCurrent = state.withLock { state in
            guard state.generation == generation, state.phase == .running || state.phase == .starting else { return false }
            state.latest = frame
            state.latestArrival = now
            if state.isDemanded { state.making = now - state.demandedAt }
            return true
        }
        guard isCurrent else { return }
        while let receiver = popReceiver(of: frame, generation, at: now) {
            switch receiver {
            case .stream(let waiter): waiter.resume(.success(frame))
            case .handler(let delivery): delivery.send(frame)
            }
        }
        let (raise, due) = state.withLock { state -> (CallbackWork?, Duration?) in
            guard isNewest(frame, generation, in: state) else { return (nil, nil) }
            state.isDemanded = false
            return updateDemand(in: &state)
        }
        raise?.run()
        if let due { dueTimer().arm(at: due) }
    }

    /// Returns whether a frame that is being delivered is still the newest, and its run has not ended.
    private func isNewest(_ frame: LiveViewFrame, _ generation: Int, in state: State) -> Bool {
        state.generation == generation && state.latest?.sequenceNumber == frame.sequenceNumber
    }

    private enum Receiver {
        case stream(FrameWaiter)
        case handler(CallbackDelivery<LiveViewFrame>)
    }

    private func popReceiver(of frame: LiveViewFrame, _ generation: Int, at now: Duration) -> Receiver? {
        state.withLock { state in
            // A consumer that joined since then waits for a later frame.
            guard isNewest(frame, generation, in: state) else { return nil }
            let period = state.cameraPeriod
            for consumer in state.consumers where consumer.wants(frame.sequenceNumber, at: now, cameraPeriod: period) {
                consumer.recordFrame(frame.sequenceNumber, at: now, cameraPeriod: period)
                if let waiter = consumer.waiter {
                    consumer.waiter = nil
                    return .stream(waiter)
                }
                if let delivery = consumer.delivery { return .handler(delivery) }
            }
            return nil
        }
    }
}
