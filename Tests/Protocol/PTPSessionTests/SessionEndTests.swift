import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

/// Time limits, cancellation and the end.
@Suite(.timeLimit(.minutes(5))) struct SessionEndTests {
    @Test func `a transaction without an answer times out, and the link is closed when it stays unanswered`() async {
        let rig = SessionRig(link: ScriptedLink(endsWhenClosed: false))
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.getNumObjects, timeout: .seconds(5))
        _ = await begun.next()
        rig.clock.advance(by: .milliseconds(4999))
        #expect(rig.link.cancelled == [])
        rig.clock.advance(by: .milliseconds(1))
        #expect(await task.value == .failure(.timedOut(.getNumObjects)))
        #expect(rig.link.cancelled == [.getNumObjects])
        rig.clock.advance(by: rig.session.options.cancelTimeout)
        #expect(rig.link.isClosed)
        rig.link.end(.closedHere)
        #expect(rig.endings == [.silent], "the reason is the silence")
    }

    @Test func `data extends the time limit, events do not`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.getObject, .receive(DataCollector(limit: 1 << 20)), timeout: .seconds(5))
        let transaction = await begun.next()!
        rig.clock.advance(by: .seconds(4))
        rig.deliver([UInt8](repeating: 0, count: 8192), to: transaction)
        rig.clock.advance(by: .seconds(2))
        #expect(rig.link.cancelled == [])
        rig.link.send(Event(.objectAdded, [1]))
        rig.clock.advance(by: .seconds(5))
        #expect(await task.value == .failure(.timedOut(.getObject)))
    }

    @Test func `a cancelled caller returns immediately; a transaction without data continues until its answer`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture)
        let transaction = await begun.next()!
        task.cancel()
        #expect(await task.value == .failure(.cancelled(.initiateCapture)))
        #expect(rig.link.cancelled == [])
        let next = rig.perform(.getStorageIDs)
        rig.answer(transaction)
        rig.answer(await begun.next()!)
        #expect(await next.value == .success(.ok))
    }

    @Test func `a cancelled transaction with data is cancelled at the device, and a waiting one is not performed`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.getObject, .receive(DataCollector(limit: 100)))
        let transaction = await begun.next()!
        let waiting = rig.perform(.getStorageIDs, priority: .background)
        let last = rig.perform(.getNumObjects, priority: .background)
        waiting.cancel()
        #expect(await waiting.value == .failure(.cancelled(.getStorageIDs)))
        task.cancel()
        #expect(await task.value == .failure(.cancelled(.getObject)))
        #expect(rig.link.cancelled == [.getObject])
        rig.finish(transaction, .failure(.cancelled))
        let following = await begun.next()!
        #expect(following.code == .getNumObjects)
        rig.answer(following)
        #expect(await last.value == .success(.ok))
    }

    @Test func `the end of the link fails all operations, once, and later ones`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let first = rig.perform(.getNumObjects)
        _ = await begun.next()
        let results = Guarded<[Result<OperationResponse, SessionError>]>([])
        let waiting = rig.session.recurring(.getThumb, receiver: DataCollector(limit: 0)) { result in
            results.withLock { $0.append(result) }
        }
        waiting.perform()
        rig.link.end(.lost("reset"))
        #expect(await first.value == .failure(.link(.lost("reset"))))
        #expect(results.withLock { $0 } == [.failure(.link(.lost("reset")))])
        #expect(await rig.perform(.getNumObjects).value == .failure(.link(.lost("reset"))))
        #expect(rig.endings == [.lost("reset")])
        #expect(!rig.session.isOpen)
    }

    @Test func `closing fails what waits, closes the device's session, and then the link`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let underWay = rig.perform(.initiateCapture)
        let transaction = await begun.next()!
        let closing = Task { await rig.session.close() }
        #expect(await underWay.value == .failure(.link(.closedHere)))
        rig.answer(transaction)
        let last = await begun.next()!
        #expect(last.code == .closeSession)
        #expect(!rig.link.isClosed)
        #expect(await rig.perform(.getNumObjects).value == .failure(.link(.closedHere)))
        rig.answer(last)
        await closing.value
        #expect(rig.link.isClosed)
        await rig.session.close()
        #expect(rig.endings == [.closedHere])
    }

    @Test func `aborting sends nothing`() {
        let rig = SessionRig()
        rig.session.abort()
        #expect(rig.link.isClosed && !rig.session.isOpen)
    }

    @Test func `a quiet device is probed at intervals; activity delays it, and a transaction replaces it`() async {
        let rig = SessionRig()
        rig.clock.advance(by: .seconds(10))
        #expect(rig.link.probes == 1)
        rig.clock.advance(by: .seconds(5))
        rig.link.answerProbe()
        rig.clock.advance(by: .seconds(5))
        #expect(rig.link.probes == 1, "it was heard five seconds ago")
        rig.clock.advance(by: .seconds(10))
        #expect(rig.link.probes == 2)
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.getNumObjects, timeout: .seconds(60))
        let transaction = await begun.next()!
        rig.clock.advance(by: .seconds(30))
        #expect(rig.link.probes == 2)
        rig.answer(transaction)
        _ = await task.value
    }
}
