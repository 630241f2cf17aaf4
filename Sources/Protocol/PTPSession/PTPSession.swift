public import HotShoeSupport
public import PTP

/// A PTP session over one link, shared by all users of a camera. **Thread-safe.**
///
/// Operations of any number of callers are performed one after the other, by priority. See `docs/ptp-session.md`.
public final class PTPSession: Sendable {
    /// Time limits and sizes of a session.
    public struct Options: Sendable {
        /// Longest time without data before a transaction is cancelled. A transfer that is too slow also reaches it.
        public var transactionTimeout: Duration = .seconds(20)
        /// Time for a device to resynchronise after a cancellation, before the link is closed.
        public var cancelTimeout: Duration = .seconds(3)
        /// Time during which an operation is repeated on a device that responds DeviceBusy.
        public var busyTimeout: Duration = .seconds(3)
        /// Time without a transaction or an event after which the device is probed.
        public var keepAliveInterval: Duration = .seconds(10)
        /// Maximum size of data in memory, in bytes.
        public var dataLimit = 64 << 20

        /// Creates the default options.
        public init() {}
    }

    /// An operation to perform, or to perform repeatedly. An object, because the queue passes it on for every frame of live view.
    final class Request: Sendable {
        let key: Int
        let transaction: LinkTransaction
        let priority: TransactionPriority
        let timeout: Duration
        let outcome: Outcome

        init(
            key: Int,
            transaction: LinkTransaction,
            priority: TransactionPriority,
            timeout: Duration,
            outcome: Outcome
        ) {
            (self.key, self.transaction, self.priority) = (key, transaction, priority)
            (self.timeout, self.outcome) = (timeout, outcome)
        }

        var code: OperationCode { transaction.code }
    }

    /// Repetition of an operation on a busy device.
    private struct Repetition {
        /// Time after which the operation is no longer repeated.
        let deadline: Duration
        /// Pause before the next attempt.
        var delay: Duration = .milliseconds(10)

        /// The repetition after this one.
        var next: Repetition { Repetition(deadline: deadline, delay: min(delay * 2, .milliseconds(320))) }
    }

    /// Receiver of a request's result.
    enum Outcome: Sendable {
        case promise(Promise<OperationResponse, SessionError>)
        case handler(@Sendable (Result<OperationResponse, SessionError>) -> Void)

        func fulfil(_ result: Result<OperationResponse, SessionError>) {
            switch self {
            case .promise(let promise): promise.fulfil(result)
            case .handler(let handler): handler(result)
            }
        }
    }

    private enum Phase {
        case open
        case closing
        case closed(LinkFailure)
    }

    private struct UnderWay {
        var request: Request
        /// Error of the cancelled request; nil if it is not cancelled.
        var cancellation: SessionError?
    }

    private struct State {
        var phase = Phase.open
        var line = TransactionLine<Request>()
        var underWay: UnderWay?
        var nextKey = 0
        var numbering: TransactionNumbering
        /// Requests that wait to be repeated on a busy device.
        var resting: [Int: Request] = [:]
        /// Repetitions of the requests that a busy device has refused, by their keys.
        var repetitions: [Int: Repetition] = [:]
        var lastWord: Duration
        /// Timeout of the current transaction.
        var timeout: ProgressTimeout?
        /// Reason for closing the link from this side; nil for a regular close.
        var closeReason: LinkFailure?
        /// Time for which the watchdog is armed.
        var watchdogDeadline: Duration?
    }

    private let link: any Link
    private let time: any TimeSource
    /// Options of the session.
    public let options: Options
    private let onEvent: @Sendable (Event) -> Void
    private let onEnd: @Sendable (LinkFailure) -> Void

    /// Guards the queue, the current transaction, and the time of the last activity.
    private let state: Guarded<State>
    /// Fires when the current transaction may have timed out.
    private let watchdog = Guarded<(any TimeSourceTimer)?>(nil)
    private let keepAlive = Guarded<(any TimeSourceTimer)?>(nil)

    /// Creates a session and starts the link, which must not have been started.
    ///
    /// - Parameters:
    ///   - link: Link to the device.
    ///   - time: Clock for all time limits.
    ///   - options: Time limits and sizes.
    ///   - onEvent: Called for each event of the device, on any thread, one after the other. Must not block.
    ///   - onEnd: Called once when the link has ended.
    public convenience init(
        _ link: any Link,
        time: any TimeSource,
        options: Options = Options(),
        onEvent: @escaping @Sendable (Event) -> Void,
        onEnd: @escaping @Sendable (LinkFailure) -> Void
    ) {
        self.init(link, time: time, options: options, numbering: TransactionNumbering(), onEvent: onEvent, onEnd: onEnd)
    }

