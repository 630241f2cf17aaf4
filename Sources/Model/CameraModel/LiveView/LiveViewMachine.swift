/// State machine of one camera's live view: when it runs, when it makes a frame, and which consumers receive it. Pure; see
/// docs/camera-model.md § Live view.
///
/// A method for each event changes the state and returns the actions that the owner performs afterwards, outside its lock. No
/// event of the steady state allocates memory.
struct LiveViewMachine<Consumer: Equatable & Sendable>: Sendable {
    /// Time for which live view continues without a consumer: many cameras do not tolerate an immediate restart.
    static var lingering: Duration { .milliseconds(250) }
    /// Number of attempts to start live view on a busy camera: many cameras refuse it right after connecting.
    static var startAttempts: Int { 5 }
    /// Time between two attempts.
    static var startPause: Duration { .milliseconds(500) }
    /// Frame period that is assumed for a camera that does not report its rate.
    static var usualPeriod: Duration { .milliseconds(33) }

    private struct Entry: Sendable {
        let consumer: Consumer
        var state: LiveViewConsumerState
    }

    private(set) var phase = Phase.idle
    /// Incremented at the start and end of each run; identifies calls of an earlier run's sink.
    private(set) var generation = 0
    private(set) var demand = Demand.none
    private var entries: [Entry] = []
    /// Time between two of the camera's frames; nil if the camera does not report its rate.
    private var cameraPeriod: Duration?
    private var newest: (sequenceNumber: UInt64, arrival: Duration)?
    private var demandedAt: Duration = .zero
    /// Time from the last demand to its frame.
    private var making: Duration?
    private var appliedOptions = LiveViewOptions()
    private var isApplyingOptions = false
    /// Whether consumers have joined or left since the options were last compared.
    private var mayHaveNewOptions = false

    /// Whether frames of this generation are accepted.
    var acceptsFrames: Bool {
        switch phase {
        case .starting, .running: true
        case .idle, .pausing, .stopping, .finishing: false
        }
    }

    /// Whether the driver should make a frame.
    var isDemanded: Bool { demand != .none }

    // MARK: Consumers

    mutating func join(_ consumer: Consumer, _ kind: LiveViewConsumerState.Kind, _ options: LiveViewOptions) {
        entries.append(Entry(consumer: consumer, state: LiveViewConsumerState(kind, options: options)))
        mayHaveNewOptions = true
    }

    /// Removes a consumer. Returns the number of frames that it missed, too; 0 for a consumer that was removed before.
    mutating func leave(_ consumer: Consumer, now: Duration) -> (missedCount: Int, actions: Actions) {
        guard let index = index(of: consumer) else { return (0, Actions()) }
        let missedCount = entries.remove(at: index).state.missedCount
        mayHaveNewOptions = true
        var actions = updateDemand(at: now)
        if phase != .idle, !hasConsumers { actions.lingersUntil = now + Self.lingering }
        return (missedCount, actions)
    }

    /// Number of frames that a consumer missed; nil for an unknown consumer.
    func missedCount(of consumer: Consumer) -> Int? { index(of: consumer).map { entries[$0].state.missedCount } }

    /// A stream requests a frame.
    mutating func request(_ consumer: Consumer, now: Duration) -> (answer: Answer, actions: Actions) {
        guard let index = index(of: consumer) else { return (.ended(.stopped), Actions()) }
        if let end = entries[index].state.end, entries[index].state.isNotified { return (.ended(end), Actions()) }
        if entries[index].state.credit > 0 { return (.refused, Actions()) }
        entries[index].state.add(1, at: now, making: making)
        let isServed = serveNewest(to: index, at: now)
        return (isServed ? .newest : .wait, creditArrived(at: now))
    }

    /// A waiting stream's request is cancelled.
    mutating func cancelRequest(_ consumer: Consumer, now: Duration) -> Actions {
        guard let index = index(of: consumer) else { return Actions() }
        entries[index].state.withdraw()
        return updateDemand(at: now)
    }

