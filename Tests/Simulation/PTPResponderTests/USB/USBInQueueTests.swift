import HotShoeSupport
import Testing

@testable import PTPResponder

/// Division of a device's data into the host's transfers.
@Suite struct USBInQueueTests {
    private static func bytes(_ completion: USBCompletion?) -> [UInt8]? {
        completion?.pieces.flatMap { piece -> [UInt8] in
            if case .bytes(let bytes) = piece { Array(bytes) } else { [] }
        }
    }

    private static func counted(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

    /// Returns the sizes of the transfers for `count` bytes, up to the one in which the host recognises their end.
    private static func sizes(_ count: Int, packet: Int, room: Int) -> [Int] {
        var queue = USBInQueue(packetSize: packet)
        queue.append(.bytes(counted(count)))
        var (sizes, received) = ([Int](), [UInt8]())
        for number in 1...(count / room + 2) {
            queue.submit(UInt32(number), length: room)
            guard let completion = queue.popCompletion() else { break }
            sizes.append(completion.byteCount)
            received += bytes(completion) ?? []
            if completion.byteCount < room { break }
        }
        #expect(received == counted(count))
        #expect(queue.isEmpty)
        return sizes
    }

    @Test(arguments: [8, 64, 512, 1024]) func `an end is seen by a short packet, or an empty one`(packet: Int) {
        let table: [(count: Int, room: Int, sizes: [Int])] = [
            (0, packet, [0]), (1, packet, [1]), (packet - 1, packet, [packet - 1]), (packet, packet, [packet, 0]),
            (packet + 1, packet, [packet, 1]), (2 * packet, packet, [packet, packet, 0]), (packet, 2 * packet, [packet]),
            (2 * packet, 2 * packet, [2 * packet, 0]), (2 * packet - 1, 2 * packet, [2 * packet - 1]),
            (2 * packet + 1, 2 * packet, [2 * packet, 1]), (3 * packet, 2 * packet, [2 * packet, packet]),
            (4 * packet, 2 * packet, [2 * packet, 2 * packet, 0]), (12, 128 * packet, [12]),
            (128 * packet, 128 * packet, [128 * packet, 0]), (100 * packet, 128 * packet, [100 * packet]),
        ]
        for row in table { #expect(Self.sizes(row.count, packet: packet, room: row.room) == row.sizes, "\(row)") }
    }

    @Test func `every size up to a few packets ends where it should`() {
        for packet in [1, 2, 3, 8] {
            for count in 0...(packet * 4 + 1) {
                for room in stride(from: packet, through: packet * 5, by: packet) {
                    let sizes = Self.sizes(count, packet: packet, room: room)
                    let full = count / room
                    #expect(sizes == [Int](repeating: room, count: full) + [count % room], "\(packet), \(count), \(room)")
                }
            }
        }
    }

    @Test func `pieces of one transfer are joined, for any piece size`() {
        for cut in 0...20 {
            var queue = USBInQueue(packetSize: 8)
            queue.append(.bytes(Array(Self.counted(20).prefix(cut)), endsTransfer: false))
            queue.append(.bytes(Array(Self.counted(20).dropFirst(cut))))
            queue.submit(1, length: 64)
            #expect(Self.bytes(queue.popCompletion()) == Self.counted(20), "\(cut)")
            #expect(queue.popCompletion() == nil)
        }
    }

    @Test func `without an empty packet the next data is in the same transfer`() {
        var queue = USBInQueue(packetSize: 8)
        queue.append(.bytes(Self.counted(16), endsTransfer: false))
        queue.submit(1, length: 64)
        #expect(queue.popCompletion() == nil)
        queue.append(.bytes([99]))
        #expect(Self.bytes(queue.popCompletion()) == Self.counted(16) + [99])
    }

    @Test func `a packet that does not fit is too much`() {
        var queue = USBInQueue(packetSize: 8)
        queue.append(.bytes(Self.counted(20)))
        queue.submit(1, length: 10)
        queue.submit(2, length: 10)
        let first = queue.popCompletion()
        #expect(first?.status == .overflow && Self.bytes(first) == Self.counted(10))
        // The rest of that packet is lost.
        #expect(Self.bytes(queue.popCompletion()) == Array(Self.counted(20)[16...]))
    }

    @Test func `the excess of a last packet is discarded`() {
        let calls = Calls()
        var queue = USBInQueue(packetSize: 8)
        var run = USBInQueue.Run.bytes(Self.counted(12))
        run.onPlaced = { calls.add() }
        queue.append(run)
        queue.submit(1, length: 10)
        let completion = queue.popCompletion()
        for call in completion?.before ?? [] { call() }
        #expect(completion?.status == .overflow && queue.isEmpty && calls.count == 1)
    }

    @Test func `while the endpoint is halted every transfer stalls, and nothing is kept`() {
        var queue = USBInQueue(packetSize: 8)
        queue.submit(1, length: 8)
        _ = queue.halt()
        #expect(queue.popCompletion()?.status == .stalled)
        queue.submit(2, length: 8)
        #expect(queue.popCompletion()?.status == .stalled)
        queue.clearHalt()
        queue.submit(3, length: 8)
        #expect(queue.popCompletion() == nil)
    }

    @Test func `the endpoint halts after the data before the halt`() {
        let calls = Calls()
        var queue = USBInQueue(packetSize: 8)
        queue.append(.bytes([1, 2], endsTransfer: true))
        var halt = USBInQueue.Run.halt
        halt.onPlaced = { calls.add() }
        queue.append(halt)
        queue.append(.bytes([3]))
        for number in 1...3 { queue.submit(UInt32(number), length: 8) }
        var ends: [USBTransferStatus] = []
        while let completion = queue.popCompletion() {
            for call in completion.before { call() }
            ends.append(completion.status)
        }
        #expect(ends == [.done, .stalled, .stalled] && queue.isHalted && calls.count == 1)
    }

    @Test func `data before a halt is completed with it`() {
        var queue = USBInQueue(packetSize: 8)
        queue.submit(1, length: 64)
        queue.append(.bytes(Self.counted(16), endsTransfer: false))
        queue.append(.halt)
        let completion = queue.popCompletion()
        #expect(completion?.status == .stalled && Self.bytes(completion) == Self.counted(16) && completion?.byteCount == 16)
    }

    @Test func `flushing completes partial transfers, and notifies waiting senders`() {
        let calls = Calls()
        var queue = USBInQueue(packetSize: 8)
        queue.submit(1, length: 64)
        queue.submit(2, length: 64)
        queue.append(.bytes(Self.counted(16), endsTransfer: false))
        #expect(queue.popCompletion() == nil)
        var run = USBInQueue.Run.bytes(Self.counted(100))
        run.onPlaced = { calls.add() }
        queue.append(run)
        let (dropped, ended) = queue.flush()
        for call in dropped { call() }
        #expect(Self.bytes(ended) == Self.counted(16) && ended?.number == 1 && calls.count == 1)
        #expect(queue.isEmpty && queue.requestCount == 1)
    }

    @Test func `a transfer is cancelled once, and not after it has ended`() {
        var queue = USBInQueue(packetSize: 8)
        queue.submit(1, length: 8)
        let (first, second) = (queue.unlink(1), queue.unlink(1))
        #expect(first && !second)
        queue.append(.bytes([1]))
        #expect(queue.popCompletion() == nil)
    }

    /// Counts calls.
    private final class Calls: Sendable {
        private let calls = Guarded(0)
        func add() { calls.withLock { $0 += 1 } }
        var count: Int { calls.withLock { $0 } }
    }
}