    init(
        _ link: any Link,
        time: any TimeSource,
        options: Options,
        numbering: TransactionNumbering,
        onEvent: @escaping @Sendable (Event) -> Void,
        onEnd: @escaping @Sendable (LinkFailure) -> Void
    ) {
        self.link = link
        self.time = time
        self.options = options
        self.onEvent = onEvent
        self.onEnd = onEnd
        state = Guarded(State(numbering: numbering, lastWord: time.now))
        let watch = time.makeTimer { [weak self] in self?.watchdogFired() }
        watchdog.withLock { $0 = watch }
        let alive = time.makeTimer { [weak self] in self?.keepAliveFired() }
        keepAlive.withLock { $0 = alive }
        link.start(self)
        alive.arm(at: time.now + options.keepAliveInterval)
    }

    /// Whether operations can be performed.
    public var isOpen: Bool { state.withLock { if case .open = $0.phase { true } else { false } } }

    // MARK: Operations

    /// Performs an operation and waits for its response.
    ///
    /// - Parameters:
    ///   - code: Operation code.
    ///   - parameters: Parameters of the operation.
    ///   - data: Data phase.
    ///   - priority: Priority in the queue.
    ///   - timeout: Longest time without data or a response; nil for ``Options/transactionTimeout``.
    /// - Returns: The response, whose code is OK.
    /// - Throws: ``SessionError/refused(_:_:)`` with any other response. After DeviceBusy, the operation has been repeated
    ///   for ``Options/busyTimeout``.
    @discardableResult
    public func perform(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        _ data: LinkTransaction.Data = .none,
        priority: TransactionPriority = .normal,
        timeout: Duration? = nil
    ) async throws(SessionError) -> OperationResponse {
        if Task.isCancelled { throw .cancelled(code) }
        let promise = Promise<OperationResponse, SessionError>()
        let request = request(code, parameters, data, priority, timeout, .promise(promise))
        enter(request)
        guard let result = await promise.resultUnlessCancelled() else {
            abandon(request, .cancelled(code))
            throw .cancelled(code)
        }
        return try result.get()
    }

    /// Creates a request with a new key.
    func request(
        _ code: OperationCode,
        _ parameters: Parameters,
        _ data: LinkTransaction.Data,
        _ priority: TransactionPriority,
        _ timeout: Duration?,
        _ outcome: Outcome
    ) -> Request {
        let key = state.withLock { state in
            defer { state.nextKey += 1 }
            return state.nextKey
        }
        let transaction = LinkTransaction(code, parameters, watched(data)) { [weak self] in self?.finished(key, $0) }
        return Request(
            key: key,
            transaction: transaction,
            priority: priority,
            timeout: timeout ?? options.transactionTimeout,
            outcome: outcome
        )
    }

    // MARK: Opening and closing

    /// Whether the device has confirmed that a PTP session is open.
    public var isInSession: Bool { state.withLock { $0.numbering.isInSession } }

    /// Closes the PTP session, if the device responds, then the link. Takes a limited time.
    public func close() async {
        let left = state.withLock { state -> [Request]? in
            guard case .open = state.phase else { return nil }
            state.phase = .closing
            defer { (state.resting, state.repetitions) = ([:], [:]) }
            return state.line.removeAll() + Array(state.resting.values)
        }
        guard let left else { return }
        for request in left { request.outcome.fulfil(.failure(.link(.closedHere))) }
        if let request = state.withLock({ $0.underWay?.request }) { abandon(request, .link(.closedHere)) }
        // In a separate task, so that it is not cancelled with its caller: a camera that is left in a session may refuse the
        // next one.
        let closing = Task { () -> Void in
            _ = try? await perform(.closeSession, priority: .immediate, timeout: options.cancelTimeout)
        }
        await closing.value
        link.close()
    }

    /// Closes the link immediately, without sending anything to the device.
    public func abort() { link.close() }

    // MARK: The queue

    func enter(_ request: Request, again: Bool = false) {
        let failure = state.withLock { state -> LinkFailure? in
            switch state.phase {
            case .closed(let failure): return failure
            case .closing where request.code != .closeSession: return .closedHere
            default:
                state.line.append(request, key: request.key, request.priority, again: again)
                return nil
            }
        }
        if let failure {
            request.outcome.fulfil(.failure(.link(failure)))
        } else {
            performNext()
        }
    }