    /// A handler may be called more often, or has returned. Returns whether it receives the newest frame now, too.
    mutating func grant(
        _ credit: Int,
        to consumer: Consumer,
        handlerReturned: Bool = false,
        now: Duration
    ) -> (receivesNewest: Bool, actions: Actions) {
        guard let index = index(of: consumer), entries[index].state.end == nil else { return (false, Actions()) }
        entries[index].state.add(credit, handlerReturned: handlerReturned, at: now, making: making)
        let isServed = serveNewest(to: index, at: now)
        return (isServed, creditArrived(at: now))
    }

    /// Returns why live view ended for a consumer, and records that it is notified; nil if it has not ended.
    mutating func notify(_ consumer: Consumer) -> LiveViewEnd? {
        guard let index = index(of: consumer), let end = entries[index].state.end else { return nil }
        entries[index].state.notify()
        return end
    }

    private func index(of consumer: Consumer) -> Int? { entries.firstIndex { $0.consumer == consumer } }

    /// Whether live view has not ended for a consumer.
    private var hasConsumers: Bool { entries.contains { $0.state.end == nil } }

    /// Records that a consumer receives the newest frame, if it wants it and the frame is not older than one frame period.
    private mutating func serveNewest(to index: Int, at now: Duration) -> Bool {
        guard let newest, now - newest.arrival < min(cameraPeriod ?? Self.usualPeriod, .seconds(1)),
            entries[index].state.wants(newest.sequenceNumber, at: now, cameraPeriod: cameraPeriod)
        else { return false }
        entries[index].state.receive(newest.sequenceNumber, at: now, cameraPeriod: cameraPeriod)
        return true
    }

    // MARK: Runs

    private mutating func creditArrived(at now: Duration) -> Actions {
        guard phase == .idle else { return updateDemand(at: now) }
        guard entries.contains(where: \.state.hasCredit) else { return Actions() }
        phase = .starting(attempt: 1, end: nil)
        generation += 1
        appliedOptions = mergedOptions
        mayHaveNewOptions = false
        return Actions(step: .start(appliedOptions))
    }

    /// The driver has started live view, or could not.
    mutating func started(_ result: Result<LiveViewFormat, CameraError>, now: Duration) -> Actions {
        guard case .starting(let attempt, let end) = phase else { return Actions() }
        switch result {
        case .success(let format):
            if let end { return stop(end) }
            phase = .running
            cameraPeriod = .period(ofRate: format.rate)
            return updateDemand(at: now)
        case .failure(let error):
            // A run that was ended during its start reports the reason for that end.
            if let end { return finish(end, end.error) }
            guard error.code == .busy, attempt < Self.startAttempts else { return finish(.failed(error.code), error) }
            phase = .pausing(attempt: attempt)
            return Actions(step: .pause(until: now + Self.startPause))
        }
    }

    /// The time until the next attempt to start has passed, in the run of this generation.
    mutating func pauseIsOver(_ generation: Int) -> Actions {
        guard case .pausing(let attempt) = phase, generation == self.generation else { return Actions() }
        phase = .starting(attempt: attempt + 1, end: nil)
        return Actions(step: .start(appliedOptions))
    }

    /// Ends live view for all present consumers.
    mutating func end(_ reason: LiveViewEnd) -> Actions {
        for index in entries.indices { entries[index].state.finish(reason) }
        switch phase {
        case .idle, .finishing: return Actions(ended: endedConsumers)
        case .starting, .pausing, .running, .stopping: return endRun(reason)
        }
    }

    /// The time without a consumer has passed.
    mutating func lingeringIsOver() -> Actions { hasConsumers ? Actions() : endRun(.stopped) }

    /// The driver has stopped live view.
    mutating func stopped() -> Actions {
        guard case .stopping(let end) = phase else { return Actions() }
        return finish(end, end.error)
    }

    /// The consumers are notified. Consumers that joined in the meantime start the next run.
    mutating func finished(now: Duration) -> Actions {
        guard phase == .finishing else { return Actions() }
        phase = .idle
        return creditArrived(at: now)
    }

    private mutating func endRun(_ reason: LiveViewEnd) -> Actions {
        switch phase {
        case .starting(let attempt, let end):
            phase = .starting(attempt: attempt, end: end ?? reason)
            return Actions()
        case .pausing: return finish(reason, reason.error)
        case .running: return stop(reason)
        case .idle, .stopping, .finishing: return Actions()
        }
    }

