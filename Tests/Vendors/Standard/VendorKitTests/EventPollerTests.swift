import HotShoeSupport
import PTP
import PTPCanon
import Testing

@testable import PTPSession
@testable import DriverCanon

/// Schedule of the requests for a body's events, and the records that are passed on.
@Suite(.timeLimit(.minutes(5))) struct EventDrainTests {
    /// A body that answers GetEvent with the replies that a test has enqueued, then with empty ones.
    private final class Body: Link {
        enum Reply {
            case records([EventRecord])
            case noData
            case refusal(ResponseCode)
            case silence
            case unplugged
        }

        struct State {
            var replies: [Reply] = []
            var requestCount = 0
            var answered = 0
            var pending: LinkTransaction?
            var waiters: [(count: Int, promise: Promise<Void, Never>)] = []
        }

        let state = Guarded(State())

        func start(_ observer: any LinkObserver) {}
        func cancel(_ transaction: LinkTransaction) {
            let pending = state.withLock { state in
                defer { state.pending = nil }
                return state.pending
            }
            pending?.finished(.failure(.cancelled))
        }
        func probe() {}
        func close() {}

        func perform(_ transaction: LinkTransaction) {
            let reply = state.withLock { state -> Reply in
                state.requestCount += 1
                return state.replies.isEmpty ? .records([]) : state.replies.removeFirst()
            }
            // On a separate thread, like a link.
            let work = CallbackWork { [self] in
                answer(transaction, reply)
                hasAnswered()
            }
            LibraryCallbackQueue.shared.enqueue(work)
        }

        private func hasAnswered() {
            let met = state.withLock { state -> [Promise<Void, Never>] in
                state.answered += 1
                let answered = state.answered
                defer { state.waiters.removeAll { $0.count <= answered } }
                return state.waiters.filter { $0.count <= answered }.map(\.promise)
            }
            for promise in met { promise.fulfil(.success(())) }
        }

        private func answer(_ transaction: LinkTransaction, _ reply: Reply) {
            let id = transaction.request.transaction
            switch reply {
            case .records(let records):
                guard case .receive(let receiver) = transaction.data else { return }
                let bytes = try! EventStream(records: records).encoded()
                receiver.dataBegan(announcedBytes: UInt64(bytes.count))
                let span = bytes.span
                _ = receiver.dataReceived(unsafe span.bytes)
                transaction.finished(.success(OperationResponse(.ok, id)))
            case .noData: transaction.finished(.success(OperationResponse(.ok, id)))
            case .refusal(let code): transaction.finished(.success(OperationResponse(code, id)))
            case .silence: state.withLock { $0.pending = transaction }
            case .unplugged: transaction.finished(.failure(.link(.closedByDevice)))
            }
        }

        /// Waits until the body has answered `count` requests.
        func untilRequested(_ count: Int) async {
            let promise = Promise<Void, Never>()
            let isMet = state.withLock { state in
                if state.answered < count { state.waiters.append((count, promise)) }
                return state.answered >= count
            }
            if !isMet { _ = await promise.result() }
        }

        var requestCount: Int { state.withLock { $0.requestCount } }
    }

    private struct Rig {
        let body = Body()
        let clock = VirtualClock()
        let session: PTPSession
        let drain: EventDrain

        init(_ replies: [Body.Reply]) {
            body.state.withLock { $0.replies = replies }
            var options = PTPSession.Options()
            options.transactionTimeout = Self.timeout
            session = PTPSession(
                body,
                time: clock,
                options: options,
                numbering: TransactionNumbering(isInSession: true),
                onEvent: { _ in },
                onEnd: { _ in }
            )
            let received = Received()
            drain = EventDrain(session, time: clock) { received.add($0) }
            self.records = received
        }

        let records: Received

        /// Timeout of the session: longer than any test's virtual time.
        static let timeout: Duration = .seconds(1_000_000)

        /// Advances the clock until the body has answered `count` requests.
        func untilRequested(_ count: Int) async {
            while body.requestCount < count, !Task.isCancelled {
                clock.advance(by: .milliseconds(1))
                await Task.yield()
            }
            await body.untilRequested(count)
        }
    }

    private final class Received: Sendable {
        private let records = Guarded<[EventRecord]>([])
        func add(_ more: [EventRecord]) { records.withLock { $0 += more } }
        var all: [EventRecord] { records.withLock { $0 } }
    }

    private static let one = EventRecord.storeAdded(StorageID(rawValue: 0x10001))
    private static let two = EventRecord.storeAdded(StorageID(rawValue: 0x20001))

    @Test func `records are handed on in order, each once`() async {
        let rig = Rig([.records([Self.one, Self.two]), .records([Self.one])])
        rig.drain.start()
        await rig.untilRequested(5)
        #expect(rig.records.all == [Self.one, Self.two, Self.one])
        rig.drain.stop()
    }

    @Test func `a response without data does not repeat earlier data`() async {
        let rig = Rig([.records([Self.one]), .noData, .noData, .refusal(.deviceBusy), .records([Self.two]), .noData])
        rig.drain.start()
        await rig.untilRequested(8)
        #expect(rig.records.all == [Self.one, Self.two])
        rig.drain.stop()
    }

    @Test func `a body that refuses is queried again a second later`() async {
        let rig = Rig([.refusal(.generalError)])
        rig.drain.start()
        await rig.body.untilRequested(1)
        while rig.clock.now < .milliseconds(990) { rig.clock.advance(by: .milliseconds(1)) }
        #expect(rig.body.requestCount == 1)
        await rig.untilRequested(2)
        rig.drain.stop()
    }

    @Test func `a request without an answer times out, and is repeated`() async {
        let rig = Rig([.records([Self.one]), .silence, .records([Self.two])])
        rig.drain.start()
        await rig.untilRequested(2)
        rig.clock.advance(by: Rig.timeout)
        await rig.untilRequested(4)
        #expect(rig.records.all == [Self.one, Self.two])
        rig.drain.stop()
    }

    @Test func `a body that never stops talking leaves time for others`() async {
        let rig = Rig((0..<200).map { _ in .records([Self.one]) })
        rig.drain.start()
        // The virtual time does not advance.
        await rig.body.untilRequested(64)
        while rig.records.all.count < 64, !Task.isCancelled { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        #expect(rig.body.requestCount == 64)
        await rig.untilRequested(200)
        rig.drain.stop()
    }

    @Test func `an urgent request is performed immediately, during a pause and during a request`() async {
        let rig = Rig([])
        rig.drain.start()
        await rig.body.untilRequested(1)
        for round in 2...20 {
            // The virtual time does not advance.
            rig.drain.requestNow()
            await rig.body.untilRequested(round)
        }
        rig.drain.stop()
    }

    @Test func `after the end of the link, or a stop, no request is made`() async {
        for isStopped in [false, true] {
            let rig = Rig([.records([]), isStopped ? .silence : .unplugged])
            rig.drain.start()
            await rig.untilRequested(2)
            if isStopped {
                rig.drain.stop()
                let pending = rig.body.state.withLock { $0.pending }
                pending?.finished(.success(OperationResponse(.ok, .first)))
            }
            rig.drain.requestNow()
            rig.drain.shortenPauses()
            for _ in 0..<3000 { rig.clock.advance(by: .milliseconds(1)) }
            #expect(rig.body.requestCount == 2)
        }
    }
}
