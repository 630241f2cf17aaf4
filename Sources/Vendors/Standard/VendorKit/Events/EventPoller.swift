import HotShoeSupport
import PTP
import PTPCanon
import PTPSession

/// Requests a body's events repeatedly (GetEvent) and passes the records on in order. **Thread-safe.** A reply without
/// records allocates no memory.
final class EventDrain: Sendable {
    private enum Phase {
        /// Not started, or the last reply is being processed.
        case busy
        case requesting
        case resting
        case stopped
    }

    private struct State {
        var phase = Phase.busy
        var rate = DrainRate()
        /// Whether the next request is due immediately.
        var isHinted = false
        /// Number of consecutive replies with records.
        var run = 0
        var question: RecurringTransaction?
        var timer: (any TimeSourceTimer)?
    }

    /// Guards the schedule of the requests.
    private let state = Guarded(State())
    private let session: PTPSession
    private let time: any TimeSource
    private let reply = ReplyCollector(limit: replyLimit)
    private let onRecords: @Sendable ([EventRecord]) -> Void

    /// Maximum size of a reply, in bytes; enough for some thousand records.
    private static let replyLimit = 4 << 20
    /// Maximum number of consecutive replies with records before a pause, so that a body which never stops does not occupy
    /// the link.
    private static let runLimit = 64

    init(_ session: PTPSession, time: any TimeSource, onRecords: @escaping @Sendable ([EventRecord]) -> Void) {
        self.session = session
        self.time = time
        self.onRecords = onRecords
        let question = session.recurring(.eosGetEvent, receiver: reply) { [weak self] in self?.answered($0) }
        let timer = time.makeTimer { [weak self] in self?.request(after: .resting) }
        state.withLock { state in (state.question, state.timer) = (question, timer) }
    }

    /// Starts the requests; they continue until ``stop()`` or the end of the link.
    func start() { request(after: .busy) }

    func stop() {
        let timer = state.withLock { state in
            defer { (state.phase, state.question, state.timer) = (.stopped, nil, nil) }
            return state.timer
        }
        timer?.disarm()
    }

    /// Shortens the pauses for `span`, because an event is expected.
    func shortenPauses(for span: Duration = .seconds(1)) {
        let until = time.now + span
        wake { $0.rate.shortenPauses(until: until) }
    }

    /// Ends the shortened pauses.
    func calm() { state.withLock { $0.rate.calm() } }

    /// Requests events immediately, because the body announced some.
    func requestNow() { wake { _ in } }

    private func wake(_ change: (inout State) -> Void) {
        let timer = state.withLock { state in
            change(&state)
            state.isHinted = true
            return state.phase == .resting ? state.timer : nil
        }
        guard let timer else { return }
        timer.disarm()
        request(after: .resting)
    }

    /// Requests and processes events until a reply is empty, at most `limit` times.
    func drain(limit: Int) async throws(SessionError) {
        for _ in 0..<limit {
            let records = Self.records(try await session.receive(.eosGetEvent, limit: Self.replyLimit).bytes)
            if records.isEmpty { return }
            onRecords(records)
        }
    }

    private static func records(_ bytes: [UInt8]) -> [EventRecord] {
        let stream = PTPCanon.EventStream(bytes)
        if let failure = stream.failure { Log.write(.warning, "canon", "a reply to GetEvent is malformed: \(failure)") }
        return stream.records
    }

    // MARK: Requests

    private func request(after phase: Phase) {
        let question = state.withLock { state -> RecurringTransaction? in
            guard state.phase == phase else { return nil }
            (state.phase, state.isHinted) = (.requesting, false)
            return state.question
        }
        guard let question else { return }
        reply.clear()
        question.perform()
    }

    /// Called on the thread that received the response.
    private func answered(_ result: Result<OperationResponse, SessionError>) {
        switch result {
        case .failure(.link): return stop()
        case .failure: return rest { _ in DrainRate.slow }
        case .success: break
        }
        if reply.byteCount <= Block.headSize { return processReply() }
        state.withLock { if $0.phase == .requesting { $0.phase = .busy } }
        // Parsing and its consequences take time, and this thread must receive other data.
        Task { processReply() }
    }

    private func processReply() {
        let records = reply.withBytes { Self.records($0) }
        if !records.isEmpty { onRecords(records) }
        let now = time.now
        rest { state in
            state.run = records.isEmpty ? 0 : state.run + 1
            return state.rate.pause(at: now, foundSomething: !records.isEmpty && state.run < Self.runLimit)
        }
    }

    /// Schedules the next request after a pause, or performs it immediately if an event was announced.
    private func rest(_ pause: (inout State) -> Duration) {
        let now = time.now
        let (timer, deadline) = state.withLock { state -> ((any TimeSourceTimer)?, Duration) in
            if state.phase == .stopped { return (nil, now) }
            let span = pause(&state)
            state.phase = .resting
            return (state.timer, state.isHinted ? now : now + span)
        }
        guard let timer else { return }
        if deadline <= now { request(after: .resting) } else { timer.arm(at: deadline) }
    }
}

/// Collects one reply after the other in the same memory. **Thread-safe.**
private final class ReplyCollector: DataReceiver {
    /// Maximum size of a reply, in bytes.
    private let limit: Int

    /// Guards the bytes.
    private let collected = Guarded<[UInt8]>([])

    /// Maximum capacity that is kept for the next reply, in bytes.
    private static let kept = 16 << 10

    init(limit: Int) { self.limit = limit }

    var byteCount: Int { collected.withLock { $0.count } }

    func withBytes<Value: Sendable>(_ body: ([UInt8]) -> Value) -> Value { collected.withLock { body($0) } }

    func clear() {
        collected.withLock { bytes in bytes.removeAll(keepingCapacity: bytes.capacity <= Self.kept) }
    }

    func dataBegan(announcedBytes: UInt64?) { clear() }

    func dataReceived(_ more: RawSpan) -> Bool {
        collected.withLock { bytes in
            guard more.byteCount <= limit - bytes.count else { return false }
            unsafe more.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
            return true
        }
    }
}
