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
        /// Whether what the link carries is recorded from the beginning; see ``PTPSession/record()``.
        public var isRecorded = false

        /// Creates the default options.
        public init() {}
    }

    let link: any Link
    /// Clock of the session.
    package let time: any TimeSource
    /// Options of the session.
    public let options: Options
    let onEvent: @Sendable (Event) -> Void
    let onEnd: @Sendable (LinkFailure) -> Void

    /// Guards the queue, the current transaction, and the time of the last activity.
    let state: Guarded<State>
    /// Fires when the current transaction may have timed out.
    let watchdog = Guarded<(any TimeSourceTimer)?>(nil)
    let keepAlive = Guarded<(any TimeSourceTimer)?>(nil)
    /// Guards the recorder.
    private let recording: Guarded<TranscriptRecorder?>

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
        recording = Guarded(options.isRecorded ? TranscriptRecorder(time: time) : nil)
        let watch = time.makeTimer { [weak self] in self?.watchdogFired() }
        watchdog.withLock { $0 = watch }
        let alive = time.makeTimer { [weak self] in self?.keepAliveFired() }
        keepAlive.withLock { $0 = alive }
        link.start(self)
        alive.arm(at: time.now + options.keepAliveInterval)
    }

    /// Numbers of the device on USB; nil over other links.
    public var usbNumbers: USBNumbers? { link.usbNumbers }

    /// The packets that opened the link; none on USB.
    public var handshake: [HandshakePacket] { link.handshake }

    /// Name of the device as it introduces itself on a link with further connections; nil over other links.
    public var deviceName: String? { (link as? any SideConnections)?.deviceName }

    /// Opens the connections of the link for events and frames.
    ///
    /// - Parameter frames: Observer of the frames, which is not retained.
    /// - Returns: `false` if the link has none.
    /// - Throws: ``SessionError/link(_:)`` if they cannot be opened.
    public func connectSides(_ frames: any FrameObserver) async throws(SessionError) -> Bool {
        guard let sides = link as? any SideConnections else { return false }
        do throws(LinkFailure) { try await sides.connectSides(frames) } catch { throw .link(error) }
        return true
    }

    /// Whether operations can be performed.
    public var isOpen: Bool { state.withLock { if case .open = $0.phase { true } else { false } } }

    /// The recorder of the link; nil if nothing is recorded.
    public var recorder: TranscriptRecorder? { recording.withLock { $0 } }

    /// Records what the link carries from now on, unless it is recorded already.
    ///
    /// - Returns: The recorder.
    public func record() -> TranscriptRecorder {
        recording.withLock { recorder in
            if let recorder { return recorder }
            let new = TranscriptRecorder(time: time)
            recorder = new
            return new
        }
    }

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
        let recording = recorder?.collector()
        let transaction = LinkTransaction(code, parameters, watched(recording?.recorded(data) ?? data)) { [weak self] in
            self?.finished(key, $0)
        }
        return Request(
            key: key,
            transaction: transaction,
            priority: priority,
            timeout: timeout ?? options.transactionTimeout,
            outcome: outcome,
            recording: recording
        )
    }

    // MARK: Opening and closing

    /// Whether the device has confirmed that a PTP session is open.
    public var isInSession: Bool { state.withLock { $0.numbering.isInSession } }

    /// Closes the PTP session, if the device responds, then the link. Takes a limited time, and none if the device does not answer a
    /// transaction whose time limit has passed.
    public func close() async {
        let (left, isSilent) = state.withLock { state -> ([Request]?, Bool) in
            guard case .open = state.phase else { return (nil, false) }
            state.phase = .closing
            defer { (state.resting, state.repetitions) = ([:], [:]) }
            let isSilent = if case .timedOut? = state.cancellation { state.underWay != nil } else { false }
            return (state.line.removeAll() + Array(state.resting.values), isSilent)
        }
        guard let left else { return }
        for request in left { request.outcome.fulfil(.failure(.link(.closedHere))) }
        // A device that has not answered within the time limit of its transaction gets no time beyond it.
        if isSilent { return link.close() }
        if let request = state.withLock({ $0.underWay }) { abandon(request, .link(.closedHere)) }
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
        let next = state.withLock { state -> (LinkTransaction, RecordedData?)? in
            guard state.underWay == nil, let request = state.line.popFirst() else { return nil }
            request.transaction.begin(state.numbering.number(for: request.code))
            state.underWay = request
            state.timeout = ProgressTimeout(request.timeout, since: time.now)
            return (request.transaction, request.recording)
        }
        guard let (next, recording) = next else { return }
        recording?.begin()
        armWatchdog()
        link.perform(next)
    }

    private func finished(_ key: Int, _ result: Result<OperationResponse, LinkTransactionFailure>) {
        let (finished, isCancelled) = state.withLock { state -> (Request?, Bool) in
            guard let request = state.underWay, request.key == key else { return (nil, false) }
            let isCancelled = state.cancellation != nil
            (state.underWay, state.timeout) = (nil, nil)
            if isCancelled { state.cancellation = nil }
            state.lastWord = time.now
            if case .success(let response) = result {
                state.numbering.answered(request.code, response.code)
                if response.code == .deviceBusy, !isCancelled { return (request, false) }
            }
            if !state.repetitions.isEmpty { state.repetitions[key] = nil }
            return (request, isCancelled)
        }
        guard let request = finished else { return }
        if let recording = request.recording { record(request, recording, result) }
        Log.write(.debug, "ptp", "\(request.transaction.request) → \(Self.words(result))")
        if case .failure(.link(let failure)) = result { failWaiting(failure) }
        if case .success(let response) = result, response.code == .deviceBusy, !isCancelled, rest(request) {
            return performNext()
        }
        let isInStep = endIfOutOfStep()
        performNext()
        // The caller of a cancelled request has already received its error.
        if !isCancelled { request.outcome.fulfil(Self.outcome(request.code, result)) }
        if !isInStep { link.close() }
    }

    /// Fails all waiting requests here, instead of each within the completion of the previous one: there may be thousands.
    private func failWaiting(_ failure: LinkFailure) {
        for request in state.withLock({ $0.line.removeAll() }) { request.outcome.fulfil(.failure(.link(failure))) }
    }

    /// Ends the session, except for closing the link, if the device does not accept its transaction IDs any more. Returns `false`
    /// if it did.
    private func endIfOutOfStep() -> Bool {
        let failure = LinkFailure.protocolBroken("it does not accept the numbers of the transactions")
        let isInStep = state.withLock { state -> Bool in
            guard state.numbering.isOutOfStep, case .open = state.phase else { return true }
            (state.phase, state.closeReason) = (.closing, failure)
            return false
        }
        if !isInStep { failWaiting(failure) }
        return isInStep
    }

    private func record(
        _ request: Request,
        _ data: RecordedData,
        _ result: Result<OperationResponse, LinkTransactionFailure>
    ) {
        let outcome: RecordedExchange.Outcome =
            switch result {
            case .success(let response): .response(response.code, response.parameters)
            case .failure: .failure(Self.words(result))
            }
        recorder?.record(request.code, request.transaction.parameters, data, outcome)
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
}