    /// Starts the next transaction if none is under way.
    private func performNext() {
        let next = state.withLock { state -> LinkTransaction? in
            guard state.underWay == nil, let request = state.line.popFirst() else { return nil }
            request.transaction.begin(state.numbering.number(for: request.code))
            state.underWay = UnderWay(request: request)
            state.timeout = ProgressTimeout(request.timeout, since: time.now)
            return request.transaction
        }
        guard let next else { return }
        armWatchdog()
        link.perform(next)
    }

    private func finished(_ key: Int, _ result: Result<OperationResponse, LinkTransactionFailure>) {
        let done = state.withLock { state -> UnderWay? in
            guard let underWay = state.underWay, underWay.request.key == key else { return nil }
            state.underWay = nil
            state.timeout = nil
            state.lastWord = time.now
            if case .success(let response) = result {
                state.numbering.answered(underWay.request.code, response.code)
                if response.code == .deviceBusy, underWay.cancellation == nil { return underWay }
            }
            if !state.repetitions.isEmpty { state.repetitions[key] = nil }
            return underWay
        }
        guard let done else { return }
        Log.write(.debug, "ptp", "\(done.request.transaction.request) → \(Self.words(result))")
        if case .failure(.link(let failure)) = result {
            // Fails all waiting requests here, instead of each within the completion of the previous one: there may be thousands.
            for request in state.withLock({ $0.line.removeAll() }) { request.outcome.fulfil(.failure(.link(failure))) }
        }
        if case .success(let response) = result, response.code == .deviceBusy, done.cancellation == nil, rest(done.request) {
            return performNext()
        }
        performNext()
        // The caller of a cancelled request has already received its error.
        if done.cancellation == nil { done.request.outcome.fulfil(Self.outcome(done.request.code, result)) }
    }

    private static func words(_ result: Result<OperationResponse, LinkTransactionFailure>) -> String {
        switch result {
        case .success(let response): response.description
        case .failure(let failure): "\(failure)"
        }
    }

    private static func outcome(
        _ code: OperationCode,
        _ result: Result<OperationResponse, LinkTransactionFailure>
    ) -> Result<OperationResponse, SessionError> {
        switch result {
        case .success(let response): return response.code == .ok ? .success(response) : .failure(.refused(code, response))
        case .failure(.cancelled): return .failure(.cancelled(code))
        case .failure(.broken(let error)): return .failure(.broken(code, error))
        case .failure(.providerFailed): return .failure(.providerFailed(code))
        case .failure(.link(let failure)): return .failure(.link(failure))
        }
    }

    // MARK: Busy devices

    /// Schedules the repetition of a request on a busy device. Returns `false` if the time limit has passed or the data
    /// cannot be sent again.
    private func rest(_ request: Request) -> Bool {
        // The data was consumed and must be restarted.
        if case .send(let provider) = request.transaction.data, (provider as? WatchedProvider)?.rewind() != true {
            state.withLock { $0.repetitions[request.key] = nil }
            return false
        }
        let now = time.now
        let delay = state.withLock { state -> Duration? in
            let repetition = state.repetitions.removeValue(forKey: request.key) ?? Repetition(deadline: now + options.busyTimeout)
            if case .closed = state.phase { return nil }
            guard now + repetition.delay <= repetition.deadline else { return nil }
            state.repetitions[request.key] = repetition.next
            state.resting[request.key] = request
            return repetition.delay
        }
        guard let delay else { return false }
        let box = TimerBox()
        box.timer.withLock { slot in
            slot = time.makeTimer { [weak self] in
                box.timer.withLock { $0 = nil }
                self?.wake(request.key)
            }
            slot?.arm(at: now + delay)
        }
        return true
    }

    private func wake(_ key: Int) {
        if let request = state.withLock({ $0.resting.removeValue(forKey: key) }) { enter(request, again: true) }
    }

    // MARK: Cancellation

    func abandon(_ request: Request, _ reason: SessionError) {
        let transaction = state.withLock { state -> LinkTransaction? in
            state.repetitions[request.key] = nil
            if state.line.remove(key: request.key) != nil || state.resting.removeValue(forKey: request.key) != nil { return nil }
            guard var underWay = state.underWay, underWay.request.key == request.key, underWay.cancellation == nil else {
                return nil
            }
            underWay.cancellation = reason
            state.underWay = underWay
            let hasData = underWay.request.transaction.dataPhase != .none
            var isClosing: Bool { if case .closing = state.phase { true } else { false } }
            if hasData || isClosing { state.timeout = ProgressTimeout(options.cancelTimeout, since: time.now) }
            // Without a data phase there is nothing to cancel: the session waits for the response within the remaining time.
            return hasData ? underWay.request.transaction : nil
        }
        request.outcome.fulfil(.failure(reason))
        armWatchdog()
        if let transaction { link.cancel(transaction) }
    }

