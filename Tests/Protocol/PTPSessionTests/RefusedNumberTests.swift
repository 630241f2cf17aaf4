import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

/// A device that answers InvalidTransactionID (0x2004).
@Suite(.timeLimit(.minutes(5))) struct RefusedNumberTests {
    private static func isRefused(_ result: Result<ResponseCode, SessionError>) -> Bool {
        guard case .failure(.refused(.getStorageIDs, let response)) = result else { return false }
        return response.code == .invalidTransactionID
    }

    /// Performs operations that the device answers with these codes; returns their numbers and whether each was refused.
    private static func run(_ rig: SessionRig, _ answers: [ResponseCode]) async -> (numbers: [UInt32], refused: [Bool]) {
        var begun = rig.link.begun.makeAsyncIterator()
        var (numbers, refused): ([UInt32], [Bool]) = ([], [])
        for answer in answers {
            let task = rig.perform(.getStorageIDs)
            let transaction = await begun.next()!
            numbers.append(transaction.request.transaction.rawValue)
            rig.answer(transaction, answer)
            refused.append(isRefused(await task.value))
        }
        return (numbers, refused)
    }

    @Test func `a refused number is the result of its operation, and counting continues`() async {
        let rig = SessionRig()
        let (numbers, refused) = await Self.run(rig, [.ok, .invalidTransactionID, .ok, .invalidTransactionID, .ok])
        #expect(numbers == [1, 2, 3, 4, 5])
        #expect(refused == [false, true, false, true, false])
        #expect(rig.session.isOpen && rig.session.isInSession && rig.endings == [])
    }

    @Test func `three in succession end the session, with their own errors`() async {
        let rig = SessionRig()
        let (_, refused) = await Self.run(rig, [.invalidTransactionID, .invalidTransactionID, .invalidTransactionID])
        #expect(refused == [true, true, true])
        #expect(rig.link.isClosed && !rig.session.isOpen)
        guard case .protocolBroken? = rig.endings.first else {
            Issue.record("\(rig.endings)")
            return
        }
        #expect(rig.endings.count == 1)
        #expect(await rig.perform(.getNumObjects).value == .failure(.link(rig.endings[0])))
    }

    @Test func `operations that wait then fail with the reason, and none of them is begun`() async {
        let rig = SessionRig()
        _ = await Self.run(rig, [.invalidTransactionID, .invalidTransactionID])
        var begun = rig.link.begun.makeAsyncIterator()
        let results = Guarded<[Result<OperationResponse, SessionError>]>([])
        let last = rig.perform(.getStorageIDs)
        let transaction = await begun.next()!
        for priority in TransactionPriority.allCases {
            rig.session.recurring(.getThumb, receiver: DataCollector(limit: 0), priority: priority) { result in
                results.withLock { $0.append(result) }
            }.perform()
        }
        rig.answer(transaction, .invalidTransactionID)
        #expect(Self.isRefused(await last.value))
        #expect(rig.endings.count == 1)
        #expect(results.withLock { $0 } == Array(repeating: .failure(.link(rig.endings[0])), count: 3))
    }

    @Test func `a session that is being closed is closed as usual`() async {
        let rig = SessionRig()
        _ = await Self.run(rig, [.invalidTransactionID, .invalidTransactionID])
        var begun = rig.link.begun.makeAsyncIterator()
        let closing = Task { await rig.session.close() }
        rig.answer(await begun.next()!, .invalidTransactionID)
        await closing.value
        #expect(rig.endings == [.closedHere])
    }

    @Test func `an earlier session whose numbers the device refuses cannot be used`() async {
        let rig = SessionRig(inSession: false)
        var begun = rig.link.begun.makeAsyncIterator()
        let task = Task { () -> SessionError? in
            do throws(SessionError) {
                try await rig.session.open()
                return nil
            } catch { return error }
        }
        rig.answer(await begun.next()!, .sessionAlreadyOpened)
        let transaction = await begun.next()!
        #expect(transaction.code == .closeSession && transaction.request.transaction == .first)
        rig.answer(transaction, .invalidTransactionID)
        #expect(await task.value?.response?.code == .invalidTransactionID)
    }

    @Test func `a live view whose numbers are refused ends with the session`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let slot = Guarded<RecurringTransaction?>(nil)
        let count = Guarded(0)
        let recurring = rig.session.recurring(.getThumb, receiver: DataCollector(limit: 0)) { result in
            count.withLock { $0 += 1 }
            if case .failure(.link) = result { return }
            slot.withLock { $0 }?.perform()
        }
        slot.withLock { $0 = recurring }
        recurring.perform()
        for _ in 0..<3 { rig.answer(await begun.next()!, .invalidTransactionID) }
        #expect(rig.link.isClosed && rig.endings.count == 1)
        #expect(count.withLock { $0 } == 4, "three refusals, and the end of the link")
        slot.withLock { $0 = nil }
    }
}
