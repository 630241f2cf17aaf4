package import HotShoeSupport
package import PTP
package import PTPSession

/// Requests a camera's events repeatedly and passes the records on in order. **Thread-safe.** A reply without records allocates no
/// memory.
package final class EventPoller<Record: Sendable>: Sendable {
    private enum Phase {
        /// Not started, or the last reply is being processed.
        case busy
        case requesting
        case resting
        case stopped
    }

    private struct State {
        var phase = Phase.busy
        var rate: PollRate
        var parameters: Parameters
        /// Whether the next request is due immediately.
        var isHinted = false
        /// Time before which no request is made.
        var earliest: Duration?
        /// Number of consecutive replies with records.
        var run = 0
        var transaction: RecurringTransaction?
        var timer: (any TimeSourceTimer)?
        var onReply: @Sendable ([Record], TransactionID) -> Void = { _, _ in }
        /// Processes a reply with records.
        var processing: Task<Void, Never>?
        /// Number of requests that have begun.
        var requests = 0
        /// Callers that wait until the reply to a request with this number has been processed.
        var waiting: [(request: Int, Promise<Void, Never>)] = []

        /// Removes the callers whose reply has been processed; with `all`, also the others.
        mutating func popWaiting(all: Bool = false) -> [Promise<Void, Never>] {
            let (done, number) = (waiting, requests)
            waiting.removeAll { all || $0.request <= number }
            return done.filter { all || $0.request <= number }.map(\.1)
        }
    }

    /// Guards the schedule of the requests.
    private let state: Guarded<State>
    private let session: PTPSession
    private let poll: EventPoll<Record>
    private let time: any TimeSource
    private let reply: ReplyCollector

    /// Maximum number of consecutive replies with records before a pause, so that a camera which never stops does not occupy
    /// the link.
    private static var runLimit: Int { 64 }

    /// Creates a poller, which makes no request before ``start()``.
    package init(_ session: PTPSession, _ poll: EventPoll<Record>, time: any TimeSource) {
        (self.session, self.poll, self.time) = (session, poll, time)
        reply = ReplyCollector(limit: poll.replyLimit)
        state = Guarded(State(rate: PollRate(poll.pauses), parameters: poll.parameters))
        let timer = time.makeTimer { [weak self] in self?.request(after: .resting) }
        state.withLock { $0.timer = timer }
        use(poll.parameters)
    }

    /// Changes the parameters of the requests, before ``start()``: some depend on the camera's answers while connecting.
    package func use(_ parameters: Parameters) {
        let request = session.recurring(poll.code, parameters, receiver: reply) { [weak self] in self?.answered($0) }
        state.withLock { ($0.transaction, $0.parameters) = (request, parameters) }
    }

    /// Sets the receiver of the records, before the first request.
    package func onRecords(_ receiver: @escaping @Sendable ([Record]) -> Void) { onReply { records, _ in receiver(records) } }

    /// Sets the receiver of the records and of their transaction, before the first request: for records with values that other operations
    /// return too.
    package func onReply(_ receiver: @escaping @Sendable ([Record], TransactionID) -> Void) {
        state.withLock { $0.onReply = receiver }
    }

    /// Starts the requests; they continue until ``stop()`` or the end of the link.
    package func start() { request(after: .busy) }

    /// Ends the requests. Records of a reply that is being processed may still be passed on; see ``untilStopped()``.
    package func stop() {
        let (timer, processing, waiting) = state.withLock { state in
            defer { (state.phase, state.transaction, state.timer) = (.stopped, nil, nil) }
            return (state.timer, state.processing, state.popWaiting(all: true))
        }
        timer?.disarm()
        processing?.cancel()
        for promise in waiting { promise.fulfil(.success(())) }
    }

    /// Waits, after ``stop()``, until no more records are passed on. Must not be called by the receiver of the records.
    package func untilStopped() async { await state.withLock { $0.processing }?.value }

    /// Shortens the pauses for `span`, because an event is expected.
    package func shortenPauses(for span: Duration = .seconds(1)) {
        let until = time.now + span
        wake { $0.rate.shortenPauses(until: until) }
    }

    /// Ends the shortened pauses.
    package func calm() { state.withLock { $0.rate.calm() } }

    /// Makes no request for `span`, because the camera must not be asked now.
    package func postpone(by span: Duration) {
        let earliest = time.now + span
        let timer = state.withLock { state in
            state.earliest = earliest
            return state.phase == .resting ? state.timer : nil
        }
        timer?.arm(at: earliest)
    }

    /// Number of callers that wait in ``refresh()``.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Requests events immediately, and waits until a reply to a request from now on has been processed, the requests have ended, or the
    /// caller is cancelled.
    package func refresh() async {
        let promise = Promise<Void, Never>()
        let isStopped = state.withLock { state in
            if state.phase != .stopped { state.waiting.append((state.requests + 1, promise)) }
            return state.phase == .stopped
        }
        if isStopped { return }
        requestNow()
        _ = await promise.resultUnlessCancelled()
    }

    /// Requests events immediately, because the camera announced some.
    package func requestNow() { wake { _ in } }

    private func wake(_ change: (inout State) -> Void) {
        let now = time.now
        let timer = state.withLock { state -> (any TimeSourceTimer)? in
            change(&state)
            state.isHinted = true
            // The timer ends a postponement.
            if let earliest = state.earliest, earliest > now { return nil }
            return state.phase == .resting ? state.timer : nil
        }
        guard let timer else { return }
        timer.disarm()
        request(after: .resting)
    }

    /// Requests and processes events until a reply is empty, at most `limit` times.
    package func drain(limit: Int) async throws(SessionError) {
        for _ in 0..<limit {
            let parameters = state.withLock { $0.parameters }
            let reply = try await session.receive(poll.code, parameters, limit: poll.replyLimit)
            let records = poll.records(reply.bytes)
            if records.isEmpty { return }
            passOn(records, reply.response.transaction)
        }
    }

    private func passOn(_ records: [Record], _ transaction: TransactionID) {
        let receiver = state.withLock { $0.onReply }
        receiver(records, transaction)
    }

    // MARK: Requests

    private func request(after phase: Phase) {
        let transaction = state.withLock { state -> RecurringTransaction? in
            guard state.phase == phase else { return nil }
            (state.phase, state.isHinted, state.earliest) = (.requesting, false, nil)
            state.requests += 1
            return state.transaction
        }
        guard let transaction else { return }
        reply.clear()
        transaction.perform()
    }

    /// Called on the thread that received the response.
    private func answered(_ result: Result<OperationResponse, SessionError>) {
        let transaction: TransactionID
        switch result {
        case .failure(.link): return stop()
        case .failure: return rest { $0.rate.limits.slowest }
        case .success(let response): transaction = response.transaction
        }
        if reply.byteCount <= poll.emptySize { return processReply(transaction) }
        // Parsing and its consequences take time, and this thread must receive other data.
        state.withLock { state in
            guard state.phase == .requesting else { return }
            (state.phase, state.processing) = (.busy, Task { processReply(transaction) })
        }
    }

    private func processReply(_ transaction: TransactionID) {
        if Task.isCancelled { return }
        let records = reply.withBytes { poll.records($0) }
        if !records.isEmpty { passOn(records, transaction) }
        let now = time.now
        rest { state in
            state.run = records.isEmpty ? 0 : state.run + 1
            return state.rate.pause(at: now, foundSomething: !records.isEmpty && state.run < Self.runLimit)
        }
    }

    /// Schedules the next request after a pause, or performs it immediately if an event was announced.
    private func rest(_ pause: (inout State) -> Duration) {
        let now = time.now
        let (timer, deadline, processed) = state.withLock { state -> ((any TimeSourceTimer)?, Duration, [Promise<Void, Never>]) in
            if state.phase == .stopped { return (nil, now, []) }
            let span = pause(&state)
            state.phase = .resting
            return (state.timer, max(state.isHinted ? now : now + span, state.earliest ?? now), state.popWaiting())
        }
        for promise in processed { promise.fulfil(.success(())) }
        guard let timer else { return }
        if deadline <= now { request(after: .resting) } else { timer.arm(at: deadline) }
    }
}
