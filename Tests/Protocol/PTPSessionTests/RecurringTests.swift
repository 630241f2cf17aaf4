import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

/// Transactions that are performed again and again: live view frames, event polls.
@Suite(.timeLimit(.minutes(5))) struct RecurringTests {
    /// The results of a recurring transaction, in order.
    private final class Results: Sendable {
        private let list = Guarded<[Result<ResponseCode, SessionError>]>([])

        var all: [Result<ResponseCode, SessionError>] { list.withLock { $0 } }

        func add(_ result: Result<OperationResponse, SessionError>) { list.withLock { $0.append(result.map(\.code)) } }
    }

    private static func recurring(_ rig: SessionRig, _ receiver: any DataReceiver = DataCollector(limit: 10)) -> (
        transaction: RecurringTransaction, results: Results
    ) {
        let results = Results()
        return (rig.session.recurring(.getThumb, [7], receiver: receiver) { results.add($0) }, results)
    }

    @Test func `each performance is a transaction with a new number, the same parameters and one result`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let (recurring, results) = Self.recurring(rig)
        for number in 1...3 {
            recurring.perform()
            let transaction = await begun.next()!
            #expect(transaction.request.transaction.rawValue == UInt32(number) && transaction.request.parameters == [7])
            #expect(transaction.dataPhase == .dataIn)
            rig.answer(transaction)
            #expect(results.all.count == number)
        }
        #expect(results.all == Array(repeating: .success(.ok), count: 3))
    }

    @Test func `data reaches the receiver before the result`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let collector = DataCollector(limit: 4)
        let (recurring, results) = Self.recurring(rig, collector)
        for bytes in [[1, 2], [3, 4, 5, 6]] as [[UInt8]] {
            recurring.perform()
            let transaction = await begun.next()!
            #expect(rig.deliver(bytes, to: transaction))
            rig.answer(transaction)
            #expect(collector.bytes == bytes)
        }
        #expect(results.all == [.success(.ok), .success(.ok)])
    }

    @Test func `the handler may perform the transaction again`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let slot = Guarded<RecurringTransaction?>(nil)
        let count = Guarded(0)
        let recurring = rig.session.recurring(.getThumb, receiver: DataCollector(limit: 0)) { _ in
            let again = count.withLock { count in
                count += 1
                return count < 4
            }
            if again { slot.withLock { $0 }?.perform() }
        }
        slot.withLock { $0 = recurring }
        recurring.perform()
        for _ in 0..<4 { rig.answer(await begun.next()!) }
        #expect(count.withLock { $0 } == 4)
        slot.withLock { $0 = nil }
    }

    @Test func `each performance has its own time for a busy device`() async {
        var options = PTPSession.Options()
        options.busyTimeout = .milliseconds(25)
        let rig = SessionRig(options)
        var begun = rig.link.begun.makeAsyncIterator()
        let (recurring, results) = Self.recurring(rig)
        for round in 1...3 {
            recurring.perform()
            rig.answer(await begun.next()!, .deviceBusy)
            #expect(results.all.count == round - 1, "repeated after 10 ms")
            rig.clock.advance(by: .milliseconds(10))
            rig.answer(await begun.next()!, round == 2 ? .ok : .deviceBusy)
            #expect(results.all.count == round)
        }
        guard case .failure(.refused(.getThumb, _)) = results.all[0], case .success = results.all[1],
            case .failure(.refused(.getThumb, _)) = results.all[2]
        else {
            Issue.record("\(results.all)")
            return
        }
    }

    @Test func `a performance that timed out leaves the next one its own time for a busy device`() async {
        var options = PTPSession.Options()
        options.busyTimeout = .milliseconds(25)
        options.transactionTimeout = .milliseconds(100)
        let rig = SessionRig(options)
        var begun = rig.link.begun.makeAsyncIterator()
        let (recurring, results) = Self.recurring(rig)
        recurring.perform()
        rig.answer(await begun.next()!, .deviceBusy)
        rig.clock.advance(by: .milliseconds(10))
        let late = await begun.next()!
        rig.clock.advance(by: .milliseconds(200))
        #expect(results.all == [.failure(.timedOut(.getThumb))])
        rig.answer(late, .deviceBusy)
        recurring.perform()
        rig.answer(await begun.next()!, .deviceBusy)
        #expect(results.all.count == 1, "repeated after 10 ms")
        rig.clock.advance(by: .milliseconds(10))
        rig.answer(await begun.next()!)
        #expect(results.all.last == .success(.ok) && results.all.count == 2)
    }

    @Test func `cancelling ends it while it waits, while it is under way, and before a repetition`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let (recurring, results) = Self.recurring(rig)
        // Behind another transaction.
        let other = rig.perform(.getStorageIDs)
        let first = await begun.next()!
        recurring.perform()
        recurring.cancel()
        #expect(results.all == [.failure(.cancelled(.getThumb))] && rig.link.cancelled == [])
        rig.answer(first)
        #expect(await other.value == .success(.ok))
        // Under way.
        recurring.perform()
        let transaction = await begun.next()!
        recurring.cancel()
        #expect(results.all.count == 2 && rig.link.cancelled == [.getThumb])
        rig.finish(transaction, .failure(.cancelled))
        #expect(results.all.count == 2, "one result")
        // Before its repetition on a busy device, which then does not take place.
        recurring.perform()
        rig.answer(await begun.next()!, .deviceBusy)
        recurring.cancel()
        rig.clock.advance(by: .seconds(5))
        #expect(results.all == Array(repeating: .failure(.cancelled(.getThumb)), count: 3))
        // Nothing to cancel.
        recurring.cancel()
        recurring.perform()
        rig.answer(await begun.next()!)
        #expect(results.all.last == .success(.ok))
    }

    @Test func `after the end of the link each performance fails immediately`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let (recurring, results) = Self.recurring(rig)
        recurring.perform()
        _ = await begun.next()
        rig.link.end(.closedByDevice)
        recurring.perform()
        #expect(results.all == Array(repeating: .failure(.link(.closedByDevice)), count: 2))
    }
}

