import HotShoeSupport
import Testing

/// One source and its observers.
@Suite(.timeLimit(.minutes(5))) struct BroadcastTests {
    @Test func `all observers receive the same events in the same order, independent of the sender`() async {
        let source = Broadcast<Int>()
        let streams = (0..<5).map { _ in source.stream(capacity: 10_000) { $0 } }
        await onThreads(4) { thread in for number in 0..<500 { source.send(thread * 1000 + number) } }
        // A thread may leave its events to another one that is delivering; by now all have returned.
        let seen = streams.map { stream in (0..<2000).compactMap { _ in stream.popFirst() } }
        #expect(seen[0].count == 2000)
        #expect(seen.allSatisfy { $0 == seen[0] })
        for thread in 0..<4 {
            #expect(seen[0].filter { $0 / 1000 == thread } == (0..<500).map { thread * 1000 + $0 })
        }
    }

    @Test func `the order is that of enqueueing, not of flushing`() {
        let source = Broadcast<Int>()
        let stream = source.stream { $0 }
        source.enqueue([1, 2])
        #expect(stream.popFirst() == nil)
        source.send(3)
        source.flush()
        #expect((0..<4).map { _ in stream.popFirst() } == [1, 2, 3, nil])
    }

    @Test func `an observer gets its first elements before any event`() {
        let source = Broadcast<Int>()
        let stream = source.stream(first: [-2, -1]) { $0 }
        source.send(0)
        #expect((0..<4).map { _ in stream.popFirst() } == [-2, -1, 0, nil])
    }

    @Test func `an observer does not receive an event that was decided before it was added`() {
        let source = Broadcast<Int>()
        let early = source.stream { $0 }
        source.enqueue([1])
        let late = source.stream(first: [1]) { $0 }
        source.enqueue([2])
        source.flush()
        #expect((0..<3).map { _ in early.popFirst() } == [1, 2, nil])
        #expect((0..<3).map { _ in late.popFirst() } == [1, 2, nil], "the first element has the content of the event")
    }

    @Test func `between the first value and the subscription nothing is lost or doubled`() async {
        let value = Guarded(0)
        let source = Broadcast<Int>()
        let keepsDelivering = source.stream(capacity: 1) { $0 }
        let streams = Recorder<EventStream<Int>>()
        await onThreads(3) { thread in
            for _ in 0..<300 {
                if thread == 0 {
                    streams.record(value.withLock { now in source.stream(first: [now], capacity: 1000) { $0 } })
                } else {
                    value.withLock { now in
                        now += 1
                        source.enqueue(CollectionOfOne(now))
                    }
                    source.flush()
                }
            }
        }
        for stream in streams.elements {
            var seen: [Int] = []
            while let number = stream.popFirst() { seen.append(number) }
            #expect(seen == Array((seen.first ?? 0)...600))
        }
        keepsDelivering.cancel()
    }

    /// A queue that runs work on another thread before `enqueue` returns.
    private final class PromptQueue: CallbackQueue {
        func enqueue(_ work: CallbackWork) {
            let isDone = Latch()
            startNamedThread("test") {
                work.run()
                isDone.open()
            }
            isDone.wait()
        }
    }

    @Test func `an observer sees the consequences of its first element, however quick its queue is`() async {
        let source = Broadcast<Int>()
        let seen = Recorder<Int>()
        let subscription = await onThread {
            source.observe(first: [0], queue: PromptQueue(), select: { $0 }) { number in
                seen.record(number)
                if number < 3 { source.send(number + 1) }
            }
        }
        #expect(seen.elements == [0, 1, 2, 3])
        subscription.cancel()
    }

    @Test func `observers may leave while events are delivered`() async {
        let source = Broadcast<Int>()
        await onThreads(4) { thread in
            for number in 0..<300 {
                if thread == 0 {
                    source.send(number)
                } else {
                    let stream = source.stream { $0 }
                    let subscription = source.observe(select: { $0 }, handler: { (_: Int) in })
                    stream.cancel()
                    subscription.cancel()
                }
            }
        }
        #expect(source.observerCount == 0)
    }

    @Test func `an observer may send, observe and leave from within its handler`() async {
        let (source, seen) = (Broadcast<Int>(), Recorder<Int>())
        let own = Guarded<Subscription?>(nil)
        let subscription = source.observe(select: { $0 }) { (number: Int) in
            seen.record(number)
            if number < 3 { source.send(number + 1) } else { own.withLock { $0 }?.cancel() }
        }
        own.withLock { $0 = subscription }
        source.send(0)
        #expect(await seen.elements(atLeast: 4) == [0, 1, 2, 3])
        subscription.cancel()
        #expect(source.observerCount == 0)
        own.withLock { $0 = nil }
    }

    @Test func `a finished source ends its streams, those of later observers too`() async {
        let source = Broadcast<Int>()
        let before = source.stream { $0 }
        source.finish()
        source.send(1)
        let after = source.stream { $0 }
        for await _ in before { Issue.record("nothing was sent before the end") }
        for await _ in after { Issue.record("nothing is sent after the end") }
    }

    @Test func `events that were queued before the end are delivered, even while another thread delivers`() {
        let source = Broadcast<Int>()
        let keepsDelivering = source.stream { (number: Int) -> Int? in
            // During the delivery of the first event, these calls leave their work to the delivering thread.
            if number == 1 {
                source.send(2)
                source.finish()
                source.send(3)
            }
            return number
        }
        let stream = source.stream { $0 }
        source.send(1)
        #expect((0..<3).map { _ in keepsDelivering.popFirst() } == [1, 2, nil])
        #expect((0..<3).map { _ in stream.popFirst() } == [1, 2, nil])
        #expect(source.observerCount == 0)
    }

    @Test func `events that were queued and not flushed are delivered before the end`() async {
        let source = Broadcast<Int>()
        let stream = source.stream { $0 }
        source.enqueue([1, 2])
        source.finish()
        var seen: [Int] = []
        for await number in stream { seen.append(number) }
        #expect(seen == [1, 2])
    }

    @Test func `an observer's captures are released when it leaves`() {
        let (source, released) = (Broadcast<Int>(), Recorder<Int>())
        let stream = {
            let witness = Witness { released.record(1) }
            return source.stream { (number: Int) -> Int? in withExtendedLifetime(witness) { number } }
        }()
        #expect(released.count == 0)
        stream.cancel()
        #expect(released.count == 1)
    }
}
