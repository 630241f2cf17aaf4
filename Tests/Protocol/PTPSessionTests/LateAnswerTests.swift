import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

/// Answers that arrive late, twice or never, and callers that do not wait for them.
@Suite(.timeLimit(.minutes(5))) struct LateAnswerTests {
    @Test func `a transaction that is finished twice counts once`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let first = rig.perform(.getStorageIDs)
        let transaction = await begun.next()!
        rig.answer(transaction)
        #expect(await first.value == .success(.ok))
        let second = rig.perform(.getNumObjects)
        let next = await begun.next()!
        rig.answer(transaction, .generalError)
        #expect(rig.session.isOpen)
        rig.answer(next)
        #expect(await second.value == .success(.ok))
    }

    @Test func `an answer after the time limit, before the link is closed, lets the session continue`() async {
        let rig = SessionRig(link: ScriptedLink(endsWhenClosed: false))
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.getNumObjects, timeout: .seconds(5))
        let transaction = await begun.next()!
        rig.clock.advance(by: .seconds(5))
        #expect(await task.value == .failure(.timedOut(.getNumObjects)))
        let next = rig.perform(.getStorageIDs)
        rig.clock.advance(by: rig.session.options.cancelTimeout - .milliseconds(1))
        rig.answer(transaction)
        let following = await begun.next()!
        rig.clock.advance(by: rig.session.options.cancelTimeout)
        #expect(!rig.link.isClosed, "the time limit of the answered transaction is over")
        rig.answer(following)
        #expect(await next.value == .success(.ok))
    }

    @Test func `each transaction has its own time limit`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let slow = rig.perform(.initiateCapture, timeout: .seconds(60))
        let transaction = await begun.next()!
        rig.clock.advance(by: .seconds(59))
        rig.answer(transaction)
        #expect(await slow.value == .success(.ok))
        let short = rig.perform(.getNumObjects, timeout: .seconds(1))
        _ = await begun.next()
        rig.clock.advance(by: .milliseconds(999))
        #expect(rig.link.cancelled == [])
        rig.clock.advance(by: .milliseconds(1))
        #expect(await short.value == .failure(.timedOut(.getNumObjects)))
        #expect(rig.link.cancelled == [.getNumObjects])
    }

    @Test func `a cancelled transfer that the device does not end closes the link`() async {
        let rig = SessionRig(link: ScriptedLink(endsWhenClosed: false))
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.getObject, .receive(DataCollector(limit: 100)), timeout: .seconds(60))
        _ = await begun.next()
        task.cancel()
        #expect(await task.value == .failure(.cancelled(.getObject)))
        rig.clock.advance(by: rig.session.options.cancelTimeout - .milliseconds(1))
        #expect(!rig.link.isClosed)
        rig.clock.advance(by: .milliseconds(1))
        #expect(rig.link.isClosed)
        rig.link.end(.closedHere)
        #expect(rig.endings == [.silent])
    }

    @Test func `data of a cancelled transfer does not extend the time to end it by more than its own`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.getObject, .receive(DataCollector(limit: 1 << 20)))
        let transaction = await begun.next()!
        task.cancel()
        _ = await task.value
        rig.clock.advance(by: .seconds(2))
        rig.deliver([1], to: transaction)
        rig.clock.advance(by: .seconds(2))
        #expect(rig.endings == [.silent])
    }

    @Test func `a cancelled transaction without data keeps its time limit`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture, timeout: .seconds(30))
        _ = await begun.next()
        task.cancel()
        _ = await task.value
        rig.clock.advance(by: .seconds(29))
        #expect(rig.session.isOpen)
        rig.clock.advance(by: .seconds(1))
        #expect(rig.endings == [.silent], "its caller has its error already")
    }

    @Test func `an operation of a cancelled task is not performed`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let gate = Promise<Void, Never>()
        let task = Task { [session = rig.session] () -> SessionError? in
            _ = await gate.result()
            do throws(SessionError) {
                try await session.perform(.initiateCapture)
                return nil
            } catch { return error }
        }
        task.cancel()
        gate.fulfil(.success(()))
        #expect(await task.value == .cancelled(.initiateCapture))
        let other = rig.perform(.getStorageIDs)
        let transaction = await begun.next()!
        #expect(transaction.code == .getStorageIDs && transaction.request.transaction == .first)
        rig.answer(transaction)
        _ = await other.value
    }

    @Test func `the time that this side needs to supply data does not count against the device`() async {
        final class SlowProvider: DataProvider {
            let clock: VirtualClock
            init(_ clock: VirtualClock) { self.clock = clock }
            var byteCount: UInt64 { 1 }
            func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
                clock.advance(by: .seconds(10))
                return 1
            }
        }
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.sendObject, .send(SlowProvider(rig.clock)), timeout: .seconds(15))
        let transaction = await begun.next()!
        guard case .send(let provider) = transaction.data else {
            Issue.record("no data is sent")
            return
        }
        rig.clock.advance(by: .seconds(14))
        var memory: [UInt8] = [0]
        #expect(unsafe memory.withUnsafeMutableBytes { unsafe provider.read(into: $0) } == 1)
        // 24 seconds after the beginning, of which 10 are this side's.
        rig.clock.advance(by: .milliseconds(14_999))
        #expect(rig.link.cancelled == [])
        rig.clock.advance(by: .milliseconds(1))
        #expect(await task.value == .failure(.timedOut(.sendObject)))
    }

    @Test func `a link that ends twice is reported once`() async {
        let rig = SessionRig()
        rig.session.linkEnded(.closedByDevice)
        rig.session.linkEnded(.silent)
        rig.session.abort()
        #expect(rig.endings == [.closedByDevice])
        #expect(await rig.perform(.getNumObjects).value == .failure(.link(.closedByDevice)))
    }

    @Test func `an ended session probes no more, and closing it returns immediately`() async {
        let rig = SessionRig()
        rig.link.end(.lost("reset"))
        rig.clock.advance(by: .seconds(60))
        #expect(rig.link.probes == 0)
        await rig.session.close()
        #expect(rig.endings == [.lost("reset")])
    }
}

