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

    /// The guarantee of docs/ptp-session.md for live view, downloads and pictures at the same time.
    @Test func `frames and the pieces of downloads take turns, and a release waits for one of them`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let isOver = Guarded(false)
        func repeated(_ code: OperationCode) {
            let slot = Guarded<RecurringTransaction?>(nil)
            let recurring = rig.session.recurring(code, receiver: DataCollector(limit: 0), priority: .background) { _ in
                if !isOver.withLock({ $0 }) { slot.withLock { $0 }?.perform() }
            }
            slot.withLock { $0 = recurring }
            recurring.perform()
        }
        let parts: [OperationCode] = [.getThumb, .getPartialObject, .getObject]
        for code in parts { repeated(code) }
        var codes: [OperationCode] = []
        for number in 0..<60 {
            let transaction = await begun.next()!
            codes.append(transaction.code)
            if number % 20 == 10 {
                rig.session.recurring(.initiateCapture, receiver: DataCollector(limit: 0), priority: .immediate) { _ in }
                    .perform()
            }
            if number == 59 { isOver.withLock { $0 = true } }
            rig.answer(transaction)
        }
        let releases = codes.indices.filter { codes[$0] == .initiateCapture }
        #expect(releases == [11, 31, 51])
        let others = codes.filter { $0 != .initiateCapture }
        for first in others.indices.dropLast(2) { #expect(Set(others[first..<first + 3]) == Set(parts), "\(first)") }
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