    private func armWatchdog() {
        let deadline = state.withLock { state -> Duration? in
            guard let deadline = state.timeout?.deadline else { return nil }
            // A watchdog that fires earlier arms itself again.
            if let armed = state.watchdogDeadline, armed <= deadline { return nil }
            state.watchdogDeadline = deadline
            return deadline
        }
        if let deadline { watchdog.withLock { $0 }?.arm(at: deadline) }
    }

    private func watchdogFired() {
        enum Verdict {
            case nothing
            case wait
            case cancel(LinkTransaction, Request)
            case close
        }
        let verdict = state.withLock { state -> Verdict in
            state.watchdogDeadline = nil
            guard let underWay = state.underWay, let timeout = state.timeout else { return .nothing }
            if time.now < timeout.deadline { return .wait }
            if underWay.cancellation != nil { return .close }
            state.underWay?.cancellation = .timedOut(underWay.request.code)
            state.timeout = ProgressTimeout(options.cancelTimeout, since: time.now)
            return .cancel(underWay.request.transaction, underWay.request)
        }
        switch verdict {
        case .nothing: break
        case .wait: armWatchdog()
        case .cancel(let transaction, let request):
            request.outcome.fulfil(.failure(.timedOut(request.code)))
            armWatchdog()
            link.cancel(transaction)
        case .close:
            state.withLock { state in
                if case .open = state.phase { state.phase = .closing }
                state.closeReason = .silent
            }
            link.close()
        }
    }

    // MARK: Keep-alive

    /// Records activity of the device. It does not extend the current transaction: a device may send events without ever
    /// responding.
    private func recordActivity() {
        state.withLock { $0.lastWord = time.now }
    }

    /// Callbacks that report the transfer of data to the timeout of the current transaction.
    private var dataWatch: DataWatch {
        DataWatch(
            begins: { [weak self] bytes in
                guard let self else { return }
                state.withLock { [time] in $0.timeout?.hold(bytes: bytes, at: time.now) }
            },
            ends: { [weak self] in
                guard let self else { return }
                state.withLock { [time] in $0.timeout?.release(at: time.now) }
            }
        )
    }

    private func keepAliveFired() {
        let interval = options.keepAliveInterval
        let (isIdle, isOver) = state.withLock { state -> (Bool, Bool) in
            if case .closed = state.phase { return (false, true) }
            return (state.underWay == nil && time.now - state.lastWord >= interval, false)
        }
        if isOver { return }
        if isIdle { link.probe() }
        keepAlive.withLock { $0 }?.arm(at: time.now + interval)
    }

    private func watched(_ data: LinkTransaction.Data) -> LinkTransaction.Data {
        switch data {
        case .none: .none
        case .receive(let receiver): .receive(WatchedReceiver(receiver, dataWatch))
        case .send(let provider): .send(WatchedProvider(provider, dataWatch))
        }
    }
}

/// Retains a timer while it is armed.
private final class TimerBox: Sendable {
    /// Guards the timer.
    let timer = Guarded<(any TimeSourceTimer)?>(nil)
}

extension PTPSession: LinkObserver {
    /// Passes an event to the session's `onEvent` handler.
    public func eventReceived(_ event: Event) {
        recordActivity()
        Log.write(.debug, "ptp", "\(event)")
        onEvent(event)
    }

    /// Records that the device answered a probe.
    public func linkIsAlive() { recordActivity() }

    /// Fails all waiting requests and calls the session's `onEnd` handler.
    public func linkEnded(_ reason: LinkFailure) {
        let ending = state.withLock { state -> (left: [Request], reason: LinkFailure)? in
            if case .closed = state.phase { return nil }
            let reason = reason == .closedHere ? state.closeReason ?? reason : reason
            state.phase = .closed(reason)
            defer { (state.resting, state.repetitions) = ([:], [:]) }
            return (state.line.removeAll() + Array(state.resting.values), reason)
        }
        guard let (left, reason) = ending else { return }
        watchdog.withLock { $0 }?.disarm()
        keepAlive.withLock { $0 }?.disarm()
        for request in left { request.outcome.fulfil(.failure(.link(reason))) }
        onEnd(reason)
    }
}
