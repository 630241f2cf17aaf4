import HotShoeSupport
import PTPSession
import TestSupport
import Testing

@testable import VendorKit

/// The memory of the replies with events.
@Suite(.timeLimit(.minutes(5))) struct ReplyCollectorTests {
    private static func deliver(_ bytes: [UInt8], to collector: ReplyCollector) -> Bool {
        unsafe collector.dataReceived(bytes.span.bytes)
    }

    @Test func `a reply consists of its pieces, up to the limit`() {
        let collector = ReplyCollector(limit: 4)
        #expect(Self.deliver([1, 2], to: collector) && Self.deliver([3, 4], to: collector))
        #expect(!Self.deliver([5], to: collector))
        #expect(collector.byteCount == 4)
        #expect(collector.withBytes { $0 } == [1, 2, 3, 4])
        collector.dataBegan(announcedBytes: 1)
        #expect(collector.byteCount == 0)
    }

    @Test func `a parser may use the collector, and another thread is not blocked by it`() async throws {
        let collector = ReplyCollector(limit: 10)
        _ = Self.deliver([1, 2, 3], to: collector)
        let parsed = Guarded<[Int]>([])
        // On a separate thread, because a failure blocks it.
        startNamedThread("test.parser") {
            let count = collector.withBytes { bytes -> Int in
                collector.clear()
                return bytes.count + collector.byteCount
            }
            parsed.withLock { $0.append(count) }
        }
        try await until("the parser has returned") { parsed.withLock { $0 } == [3] }
    }

    @Test func `memory for small replies is kept, and for a large one released`() {
        let collector = ReplyCollector(limit: 1 << 20)
        for (size, isKept) in [(1000, true), (1 << 19, false)] {
            _ = Self.deliver([UInt8](repeating: 7, count: size), to: collector)
            collector.clear()
            #expect((collector.withBytes { $0.capacity } >= size) == isKept, "\(size)")
        }
    }
}
