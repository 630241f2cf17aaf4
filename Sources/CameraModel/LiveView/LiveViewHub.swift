import HotShoeSupport

/// Shares one camera's live view between its consumers. **Thread-safe.**
///
/// Starts the camera's live view for the first consumer and stops it a moment after the last; in between it asks the
/// driver for a frame only while somebody has credit for one. A frame goes to everybody who waits for it; nobody waits
/// for anybody else. In the steady state nothing here allocates.
final class LiveViewHub: Sendable {
    /// What the hub needs of its camera; each call ends when the camera goes away, whatever the driver does.
    struct Source: Sendable {
        var start: @Sendable (LiveViewOptions, LiveViewSink) async -> Result<LiveViewFormat, CameraError>
        var apply: @Sendable (LiveViewOptions) async -> Result<Void, CameraError>
        var stop: @Sendable () async -> Void
        var stateChanged: @Sendable (LiveViewState) -> Void
    }

    /// How long live view goes on when nobody watches: cameras dislike being started again at once.
    static let lingering: Duration = .milliseconds(250)
    /// A camera that is busy is asked again: many refuse live view right after connecting.
    static let startAttempts = 5
    static let startPause: Duration = .milliseconds(500)

    /// What is taken for the camera's rhythm where it does not say.
    private static let usualPeriod: Duration = .milliseconds(33)

    private enum Phase: Equatable {
        case idle
        case starting
        case running
        case stopping
    }

    private struct State {
        var phase = Phase.idle
        var generation = 0
        /// The time between two of the camera's frames; nil where it does not say.
        var cameraPeriod: Duration?
        var consumers: [LiveViewConsumer] = []
        var latest: LiveViewFrame?
        var latestArrival: Duration = .zero
        var isDemanded = false
        var demandedAt: Duration = .zero
        /// From the last demand to its frame.
        var making: Duration?
        /// Not a closure: passing one through the lock's generic function would allocate each time.
        var demandHandler: CallbackWork?
        var appliedOptions = LiveViewOptions()
        var isApplyingOptions = false
        /// Settled to end the present run.
        var stopSignal = Promise<LiveViewEnd, Never>()
        /// Settled when the next try to start is due, or needed no more.
        var startPause: Promise<Void, Never>?
        /// Settled when the present run is over and everybody knows; at first there was none.
        var idleSignal = Promise<Void, Never>()
        var poolMisses = 0
    }

    /// Guards everything; no handler, continuation or driver runs under it.
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

