import HotShoeSupport
import TestSupport
import Testing

@testable import BindingRuntime

/// Queues that the application runs.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct QueueTests {
    @Test func `work runs in order on the requesting thread, and work that arrives in the meantime waits`() {
        let (queue, seen) = (PumpedQueue(), Recorder<Int>())
        for number in 0..<3 {
            queue.enqueue(
                CallbackWork {
                    seen.record(number)
                    queue.enqueue(CallbackWork { seen.record(number + 10) })
                }
            )
        }
        #expect(seen.count == 0)
        #expect(queue.runPending() == 3 && seen.elements == [0, 1, 2])
        #expect(queue.runPending() == 3 && queue.runPending() == 0)
        #expect(seen.elements == [0, 1, 2, 10, 11, 12])
    }

    @Test func `a nested run performs the remaining work, and the outer run nothing that was added later`() {
        let (queue, seen) = (PumpedQueue(), Recorder<Int>())
        let nested = Recorder<Int>()
        queue.enqueue(
            CallbackWork {
                seen.record(0)
                nested.record(queue.runPending())
                queue.enqueue(CallbackWork { seen.record(9) })
            }
        )
        for number in 1...2 { queue.enqueue(CallbackWork { seen.record(number) }) }
        #expect(queue.runPending() == 1 && nested.elements == [2])
        #expect(seen.elements == [0, 1, 2])
        #expect(queue.runPending() == 1 && seen.elements.last == 9)
    }

    @Test func `the descriptor is readable while work waits`() {
        let queue = PumpedQueue()
        queue.enqueue(CallbackWork {})
        let descriptor = queue.descriptor
        #expect(isReadable(descriptor))
        _ = queue.runPending()
        #expect(!isReadable(descriptor))
        queue.enqueue(CallbackWork {})
        queue.enqueue(CallbackWork {})
        #expect(isReadable(descriptor))
        queue.close()
        #expect(!isReadable(descriptor))
    }

    @Test func `a queue releases work that did not run when it is closed and when it is released`() {
        let released = Recorder<Int>()
        func work(_ number: Int) -> CallbackWork {
            let witness = Witness { released.record(number) }
            return CallbackWork { withExtendedLifetime(witness) {} }
        }
        var queue: PumpedQueue? = PumpedQueue()
        queue!.enqueue(work(1))
        queue!.close()
        #expect(released.elements == [1])
        queue!.enqueue(work(2))
        #expect(released.elements == [1, 2] && queue!.runPending() == 0)
        queue = PumpedQueue()
        queue!.enqueue(work(3))
        queue = nil
        #expect(released.elements == [1, 2, 3])
    }

    @Test func `the main queue is served by the main thread only`() {
        #expect(onThread { MainQueue.runPending() }.elements(atLeast: 1) == [.wrongThread])
    }

    @Test func `a delivery loses nothing, in order, even when it is released`() {
        let (queue, seen) = (HandQueue(), Recorder<Int>())
        var delivery: ForeignDelivery<Int>? = ForeignDelivery(queue: queue) { seen.record($0) }
        for number in 0..<2000 { delivery!.send(number) }
        delivery = nil
        #expect(seen.count == 0)
        queue.run()
        #expect(seen.elements == Array(0..<2000))
    }

    @Test func `a delivery makes one call at a time for all senders`() {
        let (seen, overlaps) = (Recorder<Int>(), SharedCount())
        let entered = Guarded(0)
        let delivery = ForeignDelivery<Int>(queue: nil) { number in
            if entered.withLock({
                $0 += 1; return $0
            }) > 1 {
                overlaps.add()
            }
            seen.record(number)
            entered.withLock { $0 -= 1 }
        }
        onThreads(4) { thread in for number in 0..<500 { delivery.send(thread * 1000 + number) } }
        let elements = seen.elements(atLeast: 2000)
        #expect(overlaps.count == 0)
        for thread in 0..<4 { #expect(elements.filter { $0 / 1000 == thread } == (0..<500).map { thread * 1000 + $0 }) }
    }

    @Test func `a closed queue releases a delivery's handler with the queued elements`() {
        let (queue, released) = (PumpedQueue(), Recorder<Int>())
        func make() -> ForeignDelivery<Witness> {
            let witness = Witness { released.record(1) }
            return ForeignDelivery(queue: queue) { _ in withExtendedLifetime(witness) {} }
        }
        let delivery = make()
        delivery.send(Witness { released.record(2) })
        #expect(released.count == 0)
        queue.close()
        #expect(Set(released.elements) == [1, 2])
        delivery.send(Witness { released.record(3) })
        #expect(released.count == 3)
    }
}
