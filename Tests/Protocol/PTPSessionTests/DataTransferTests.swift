import HotShoeSupport
import PTP
import Testing

@testable import PTPSession

/// Data that is received into memory or sent from it, and the reports of its progress.
@Suite struct DataTransferTests {
    /// Passes bytes to a receiver.
    private static func deliver(_ bytes: [UInt8], to receiver: any DataReceiver) -> Bool {
        unsafe receiver.dataReceived(bytes.span.bytes)
    }

    /// Reads pieces of this size until there are no more.
    private static func readAll(_ provider: any DataProvider, pieces: Int) -> [[UInt8]] {
        var all: [[UInt8]] = []
        while true {
            var piece = [UInt8](repeating: 0, count: pieces)
            let count = unsafe piece.withUnsafeMutableBytes { unsafe provider.read(into: $0) }
            if count == 0 { return all }
            all.append(Array(piece.prefix(count)))
        }
    }

    /// Counts the reports of a ``DataWatch``.
    private final class Progress: Sendable {
        let reports = Guarded<[String]>([])

        var watch: DataWatch {
            DataWatch { step in
                let report =
                    switch step {
                    case .begins(let bytes): "begins \(bytes.map(String.init) ?? "?")"
                    case .ends: "ends"
                    case .passed(let bytes): "passed \(bytes)"
                    }
                self.reports.withLock { $0.append(report) }
            }
        }
    }

    @Test func `data is collected up to the limit exactly, and refused as a whole above it`() {
        let collector = DataCollector(limit: 4)
        #expect(Self.deliver([1, 2], to: collector) && Self.deliver([], to: collector) && Self.deliver([3, 4], to: collector))
        #expect(collector.bytes == [1, 2, 3, 4])
        #expect(!Self.deliver([5], to: collector))
        #expect(collector.bytes == nil)
        #expect(!Self.deliver([], to: collector), "nothing more is accepted")
        collector.dataBegan(announcedBytes: nil)
        #expect(collector.bytes == [], "a repeated transaction begins anew")
    }

    @Test(arguments: [UInt64.max, 1 << 62, 1 << 40, 0]) func `an announced size reserves no memory beyond a limit`(_ size: UInt64)
    {
        let collector = DataCollector(limit: .max)
        collector.dataBegan(announcedBytes: size)
        #expect(Self.deliver([7], to: collector))
        #expect(collector.bytes == [7])
        #expect(collector.bytes.map { $0.capacity <= 4 << 20 } == true)
    }

    @Test(arguments: [1, 2, 3, 5, 100]) func `bytes are supplied in pieces of any size, and again after a rewind`(_ pieces: Int) {
        let provider = ByteProvider([1, 2, 3, 4, 5])
        #expect(provider.byteCount == 5)
        for _ in 0..<2 {
            let read = Self.readAll(provider, pieces: pieces)
            #expect(read.flatMap(\.self) == [1, 2, 3, 4, 5])
            #expect(read.allSatisfy { $0.count <= pieces })
            provider.rewind()
        }
    }

    @Test func `an empty provider supplies nothing`() {
        #expect(Self.readAll(ByteProvider([]), pieces: 4) == [])
        var none: [UInt8] = []
        #expect(unsafe none.withUnsafeMutableBytes { unsafe ByteProvider([1]).read(into: $0) } == 0)
    }

    @Test func `received data is reported around its processing, with its size`() {
        let (collector, progress) = (DataCollector(limit: 3), Progress())
        let receiver = WatchedReceiver(collector, progress.watch)
        receiver.dataBegan(announcedBytes: 5)
        #expect(Self.deliver([1, 2], to: receiver))
        #expect(!Self.deliver([3, 4], to: receiver), "a refusal is passed on")
        #expect(progress.reports.withLock { $0 } == ["begins 2", "ends", "begins 2", "ends"])
    }

    @Test func `data in lent memory counts, but not a report of nothing`() {
        final class Lending: DataReceiver {
            let filled = Guarded<[Int]>([])
            func dataBegan(announcedBytes: UInt64?) {}
            func dataReceived(_ bytes: RawSpan) -> Bool { true }
            var lendsMemory: Bool { true }
            func filled(_ byteCount: Int) { filled.withLock { $0.append(byteCount) } }
        }
        let (lending, progress) = (Lending(), Progress())
        let receiver = WatchedReceiver(lending, progress.watch)
        #expect(receiver.lendsMemory && !WatchedReceiver(DataCollector(limit: 0), progress.watch).lendsMemory)
        receiver.filled(0)
        receiver.filled(100)
        #expect(lending.filled.withLock { $0 } == [0, 100])
        #expect(progress.reports.withLock { $0 } == ["passed 100"])
    }

