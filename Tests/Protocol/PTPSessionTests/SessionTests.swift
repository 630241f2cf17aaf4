import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

private func fail(_ expected: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
    Issue.record(expected, sourceLocation: sourceLocation)
}

/// A session over a scripted link: order, numbers, results.
@Suite(.timeLimit(.minutes(5))) struct SessionTests {
    @Test func `one transaction is under way; the next is begun when it has finished, before its caller is notified`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let order = Guarded<[String]>([])
        let first = rig.session.recurring(.getDeviceInfo, receiver: DataCollector(limit: 0)) { _ in
            order.withLock { $0.append("first") }
        }
        let second = rig.session.recurring(.getStorageIDs, receiver: DataCollector(limit: 0)) { _ in
            order.withLock { $0.append("second") }
        }
        first.perform()
        second.perform()
        let transaction = await begun.next()!
        #expect(transaction.code == .getDeviceInfo)
        rig.answer(transaction)
        #expect(await begun.next()?.code == .getStorageIDs)
        #expect(order.withLock { $0 } == ["first"])
    }

    @Test func `the most urgent waiting operation is next, among equals the oldest`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        func enqueue(_ code: OperationCode, _ priority: TransactionPriority) {
            rig.session.recurring(code, receiver: DataCollector(limit: 0), priority: priority) { _ in }.perform()
        }
        enqueue(.getDeviceInfo, .normal)
        enqueue(.getPartialObject, .background)
        enqueue(.getStorageIDs, .normal)
        enqueue(.getStorageInfo, .normal)
        enqueue(.initiateCapture, .immediate)
        var codes: [OperationCode] = []
        for _ in 0..<5 {
            let transaction = await begun.next()!
            codes.append(transaction.code)
            rig.answer(transaction)
        }
        #expect(codes == [.getDeviceInfo, .initiateCapture, .getStorageIDs, .getStorageInfo, .getPartialObject])
    }

    @Test func `numbers begin at 1 with a session, and are 0 outside it`() async {
        let rig = SessionRig(inSession: false)
        var begun = rig.link.begun.makeAsyncIterator()
        var numbers: [UInt32] = []
        let operations: [OperationCode] = [
            .getDeviceInfo, .openSession, .getStorageIDs, .getStorageIDs, .closeSession, .getDeviceInfo,
        ]
        for code in operations {
            let task = rig.perform(code)
            let transaction = await begun.next()!
            numbers.append(transaction.request.transaction.rawValue)
            rig.answer(transaction)
            #expect(await task.value == .success(.ok))
        }
        #expect(numbers == [0, 0, 1, 2, 3, 0])
    }

    @Test func `each result is an error of its own`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let response = OperationResponse(.accessDenied, .first)
        let results: [(Result<OperationResponse, LinkTransactionFailure>, SessionError)] = [
            (.success(response), .refused(.getNumObjects, response)),
            (.failure(.cancelled), .cancelled(.getNumObjects)),
            (.failure(.broken(.dataTwice)), .broken(.getNumObjects, .dataTwice)),
            (.failure(.providerFailed), .providerFailed(.getNumObjects)),
        ]
        for (result, error) in results {
            let task = rig.perform(.getNumObjects)
            rig.finish(await begun.next()!, result)
            #expect(await task.value == .failure(error))
        }
    }

    @Test func `data is collected up to the limit, and refused above it`() async throws {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = Task { try await rig.session.receive(.getThumb, limit: 3) }
        var transaction = await begun.next()!
        #expect(rig.deliver([1, 2, 3], to: transaction))
        rig.answer(transaction)
        #expect(try await task.value.bytes == [1, 2, 3])

        let refused = Task { try await rig.session.receive(.getThumb, limit: 3) }
        transaction = await begun.next()!
        #expect(!rig.deliver([1, 2, 3, 4], to: transaction))
        rig.finish(transaction, .failure(.cancelled))
        await #expect(throws: SessionError.tooLarge(.getThumb, limit: 3)) { try await refused.value }
    }

    @Test func `data that is no dataset is malformed`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = Task { () -> SessionError? in
            do throws(SessionError) {
                _ = try await rig.session.receive(.getDeviceInfo, as: DeviceInfo.self)
                return nil
            } catch { return error }
        }
        let transaction = await begun.next()!
        rig.deliver([1], to: transaction)
        rig.answer(transaction)
        guard case .malformed(.getDeviceInfo, _) = await task.value else { return fail("malformed") }
    }

    @Test func `events are passed on in order`() {
        let rig = SessionRig()
        for handle: UInt32 in 1...3 { rig.link.send(Event(.objectAdded, [handle])) }
        #expect(rig.events.map { $0.parameters[0] } == [1, 2, 3])
    }
}