    /// The next frame for a stream: the newest that it has not seen, as soon as its rate allows.
    func next(for consumer: LiveViewConsumer) async -> LiveViewConsumer.Outcome {
        let ticket = state.withLock { _ in
            consumer.lastTicket += 1
            return consumer.lastTicket
        }
        return await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { continuation in
                let outcome = state.withLock { state -> LiveViewConsumer.Outcome? in
                    if Task.isCancelled { return .success(nil) }
                    if let end = consumer.end, consumer.isTold { return end.error.map { .failure($0) } ?? .success(nil) }
                    // A second task on the same iterator gets the end, not the first one's frame.
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

    /// Lets a handler be called so many times more.
    func grant(_ credit: Int, to consumer: LiveViewConsumer) {
        guard credit > 0 else { return }
        give(consumer) { $0.credit = min($0.credit, 1_000_000) + min(credit, 1_000_000) }
    }

    /// A handler has returned from its frame; `credit` is what it gets for that.
    func handlerReturned(of consumer: LiveViewConsumer, credit: Int) {
        give(consumer) {
            $0.isHandling = false
            $0.credit += credit
        }
    }

    private func give(_ consumer: LiveViewConsumer, _ change: (LiveViewConsumer) -> Void) {
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

    /// The latest frame, if it is new to the consumer and no older than the camera's own rhythm.
    private func freshFrame(for consumer: LiveViewConsumer, in state: inout State) -> LiveViewFrame? {
        guard let latest = state.latest else { return nil }
        let now = time.now
        let rhythm = min(state.cameraPeriod ?? Self.usualPeriod, .seconds(1))
        guard now - state.latestArrival < rhythm,
            consumer.wants(latest.sequenceNumber, at: now, cameraPeriod: state.cameraPeriod)
        else { return nil }
        consumer.take(latest.sequenceNumber, at: now, cameraPeriod: state.cameraPeriod)
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

    /// One life of the camera's live view.
    private func run() async {
        let (sink, options, stopSignal) = state.withLock { state in
            state.generation += 1
            state.appliedOptions = merged(state.consumers)
            return (LiveViewSink(hub: self, generation: state.generation), state.appliedOptions, state.stopSignal)
        }
        switch await start(options, sink, stopSignal) {
        case .failure(let error):
            // Where somebody ended it meanwhile, that is why it did not start.
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

    /// Lets a busy camera be for a moment; returns at once when the run is to end.
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

    /// Ends the run: first the state says so, then whoever watched is told. Who came while it was stopping stays.
    private func finish(_ end: LiveViewEnd, error: CameraError?) {
        let (told, idle) = state.withLock { state -> ([LiveViewConsumer], Promise<Void, Never>) in
            if end != .stopped { for consumer in state.consumers where consumer.end == nil { consumer.end = end } }
            let told = state.consumers.filter { $0.end != nil }
            state.consumers.removeAll { $0.end != nil }
            state.phase = .idle
            state.generation += 1
            state.cameraPeriod = nil
            state.making = nil
            state.latest = nil
            state.demandHandler = nil
            state.isDemanded = false
            return (told, state.idleSignal)
        }
        source.stateChanged(.stopped(end))
        for consumer in told { tell(consumer, because: end, error) }
        idle.fulfil(.success(()))
        creditArrived()
    }

    /// Tells a consumer of its own end; `error` says more about one that is for the same reason as the run's.
    private func tell(_ consumer: LiveViewConsumer, because reason: LiveViewEnd, _ error: CameraError?) {
        let (waiter, onEnd, end) = state.withLock { _ in
            consumer.isTold = true
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

    /// Ends live view for everybody. Returns at once; ``untilIdle()`` waits.
    func end(_ end: LiveViewEnd) {
        let (isRunning, told) = state.withLock { state -> (Bool, [LiveViewConsumer]) in
            for consumer in state.consumers where consumer.end == nil { consumer.end = end }
            guard state.phase == .idle else { return (true, []) }
            defer { state.consumers = [] }
            return (false, state.consumers)
        }
        if isRunning { signalEnd(end) }
        for consumer in told { tell(consumer, because: end, end.error) }
    }

    private func signalEnd(_ end: LiveViewEnd) {
        let (signal, pause) = state.withLock { ($0.stopSignal, $0.startPause) }
        signal.fulfil(.success(end))
        pause?.fulfil(.success(()))
    }

    func untilIdle() async {
        // Also where the run is over, and its end is just being told.
        let signal = state.withLock { $0.idleSignal }
        _ = await signal.result()
    }

    // MARK: Demand

    /// Tells the driver of new demand, or when there will be some. Call under the lock; act on the result after it.
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

    private func demandMayHaveCome() {
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

    /// Brings the driver what has changed, one after the other, until nothing has.
    private func applyOptions() async {
        while let options = takeNewOptions() { _ = await source.apply(options) }
    }

    private func takeNewOptions() -> LiveViewOptions? {
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

    /// What serves all: the highest rate, the largest size.
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
            let timer = time.makeTimer { [weak self] in self?.demandMayHaveCome() }
            timers.due = timer
            return timer
        }
    }

    // MARK: The driver's side, see LiveViewSink

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
        let storage = pool.take(capacity: capacity)
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
        while let receiver = takeReceiver(of: frame, generation, at: now) {
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

    /// Whether a frame that is being handed out is not overtaken yet: by a newer one, or by the end of its run.
    private func isNewest(_ frame: LiveViewFrame, _ generation: Int, in state: State) -> Bool {
        state.generation == generation && state.latest?.sequenceNumber == frame.sequenceNumber
    }

    private enum Receiver {
        case stream(FrameWaiter)
        case handler(CallbackDelivery<LiveViewFrame>)
    }

    private func takeReceiver(of frame: LiveViewFrame, _ generation: Int, at now: Duration) -> Receiver? {
        state.withLock { state in
            // Whoever has come since then waits for a frame of their own.
            guard isNewest(frame, generation, in: state) else { return nil }
            let period = state.cameraPeriod
            for consumer in state.consumers where consumer.wants(frame.sequenceNumber, at: now, cameraPeriod: period) {
                consumer.take(frame.sequenceNumber, at: now, cameraPeriod: period)
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
