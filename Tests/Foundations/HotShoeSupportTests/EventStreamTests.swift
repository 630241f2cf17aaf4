import TestSupport
import Testing

@testable import HotShoeSupport

/// Events as an asynchronous sequence, for one consumer.
@Suite(.timeLimit(.minutes(5))) struct EventStreamTests {
    @Test func `elements are received in the order in which they were sent`() async {
        let source = Broadcast<Int>()
        let stream = source.stream { $0 }
        for number in 0..<100 { source.send(number) }
        var seen: [Int] = []
        for await number in stream.prefix(100) { seen.append(number) }
        #expect(seen == Array(0..<100))
    }

    @Test func `an element wakes the consumer that waits for it`() async {
        let source = Broadcast<Int>()
        let stream = source.stream { $0 }
        let consumer = Task { await stream.next() }
        source.send(5)
        #expect(await consumer.value == 5)
    }

    @Test func `observation starts when the stream is made`() async {
        let source = Broadcast<Int>()
        source.send(1)
        let stream = source.stream { $0 }
        source.send(2)
        #expect(stream.popFirst() == 2)
        #expect(stream.popFirst() == nil)
    }

    @Test func `elements that are not consumed are discarded oldest first, and counted`() {
        let source = Broadcast<Int>()
        let stream = source.stream(capacity: 3) { $0 }
        for number in 0..<10 { source.send(number) }
        #expect(stream.droppedCount == 7)
        #expect((0..<4).map { _ in stream.popFirst() } == [7, 8, 9, nil])
    }

    @Test func `an event that is not selected is passed over`() {
        let source = Broadcast<Int>()
        let stream = source.stream { $0.isMultiple(of: 2) ? "\($0)" : nil }
        for number in 0..<5 { source.send(number) }
        #expect((0..<4).map { _ in stream.popFirst() } == ["0", "2", "4", nil])
    }

    @Test func `cancelling the stream keeps queued elements and then ends`() async {
        let source = Broadcast<Int>()
        let stream = source.stream { $0 }
        source.send(1)
        stream.cancel()
        source.send(2)
        #expect(await stream.next() == 1)
        #expect(await stream.next() == nil)
        #expect(source.observerCount == 0)
    }

    @Test func `cancelling the stream ends the consumer that waits`() async {
        let stream = Broadcast<Int>().stream { $0 }
        let source = Broadcast<Int>()
        let living = source.stream { $0 }
        let consumer = Task { await living.next() }
        living.cancel()
        #expect(await consumer.value == nil)
        #expect(await stream.next() == nil, "its source was released")
    }

    @Test func `a cancelled task receives the end, and the stream continues`() async {
        let source = Broadcast<Int>()
        let stream = source.stream { $0 }
        let consumer = Task { await stream.next() }
        consumer.cancel()
        #expect(await consumer.value == nil)
        source.send(3)
        #expect(await stream.next() == 3)
    }

    @Test func `the sequence ends after the queued elements when its source is released`() async {
        var source: Broadcast<Int>? = Broadcast()
        let stream = source!.stream { $0 }
        source!.send(1)
        source = nil
        var seen: [Int] = []
        for await number in stream { seen.append(number) }
        #expect(seen == [1])
    }

    @Test func `the observation ends with the last copy of the stream and its iterators`() {
        let source = Broadcast<Int>()
        var iterator: EventStream<Int>.Iterator?
        do {
            let stream = source.stream { $0 }
            iterator = stream.makeAsyncIterator()
        }
        #expect(source.observerCount == 1)
        withExtendedLifetime(iterator) {}
        iterator = nil
        #expect(source.observerCount == 0)
    }

    @Test func `a second consumer gets the end, and the first keeps its place`() async throws {
        let mailbox = Mailbox<Int>(capacity: 4)
        let first = Task { await mailbox.next() }
        try await until("the first consumer waits") { mailbox.hasWaiter }
        #expect(await mailbox.next() == nil)
        mailbox.send(1)
        #expect(await first.value == 1)
    }

    @Test func `a second consumer that is cancelled does not end the first one's wait`() async throws {
        let mailbox = Mailbox<Int>(capacity: 4)
        let first = Task { await mailbox.next() }
        try await until("the first consumer waits") { mailbox.hasWaiter }
        #expect(await whenCancelled { await mailbox.next() } == nil)
        #expect(mailbox.hasWaiter)
        mailbox.send(1)
        #expect(await first.value == 1)
    }

    @Test func `an element may use its mailbox while it is discarded`() {
        let counts = Recorder<Int>()
        let mailbox = Mailbox<Witness>(capacity: 1)
        for _ in 0..<3 { mailbox.send(Witness { [weak mailbox] in counts.record(mailbox?.droppedCount ?? -1) }) }
        #expect(counts.elements == [1, 2])
    }

    @Test func `sending, finishing and cancelling at the same time resumes the consumer exactly once`() async {
        for _ in 0..<1000 {
            let mailbox = Mailbox<Int>(capacity: 1)
            let consumer = Task { await mailbox.next() }
            async let sent: Void = mailbox.send(1)
            async let finished: Void = mailbox.finish()
            consumer.cancel()
            _ = await (sent, finished, consumer.value)
            #expect(!mailbox.hasWaiter)
        }
    }
}

extension EventStream {
    fileprivate func next() async -> Element? { await makeAsyncIterator().next() }
}
