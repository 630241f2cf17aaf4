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

    private enum Phase: Equatable {
        case idle
        case starting
        case running
        case stopping
    }

    private struct State {
        var phase = Phase.idle
        var generation = 0
        var format: LiveViewFormat?
        var consumers: [LiveViewConsumer] = []
        var latest: LiveViewFrame?
        var latestArrival: Duration = .zero
        var isDemanded = false
        /// Not a closure: passing one through the lock's generic function would allocate each time.
        var demandHandler: CallbackWork?
        var appliedOptions = LiveViewOptions()
        /// Settled to end the present run.
        var stopSignal = Promise<LiveViewEnd, Never>()
        /// Settled when the present run is over.
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
    }

    // MARK: Consumers

    func join(_ consumer: LiveViewConsumer) {
        state.withLock { $0.consumers.append(consumer) }
        timers.withLock { $0.lingering }?.disarm()
    }

    func leave(_ consumer: LiveViewConsumer) {
        let isLast = state.withLock { state in
            state.consumers.removeAll { $0 === consumer }
            return state.consumers.isEmpty && state.phase != .idle
        }
        if isLast { lingeringTimer().arm(at: time.now + Self.lingering) } else { updateOptions() }
    }

    func missedCount(of consumer: LiveViewConsumer) -> Int { state.withLock { _ in consumer.missedCount } }

    /// The next frame for a stream: the newest that it has not seen, as soon as its rate allows.
    func next(for consumer: LiveViewConsumer) async -> LiveViewConsumer.Outcome {
        await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { continuation in
                let waiter = unsafe FrameWaiter(continuation)
                let outcome = state.withLock { state -> LiveViewConsumer.Outcome? in
                    if Task.isCancelled { return .success(nil) }
                    if let end = consumer.end { return end.error.map { .failure($0) } ?? .success(nil) }
                    // A second task on the same iterator gets the end, not the first one's frame.
                    if consumer.waiter != nil { return .success(nil) }
                    consumer.credit = 1
                    if let frame = freshFrame(for: consumer, in: &state) { return .success(frame) }
                    consumer.waiter = waiter
                    return nil
                }
                if let outcome { return waiter.resume(outcome) }
                creditArrived()
            }
        } onCancel: {
            let waiter = state.withLock { _ -> FrameWaiter? in
                consumer.credit = 0
                defer { consumer.waiter = nil }
                return consumer.waiter
            }
            waiter?.resume(.success(nil))
        }
    }

    /// Lets a handler be called so many times more.
    func grant(_ credit: Int, to consumer: LiveViewConsumer) {
        let (frame, delivery) = state.withLock { state -> (LiveViewFrame?, CallbackDelivery<LiveViewFrame>?) in
            guard consumer.end == nil, credit > 0 else { return (nil, nil) }
            consumer.credit = min(consumer.credit, 1_000_000) + min(credit, 1_000_000)
            return (freshFrame(for: consumer, in: &state), consumer.delivery)
        }
        if let frame { delivery?.send(frame) }
        creditArrived()
    }

    /// The latest frame, if it is new to the consumer and no older than the camera's own rhythm.
    private func freshFrame(for consumer: LiveViewConsumer, in state: inout State) -> LiveViewFrame? {
        guard let latest = state.latest else { return nil }
        let now = time.now
        let rhythm = Duration.nanoseconds(Int64(1e9 / min(max(state.format?.rate ?? 30, 1), 1e6)))
        guard now - state.latestArrival < rhythm, consumer.wants(latest.sequenceNumber, at: now) else { return nil }
        consumer.take(latest.sequenceNumber, at: now, cameraRate: state.format?.rate)
        return latest
    }

    // MARK: Running

    private func creditArrived() {
        let (starts, raise, due) = state.withLock { state -> (Bool, CallbackWork?, Duration?) in
            guard state.phase == .idle else {
                let (raise, due) = updateDemand(in: &state)
                return (false, raise, due)
            }
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

    /// One life of the camera's live view, or several in a row when consumers come while it is being stopped.
    private func run() async {
        while true {
            let (sink, options, stopSignal) = state.withLock { state in
                state.generation += 1
                state.appliedOptions = merged(state.consumers)
                return (LiveViewSink(hub: self, generation: state.generation), state.appliedOptions, state.stopSignal)
            }
            switch await start(options, sink, stopSignal) {
            case .failure(let error):
                finish(.failed(error.code), error: error)
                return
            case .success(let format):
                let (raise, due) = state.withLock { state in
                    state.phase = .running
                    state.format = format
                    return updateDemand(in: &state)
                }
                source.stateChanged(.running(format))
                raise?.run()
                if let due { dueTimer().arm(at: due) }
            }
            guard case .success(let end) = await stopSignal.result() else { return }
            state.withLock { state in
                state.phase = .stopping
                state.demandHandler = nil
                state.isDemanded = false
                state.generation += 1
            }
            await source.stop()
            if !goesOn(after: end) { return finish(end, error: end.error) }
        }
    }

    /// Whether somebody has come while live view was being stopped.
    private func goesOn(after end: LiveViewEnd) -> Bool {
        state.withLock { state in
            guard end == .stopped, state.consumers.contains(where: { $0.pendingEnd == nil }),
                !state.consumers.contains(where: { $0.pendingEnd != nil })
            else { return false }
            state.phase = .starting
            state.latest = nil
            state.stopSignal = Promise()
            return true
        }
    }

    private func start(
        _ options: LiveViewOptions,
        _ sink: LiveViewSink,
        _ stopSignal: Promise<LiveViewEnd, Never>
    ) async -> Result<LiveViewFormat, CameraError> {
        var attempt = 1
        while true {
            let result = await source.start(options, sink)
            guard case .failure(let error) = result, error.code == .busy, attempt < Self.startAttempts,
                stopSignal.current == nil
            else { return result }
            attempt += 1
            await time.sleep(for: Self.startPause)
        }
    }

    /// Ends the run: first the state says so, then whoever watched is told. Who has come since then starts it again.
    private func finish(_ end: LiveViewEnd, error: CameraError?) {
        typealias Ended = [(LiveViewConsumer, LiveViewEnd)]
        let (consumers, idle, goesOn) = state.withLock { state -> (Ended, Promise<Void, Never>, Bool) in
            // A start that failed has failed for everybody.
            if case .failed = end { for consumer in state.consumers where consumer.pendingEnd == nil { consumer.pendingEnd = end } }
            let ended = state.consumers.compactMap { consumer in consumer.pendingEnd.map { (consumer, $0) } }
            for (consumer, its) in ended { consumer.end = its }
            state.consumers.removeAll { $0.end != nil }
            state.phase = .idle
            state.generation += 1
            state.format = nil
            state.latest = nil
            state.demandHandler = nil
            state.isDemanded = false
            return (ended, state.idleSignal, state.consumers.contains { $0.hasCredit })
        }
        source.stateChanged(.stopped(end))
        for (consumer, its) in consumers { tell(consumer, its, its == end ? error : its.error) }
        idle.fulfil(.success(()))
        if goesOn { creditArrived() }
    }

    private func tell(_ consumer: LiveViewConsumer, _ end: LiveViewEnd, _ error: CameraError?) {
        let (waiter, onEnd) = state.withLock { _ in
            defer {
                consumer.waiter = nil
                consumer.onEnd = nil
            }
            return (consumer.waiter, consumer.onEnd)
        }
        waiter?.resume(error.map { .failure($0) } ?? .success(nil))
        onEnd?(end)
    }

    /// Ends live view for everybody who watches now. Returns at once; ``untilIdle()`` waits.
    func end(_ end: LiveViewEnd) {
        let (signal, told) = state.withLock { state -> (Promise<LiveViewEnd, Never>?, [LiveViewConsumer]) in
            for consumer in state.consumers where consumer.pendingEnd == nil { consumer.pendingEnd = end }
            guard state.phase == .idle else { return (state.stopSignal, []) }
            for consumer in state.consumers { consumer.end = end }
            defer { state.consumers = [] }
            return (nil, state.consumers)
        }
        signal?.fulfil(.success(end))
        for consumer in told { tell(consumer, end, end.error) }
    }

    func untilIdle() async {
        let signal = state.withLock { $0.phase == .idle ? nil : $0.idleSignal }
        _ = await signal?.result()
    }

    // MARK: Demand

    /// Tells the driver of new demand, or when there will be some. Call under the lock; act on the result after it.
    private func updateDemand(in state: inout State) -> (raise: CallbackWork?, due: Duration?) {
        guard state.phase == .running else { return (nil, nil) }
        let now = time.now
        var earliest: Duration?
        for consumer in state.consumers where consumer.hasCredit {
            earliest = min(earliest ?? consumer.allowedAt, consumer.allowedAt)
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
        return (state.demandHandler, nil)
    }

    private func demandMayHaveCome() {
        let (raise, due) = state.withLock { updateDemand(in: &$0) }
        raise?.run()
        if let due { dueTimer().arm(at: due) }
    }

    private func updateOptions() {
        let changed = state.withLock { state -> LiveViewOptions? in
            let options = merged(state.consumers)
            guard state.phase == .running, !state.consumers.isEmpty, options != state.appliedOptions else { return nil }
            state.appliedOptions = options
            return options
        }
        if let changed { Task { _ = await source.apply(changed) } }
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
        let signal = state.withLock { $0.consumers.isEmpty && $0.phase != .idle ? $0.stopSignal : nil }
        signal?.fulfil(.success(.stopped))
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
            return true
        }
        guard isCurrent else { return }
        while let receiver = takeReceiver(of: frame, at: now) {
            switch receiver {
            case .stream(let waiter): waiter.resume(.success(frame))
            case .handler(let delivery): delivery.send(frame)
            }
        }
        let (raise, due) = state.withLock { state in
            state.isDemanded = false
            return updateDemand(in: &state)
        }
        raise?.run()
        if let due { dueTimer().arm(at: due) }
    }

    private enum Receiver {
        case stream(FrameWaiter)
        case handler(CallbackDelivery<LiveViewFrame>)
    }

    private func takeReceiver(of frame: LiveViewFrame, at now: Duration) -> Receiver? {
        state.withLock { state in
            for consumer in state.consumers where consumer.wants(frame.sequenceNumber, at: now) {
                consumer.take(frame.sequenceNumber, at: now, cameraRate: state.format?.rate)
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
