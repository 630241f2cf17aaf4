import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing
import VendorKit

/// Schedule of the requests for a camera's events, and the records that are passed on.
@Suite(.timeLimit(.minutes(5))) struct EventPollerTests {
    /// A camera that answers a vendor's operation with the answers that a test has enqueued, then with empty data. A record is one
    /// byte after an empty head of four.
    private struct Rig {
        let camera: ScriptedCamera
        let clock = VirtualClock()
        let poller: EventPoller<UInt8>
        let records = Received()

        init(_ answers: [ScriptedCamera.Answer]) {
            let left = Guarded(answers)
            camera = ScriptedCamera { _, _ in left.withLock { $0.isEmpty ? Rig.records([]) : $0.removeFirst() } }
            let poll = EventPoll<UInt8>(OperationCode(rawValue: 0x90C7), emptySize: 4) { Array($0.dropFirst(4)) }
            poller = EventPoller(camera.session(clock), poll, time: clock)
            let received = records
            poller.onRecords { received.add($0) }
        }

        static func records(_ records: [UInt8]) -> ScriptedCamera.Answer { .data([0, 0, 0, 0] + records) }

        /// Advances the clock until the camera has answered `count` requests.
        func untilRequested(_ count: Int) async throws {
            try await clock.advance(by: .milliseconds(1), until: "\(count) requests were sent") { camera.requests.count >= count }
            await camera.untilAnswered { $0.count >= count }
        }
    }

    private final class Received: Sendable {
        private let records = Guarded<[UInt8]>([])
        func add(_ more: [UInt8]) { records.withLock { $0 += more } }
        var all: [UInt8] { records.withLock { $0 } }
    }

    @Test func `records are handed on in order, each once`() async throws {
        let rig = Rig([Rig.records([1, 2]), Rig.records([1])])
        rig.poller.start()
        try await rig.untilRequested(5)
        #expect(rig.records.all == [1, 2, 1])
        rig.poller.stop()
    }

    @Test func `a response without data does not repeat earlier data`() async throws {
        let rig = Rig([Rig.records([1]), .ok, .ok, .response(.deviceBusy), Rig.records([2]), .ok])
        rig.poller.start()
        try await rig.untilRequested(8)
        #expect(rig.records.all == [1, 2])
        rig.poller.stop()
    }

    @Test func `a poller that has stopped sends no request, and passes nothing on`() async throws {
        let rig = Rig([Rig.records([1]), Rig.records([2])])
        let (records, poller) = (rig.records, rig.poller)
        let isReceived = Promise<Void, Never>()
        rig.poller.onRecords { [weak poller] received in
            records.add(received)
            poller?.stop()
            isReceived.fulfil(.success(()))
        }
        rig.poller.start()
        _ = await isReceived.result()
        await rig.poller.untilStopped()
        rig.clock.advance(by: .seconds(5))
        #expect(rig.records.all == [1] && rig.camera.requests.count == 1)
    }

    @Test func `a camera that refuses is queried again a second later`() async throws {
        let rig = Rig([.response(.generalError)])
        rig.poller.start()
        await rig.camera.untilAnswered { $0.count >= 1 }
        while rig.clock.now < .milliseconds(990) { rig.clock.advance(by: .milliseconds(1)) }
        #expect(rig.camera.requests.count == 1)
        try await rig.untilRequested(2)
        rig.poller.stop()
    }

    @Test func `a request without an answer times out, and is repeated`() async throws {
        let rig = Rig([Rig.records([1]), .silence, Rig.records([2])])
        rig.poller.start()
        try await rig.untilRequested(2)
        rig.clock.advance(by: ScriptedCamera.timeout)
        try await rig.untilRequested(4)
        #expect(rig.records.all == [1, 2])
        rig.poller.stop()
    }

    @Test func `a camera that never stops talking leaves time for others`() async throws {
        let rig = Rig((0..<200).map { _ in Rig.records([1]) })
        rig.poller.start()
        // The virtual time does not advance.
        await rig.camera.untilAnswered { $0.count >= 64 }
        try await until("64 records were reported") { rig.records.all.count >= 64 }
        for _ in 0..<100 { await Task.yield() }
        #expect(rig.camera.requests.count == 64)
        try await rig.untilRequested(200)
        rig.poller.stop()
    }

    @Test func `an urgent request is performed immediately, during a pause and during a request`() async throws {
        let rig = Rig([])
        rig.poller.start()
        await rig.camera.untilAnswered { $0.count >= 1 }
        for round in 2...20 {
            // The virtual time does not advance.
            rig.poller.requestNow()
            await rig.camera.untilAnswered { $0.count >= round }
        }
        #expect(rig.camera.requests.count == 20)
        #expect(rig.clock.now == .zero)
        rig.poller.stop()
    }

    @Test func `no request is made before the end of a postponement, not even an urgent one`() async throws {
        let rig = Rig([])
        rig.poller.start()
        await rig.camera.untilAnswered { $0.count >= 1 }
        let begin = rig.clock.now
        rig.poller.postpone(by: .milliseconds(200))
        rig.poller.requestNow()
        while rig.clock.now < begin + .milliseconds(199) { rig.clock.advance(by: .milliseconds(1)) }
        #expect(rig.camera.requests.count == 1)
        try await rig.untilRequested(2)
        #expect(rig.clock.now < begin + .milliseconds(250))
        rig.poller.stop()
    }

    @Test func `a caller waits for the reply to a request that begins after its call`() async throws {
        let rig = Rig([.silence, Rig.records([1]), Rig.records([2])])
        rig.poller.start()
        await rig.camera.untilAnswered { $0.count >= 1 }
        let (poller, records) = (rig.poller, rig.records)
        let waiting = Task {
            await poller.refresh()
            return records.all
        }
        try await until("the caller waits") { poller.waitingCount == 1 }
        // The reply to the request under way is not the one.
        rig.camera.answerPending()
        try await rig.untilRequested(2)
        #expect(await waiting.value.first == 1)
        poller.stop()
        await poller.refresh()
    }

    @Test(arguments: [false, true]) func `a caller stops waiting when the requests end, or when it is cancelled`(
        _ isCancelled: Bool
    )
        async throws
    {
        let rig = Rig([.silence])
        rig.poller.start()
        let poller = rig.poller
        let waiting = Task { await poller.refresh() }
        try await until("the caller waits") { poller.waitingCount == 1 }
        if isCancelled { waiting.cancel() } else { poller.stop() }
        await waiting.value
        poller.stop()
        rig.camera.answerPending()
    }

    @Test func `the parameters can be changed before the start`() async throws {
        let rig = Rig([])
        rig.poller.use([7])
        rig.poller.start()
        try await rig.untilRequested(2)
        #expect(rig.camera.requests.allSatisfy { $0.parameters == [7] })
        rig.poller.stop()
    }

    @Test func `after the end of the link, or a stop, no request is made`() async throws {
        for isStopped in [false, true] {
            let rig = Rig([Rig.records([]), isStopped ? .silence : .unplugged])
            rig.poller.start()
            try await rig.untilRequested(2)
            if isStopped {
                rig.poller.stop()
                rig.camera.answerPending()
            }
            rig.poller.requestNow()
            rig.poller.shortenPauses()
            for _ in 0..<3000 { rig.clock.advance(by: .milliseconds(1)) }
            #expect(rig.camera.requests.count == 2)
        }
    }
}