/// Data that is sent.
@Suite(.timeLimit(.minutes(5))) struct SendingTests {
    /// A provider that cannot start again.
    private final class Stream: DataProvider {
        var byteCount: UInt64 { 3 }

        func read(into memory: UnsafeMutableRawBufferPointer) -> Int { min(3, memory.count) }
    }

    private static func read(_ transaction: LinkTransaction, pieces: Int) -> [UInt8] {
        guard case .send(let provider) = transaction.data else { return [] }
        var bytes: [UInt8] = []
        for _ in 0..<100 {
            var piece = [UInt8](repeating: 0, count: pieces)
            let count = unsafe piece.withUnsafeMutableBytes { unsafe provider.read(into: $0) }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    @Test(arguments: [1, 2, 7, 8]) func `bytes are sent in pieces of any size, and again on a busy device`(pieces: Int) async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
        let task = rig.perform(.setDevicePropValue, .send(ByteProvider(bytes)))
        let transaction = await begun.next()!
        #expect(transaction.dataPhase == .dataOut && Self.read(transaction, pieces: pieces) == bytes)
        rig.answer(transaction, .deviceBusy)
        rig.clock.advance(by: .milliseconds(10))
        let again = await begun.next()!
        #expect(Self.read(again, pieces: pieces) == bytes)
        rig.answer(again)
        #expect(await task.value == .success(.ok))
    }

    @Test func `data that cannot be read again is not sent again`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        for _ in 0..<2 {
            let task = rig.perform(.setDevicePropValue, .send(Stream()))
            rig.answer(await begun.next()!, .deviceBusy)
            guard case .failure(.refused(.setDevicePropValue, let response)) = await task.value else {
                Issue.record("it is the result")
                return
            }
            #expect(response.code == .deviceBusy)
        }
    }

    @Test func `a provider that fails is an error of its own`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.setDevicePropValue, .send(Stream()))
        rig.finish(await begun.next()!, .failure(.providerFailed))
        #expect(await task.value == .failure(.providerFailed(.setDevicePropValue)))
    }
}

/// The pure parts of a session.
@Suite struct SessionPartsTests {
    @Test func `the queue has an order for any requests, and each request once`() {
        var line = TransactionLine<Int>()
        for (key, priority) in [TransactionPriority.background, .normal, .immediate, .normal, .background].enumerated() {
            line.append(key, key: key, priority)
        }
        line.append(5, key: 5, .normal, again: true)
        #expect(line.remove(key: 3) == 3 && line.remove(key: 3) == nil && line.remove(key: 9) == nil)
        #expect([2, 5, 1, 0].allSatisfy { line.popFirst() == $0 })
        #expect(!line.isEmpty && line.removeAll() == [4] && line.isEmpty && line.popFirst() == nil)
    }

    @Test func `numbers are 0 outside a session, and count from 1 in each`() {
        var numbering = TransactionNumbering()
        func next(_ code: OperationCode = .getDeviceInfo) -> UInt32 { numbering.number(for: code).rawValue }
        #expect(next() == 0 && next(.openSession) == 0)
        numbering.answered(.openSession, .deviceBusy)
        #expect(next() == 0)
        numbering.answered(.openSession, .ok)
        #expect([1, 2, 3].allSatisfy { next() == $0 } && next(.openSession) == 0)
        numbering.answered(.closeSession, .deviceBusy)
        #expect(next() == 4)
        numbering.answered(.closeSession, .sessionNotOpen)
        #expect(next() == 0)
        numbering.answered(.openSession, .sessionAlreadyOpened)
        #expect(next() == 1)
    }

    @Test func `a collector accepts data up to its limit, in any pieces, and starts again with each transaction`() {
        let collector = DataCollector(limit: 4)
        func add(_ bytes: [UInt8]) -> Bool { unsafe collector.dataReceived(bytes.span.bytes) }
        collector.dataBegan(announcedBytes: .max)
        #expect(add([1]) && add([]) && add([2, 3, 4]) && collector.bytes == [1, 2, 3, 4])
        #expect(!add([5]) && collector.bytes == nil && !add([]))
        collector.dataBegan(announcedBytes: nil)
        #expect(add([9]) && collector.bytes == [9])
    }
}