    private mutating func stop(_ end: LiveViewEnd) -> Actions {
        phase = .stopping(end)
        demand = .none
        generation += 1
        return Actions(step: .stop)
    }

    /// Ends the run. Consumers that joined while it was stopping remain.
    private mutating func finish(_ end: LiveViewEnd, _ error: CameraError?) -> Actions {
        if end != .stopped { for index in entries.indices { entries[index].state.finish(end) } }
        phase = .finishing
        demand = .none
        generation += 1
        (cameraPeriod, making, newest) = (nil, nil, nil)
        return Actions(step: .finish(end, error), ended: endedConsumers)
    }

    /// Consumers that have to be notified of their end.
    private var endedConsumers: [Consumer] {
        entries.filter { $0.state.end != nil && !$0.state.isNotified }.map(\.consumer)
    }

    // MARK: Frames

    /// The driver has delivered a frame.
    ///
    /// - Parameters:
    ///   - sequenceNumber: the frame's number.
    ///   - generation: generation of the sink that the driver used.
    ///   - now: the present time.
    ///   - receive: is called with each consumer that receives the frame.
    /// - Returns: the actions; nil if the run of this generation has ended, so that the frame is dropped.
    mutating func arrived(
        _ sequenceNumber: UInt64,
        _ generation: Int,
        now: Duration,
        receive: (Consumer) -> Void
    ) -> Actions? {
        guard generation == self.generation, acceptsFrames else { return nil }
        newest = (sequenceNumber, now)
        if isDemanded { making = now - demandedAt }
        demand = .none
        for index in entries.indices
        where entries[index].state.wants(sequenceNumber, at: now, cameraPeriod: cameraPeriod) {
            entries[index].state.receive(sequenceNumber, at: now, cameraPeriod: cameraPeriod)
            receive(entries[index].consumer)
        }
        return updateDemand(at: now)
    }

    /// A consumer's rate allows its next frame.
    mutating func tick(now: Duration) -> Actions { updateDemand(at: now) }

    /// Recalculates the demand, and compares the options if consumers have joined or left.
    private mutating func updateDemand(at now: Duration) -> Actions {
        guard phase == .running else { return Actions() }
        var actions = Actions(applies: newOptions())
        var earliest: Duration?
        var next = Demand.oneFrame
        let last = newest?.sequenceNumber
        // By index: the loop over the elements would copy each of them.
        for index in entries.indices where entries[index].state.hasCredit || entries[index].state.isExpected(after: last) {
            let allowed = entries[index].state.allowedAt(cameraPeriod: cameraPeriod)
            earliest = min(earliest ?? allowed, allowed)
            if entries[index].state.expectsAnother { next = .consecutiveFrames }
        }
        guard let earliest, earliest <= now else {
            demand = .none
            actions.dueAt = earliest
            return actions
        }
        if !isDemanded { (demandedAt, actions.raisesDemand) = (now, true) }
        demand = next
        return actions
    }

    // MARK: Options

    /// The driver has applied options. Changes that were made in the meantime follow.
    mutating func applied() -> Actions {
        isApplyingOptions = false
        return Actions(applies: newOptions())
    }

    private mutating func newOptions() -> LiveViewOptions? {
        guard mayHaveNewOptions, !isApplyingOptions, phase == .running, hasConsumers else { return nil }
        mayHaveNewOptions = false
        let options = mergedOptions
        if options == appliedOptions { return nil }
        appliedOptions = options
        isApplyingOptions = true
        return options
    }

    /// Options that satisfy all consumers: the highest rate, the largest size.
    private var mergedOptions: LiveViewOptions {
        var all = LiveViewOptions(maximumRate: 0)
        for entry in entries where entry.state.end == nil {
            let options = entry.state.options
            all.maximumRate = if let rate = options.maximumRate, let most = all.maximumRate { max(rate, most) } else { nil }
            all.prefersHighRate = all.prefersHighRate || options.prefersHighRate
            if let size = options.size, size.width > all.size?.width ?? 0 { all.size = size }
        }
        if all.maximumRate == 0 { all.maximumRate = nil }
        return all
    }
}
