import HotShoeSupport
import PTP
import PTPCanon
import PTPSession

/// Asks a body what has happened, over and over, and hands on what it says, in order. **Thread-safe.**
final class EventDrain: Sendable {
    private struct State {
        var rate = DrainRate()
        var isStopped = false
        /// Whether to ask at once.
        var isHinted = false
        /// Who rests between two questions.
        var rest: Promise<Void, Never>?
    }

    /// Guards when to ask next.
    private let state = Guarded(State())
    private let session: PTPSession
    private let time: any TimeSource
    private let take: @Sendable ([EventRecord]) async -> Void

    /// In bytes: a reply has some thousand records at the most.
    private static let replyLimit = 4 << 20
    /// So many replies with records may follow one another without a rest: a body that never stops would leave no time for others.
    private static let runLimit = 64

    init(_ session: PTPSession, time: any TimeSource, take: @escaping @Sendable ([EventRecord]) async -> Void) {
        self.session = session
        self.time = time
        self.take = take
    }

    /// Begins to ask, until it is stopped or the link ends.
    func start() {
        Task { [weak self] in
            var run = 0
            while let pause = await self?.ask(&run) { await self?.rest(for: pause) }
        }
    }

    func stop() {
        let rest = state.withLock { state in
            state.isStopped = true
            return state.rest
        }
        rest?.fulfil(.success(()))
    }

    /// Asks often for a while: something is expected.
    func hurry(for span: Duration = .seconds(1)) {
        let until = time.now + span
        wake { $0.rate.hurry(until: until) }
    }

    /// What was expected has come.
    func calm() { state.withLock { $0.rate.calm() } }

    /// Asks at once: the body says that there is something.
    func look() { wake { _ in } }

    private func wake(_ change: (inout State) -> Void) {
        let rest = state.withLock { state in
            change(&state)
            state.isHinted = true
            return state.rest
        }
        rest?.fulfil(.success(()))
    }

    /// Asks until there is nothing, or so many times.
    func drain(limit: Int) async throws(SessionError) {
        for _ in 0..<limit {
            let stream = try await reply()
            if stream.records.isEmpty { return }
            await take(stream.records)
        }
    }

    private func reply() async throws(SessionError) -> PTPCanon.EventStream {
        let stream = PTPCanon.EventStream(try await session.receive(.eosGetEvent, limit: Self.replyLimit).bytes)
        if let failure = stream.failure { Log.write(.warning, "canon", "a reply to GetEvent is broken: \(failure)") }
        return stream
    }

    /// Asks once; how long to rest then, or nil at the end.
    private func ask(_ run: inout Int) async -> Duration? {
        if state.withLock({ $0.isStopped }) { return nil }
        do throws(SessionError) {
            let records = try await reply().records
            if !records.isEmpty { await take(records) }
            run = records.isEmpty ? 0 : run + 1
            let now = time.now
            let foundSomething = !records.isEmpty && run < Self.runLimit
            return state.withLock { $0.isStopped ? nil : $0.rate.pause(at: now, foundSomething: foundSomething) }
        } catch {
            if case .link = error { return nil }
            return DrainRate.slow
        }
    }

    private func rest(for pause: Duration) async {
        guard pause > .zero else { return }
        let promise = Promise<Void, Never>()
        let rests = state.withLock { state -> Bool in
            if state.isStopped || state.isHinted {
                state.isHinted = false
                return false
            }
            state.rest = promise
            return true
        }
        guard rests else { return }
        let timer = time.makeTimer { promise.fulfil(.success(())) }
        timer.arm(at: time.now + pause)
        _ = await promise.result()
        timer.disarm()
        state.withLock { state in
            state.rest = nil
            state.isHinted = false
        }
    }
}