/// A busy device.
@Suite(.timeLimit(.minutes(5))) struct BusySessionTests {
    @Test func `an operation is repeated at growing intervals, with new numbers, ahead of others of its priority`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture)
        var numbers: [UInt32] = []
        for delay in [10, 20, 40] {
            let transaction = await begun.next()!
            numbers.append(transaction.request.transaction.rawValue)
            rig.answer(transaction, .deviceBusy)
            rig.clock.advance(by: .milliseconds(delay))
        }
        let transaction = await begun.next()!
        rig.answer(transaction)
        #expect(await task.value == .success(.ok))
        #expect(numbers == [1, 2, 3])
    }

    @Test func `other operations proceed in between`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let busy = rig.perform(.initiateCapture)
        rig.answer(await begun.next()!, .deviceBusy)
        let other = rig.perform(.getStorageIDs)
        let transaction = await begun.next()!
        #expect(transaction.code == .getStorageIDs)
        rig.answer(transaction)
        #expect(await other.value == .success(.ok))
        rig.clock.advance(by: .milliseconds(10))
        rig.answer(await begun.next()!)
        #expect(await busy.value == .success(.ok))
    }

    @Test func `after the time limit the refusal is the result`() async {
        var options = PTPSession.Options()
        options.busyTimeout = .milliseconds(25)
        let rig = SessionRig(options)
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture)
        rig.answer(await begun.next()!, .deviceBusy)
        rig.clock.advance(by: .milliseconds(10))
        rig.answer(await begun.next()!, .deviceBusy)
        guard case .failure(.refused(.initiateCapture, let response)) = await task.value else { return fail("refused") }
        #expect(response.code == .deviceBusy)
    }

    @Test func `an operation that waits for its repetition can be cancelled, and fails with the link`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let (cancelled, failed) = (rig.perform(.initiateCapture), rig.perform(.getStorageIDs))
        for _ in 0..<2 { rig.answer(await begun.next()!, .deviceBusy) }
        cancelled.cancel()
        #expect(await cancelled.value == .failure(.cancelled(.initiateCapture)))
        rig.link.end(.closedByDevice)
        #expect(await failed.value == .failure(.link(.closedByDevice)))
        rig.clock.advance(by: .seconds(10))
        #expect(rig.endings == [.closedByDevice])
    }
}

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

/// Opening the device's session.
@Suite(.timeLimit(.minutes(5))) struct SessionOpeningTests {
    private func opening(
        _ answers: [ResponseCode]
    ) async -> (codes: [OperationCode], result: Result<Void, SessionError>, rig: SessionRig) {
        let rig = SessionRig(inSession: false)
        var begun = rig.link.begun.makeAsyncIterator()
        let task = Task { () -> Result<Void, SessionError> in
            do throws(SessionError) { return .success(try await rig.session.open()) } catch { return .failure(error) }
        }
        var codes: [OperationCode] = []
        for answer in answers {
            let transaction = await begun.next()!
            codes.append(transaction.code)
            rig.answer(transaction, answer)
        }
        return (codes, await task.value, rig)
    }

    @Test func `a session is opened once`() async throws {
        let (codes, result, rig) = await opening([.ok])
        #expect(codes == [.openSession] && rig.session.isInSession)
        try result.get()
        try await rig.session.open()
    }

    @Test func `an open session of an earlier program is closed and opened again`() async throws {
        let (codes, result, rig) = await opening([.sessionAlreadyOpened, .ok, .ok])
        #expect(codes == [.openSession, .closeSession, .openSession] && rig.session.isInSession)
        try result.get()
    }

    @Test func `a session that cannot be closed is used unchanged`() async throws {
        let (codes, result, rig) = await opening([.sessionAlreadyOpened, .accessDenied])
        #expect(codes == [.openSession, .closeSession] && rig.session.isInSession)
        try result.get()
    }

    @Test func `another refusal is an error`() async {
        let (codes, result, rig) = await opening([.accessDenied])
        #expect(codes == [.openSession] && !rig.session.isInSession)
        guard case .failure(.refused(.openSession, _)) = result else { return fail("refused") }
    }
}