    @Test func `sent data is reported around its supply, without a size`() {
        let progress = Progress()
        let provider = WatchedProvider(ByteProvider([1, 2, 3]), progress.watch)
        #expect(provider.byteCount == 3)
        #expect(Self.readAll(provider, pieces: 2) == [[1, 2], [3]])
        #expect(progress.reports.withLock { $0 } == ["begins ?", "ends", "begins ?", "ends", "begins ?", "ends"])
        #expect(provider.rewind())
        #expect(Self.readAll(provider, pieces: 8) == [[1, 2, 3]])
    }

    @Test func `only a provider of bytes in memory can be restarted`() {
        final class Stream: DataProvider {
            var byteCount: UInt64 { 1 }
            func read(into memory: UnsafeMutableRawBufferPointer) -> Int { 0 }
        }
        #expect(!WatchedProvider(Stream(), Progress().watch).rewind())
    }
}

/// A busy device and data that is sent.
@Suite(.timeLimit(.minutes(5))) struct BusyDataTests {
    /// Reads all of the data that a transaction sends.
    private static func sent(_ transaction: LinkTransaction) -> [UInt8] {
        guard case .send(let provider) = transaction.data else { return [] }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe provider.read(into: $0) }
        return Array(bytes.prefix(count))
    }

    @Test func `data in memory is sent again from its beginning`() async throws {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = Task { [session = rig.session] in try await session.send(.setDevicePropValue, [1], [7, 8, 9]).code }
        for delay in [10, 20] {
            let transaction = await begun.next()!
            #expect(Self.sent(transaction) == [7, 8, 9])
            rig.answer(transaction, .deviceBusy)
            rig.clock.advance(by: .milliseconds(delay))
        }
        let transaction = await begun.next()!
        #expect(Self.sent(transaction) == [7, 8, 9])
        rig.answer(transaction)
        #expect(try await task.value == .ok)
    }

    @Test func `data that cannot be supplied again is not repeated`() async {
        final class Stream: DataProvider {
            var byteCount: UInt64 { 1 }
            func read(into memory: UnsafeMutableRawBufferPointer) -> Int { 1 }
        }
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.sendObject, .send(Stream()))
        rig.answer(await begun.next()!, .deviceBusy)
        guard case .failure(.refused(.sendObject, let response)) = await task.value else {
            Issue.record("the refusal is the result")
            return
        }
        #expect(response.code == .deviceBusy)
    }

    @Test func `the pauses grow up to 320 ms`() async {
        var options = PTPSession.Options()
        options.busyTimeout = .seconds(3)
        let rig = SessionRig(options)
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture)
        var pauses: [Int] = []
        rig.answer(await begun.next()!, .deviceBusy)
        for pause in [10, 20, 40, 80, 160, 320, 320, 320] {
            rig.clock.advance(by: .milliseconds(pause - 1))
            let other = rig.perform(.getStorageIDs)
            let transaction = await begun.next()!
            #expect(transaction.code == .getStorageIDs, "\(pause) ms have not passed")
            rig.answer(transaction)
            _ = await other.value
            rig.clock.advance(by: .milliseconds(1))
            let again = await begun.next()!
            if again.code == .initiateCapture { pauses.append(pause) }
            rig.answer(again, .deviceBusy)
        }
        #expect(pauses.count == 8)
        task.cancel()
        _ = await task.value
    }

    @Test func `a repetition precedes the waiting operations of its priority, and follows more urgent ones`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        func enqueue(_ code: OperationCode, _ priority: TransactionPriority) {
            rig.session.recurring(code, receiver: DataCollector(limit: 0), priority: priority) { _ in }.perform()
        }
        enqueue(.initiateCapture, .normal)
        rig.answer(await begun.next()!, .deviceBusy)
        enqueue(.getDeviceInfo, .normal)
        let underWay = await begun.next()!
        enqueue(.getStorageIDs, .normal)
        enqueue(.getThumb, .immediate)
        rig.clock.advance(by: .milliseconds(10))
        rig.answer(underWay)
        var codes: [OperationCode] = []
        for _ in 0..<3 {
            let transaction = await begun.next()!
            codes.append(transaction.code)
            rig.answer(transaction)
        }
        #expect(codes == [.getThumb, .initiateCapture, .getStorageIDs])
    }

    @Test func `a busy answer to a cancelled caller is not repeated`() async {
        let rig = SessionRig()
        var begun = rig.link.begun.makeAsyncIterator()
        let task = rig.perform(.initiateCapture)
        let transaction = await begun.next()!
        task.cancel()
        _ = await task.value
        rig.answer(transaction, .deviceBusy)
        rig.clock.advance(by: .seconds(1))
        let next = rig.perform(.getStorageIDs)
        let following = await begun.next()!
        #expect(following.code == .getStorageIDs)
        rig.answer(following)
        #expect(await next.value == .success(.ok))
    }
}