/// Closing a session in the middle of work.
@Suite(.timeLimit(.minutes(5))) struct SessionClosingTests {
    @Test func `a device that does not end the transaction under way is closed without CloseSession`() async {
        let rig = SessionRig(link: ScriptedLink(endsWhenClosed: false))
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture, timeout: .seconds(60))
        _ = await begun.next()
        let closing = Task { await rig.session.close() }
        #expect(await task.value == .failure(.link(.closedHere)))
        rig.clock.advance(by: rig.session.options.cancelTimeout - .milliseconds(1))
        #expect(!rig.link.isClosed)
        rig.clock.advance(by: .milliseconds(1))
        #expect(rig.link.isClosed, "the transaction under way had this time to end")
        rig.link.end(.closedHere)
        await closing.value
        #expect(rig.endings == [.silent])
    }

    @Test func `a device that has not answered in time gets no further time when the session is closed`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture, timeout: .seconds(60))
        _ = await begun.next()
        rig.clock.advance(by: .seconds(60))
        #expect(await task.value == .failure(.timedOut(.initiateCapture)))
        await rig.session.close()
        #expect(rig.link.isClosed)
    }

    @Test func `closing does not wait for an unanswered CloseSession for longer than for a cancellation`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let closing = Task { await rig.session.close() }
        #expect(await begun.next()?.code == .closeSession)
        rig.clock.advance(by: rig.session.options.cancelTimeout)
        await closing.value
        #expect(rig.link.isClosed)
    }

    @Test func `a repetition that is due while the session closes is not performed`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let busy = rig.perform(.initiateCapture)
        rig.answer(await begun.next()!, .deviceBusy)
        let closing = Task { await rig.session.close() }
        #expect(await busy.value == .failure(.link(.closedHere)))
        let last = await begun.next()!
        #expect(last.code == .closeSession)
        rig.clock.advance(by: .milliseconds(10))
        rig.answer(last)
        await closing.value
        #expect(rig.endings == [.closedHere])
    }

    @Test func `a caller that is cancelled while it closes leaves no session open`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let closing = Task { await rig.session.close() }
        closing.cancel()
        let transaction = await begun.next()!
        #expect(transaction.code == .closeSession)
        rig.answer(transaction)
        await closing.value
        #expect(rig.link.isClosed && !rig.session.isInSession)
    }

    @Test func `events are passed on while the session closes`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let closing = Task { await rig.session.close() }
        let transaction = await begun.next()!
        rig.link.send(Event(.objectAdded, [1]))
        rig.answer(transaction)
        await closing.value
        #expect(rig.events.map { $0.parameters[0] } == [1])
    }
}
