import Glibc
import HotShoeSupport
import Testing

/// Calls of one handler, one element at a time.
@Suite(.timeLimit(.minutes(5))) struct CallbackDeliveryTests {
    @Test func `elements are delivered in order, on the queue`() {
        let (queue, seen) = (HandQueue(), Recorder<Int>())
        let delivery = CallbackDelivery<Int>(capacity: 10, queue: queue) { seen.record($0) }
        for number in 0..<5 { delivery.send(number) }
        #expect(seen.count == 0, "nothing runs on the sender's thread")
        queue.run()
        #expect(seen.elements == [0, 1, 2, 3, 4])
    }

    @Test func `elements are discarded oldest first if the handler is too slow`() {
        let (queue, seen) = (HandQueue(), Recorder<Int>())
        let delivery = CallbackDelivery<Int>(capacity: 2, queue: queue) { seen.record($0) }
        for number in 0..<5 { delivery.send(number) }
        queue.run()
        #expect(seen.elements == [3, 4])
    }

    @Test func `calls are serial, independent of the sender and the number of the queue's threads`() async {
        let inside = Guarded(0)
        let (overlaps, seen) = (Recorder<Int>(), Recorder<Int>())
        let delivery = CallbackDelivery<Int>(capacity: 10_000, queue: LibraryCallbackQueue.shared) { number in
            if inside.withLock({
                $0 += 1; return $0
            }) > 1 {
                overlaps.record(number)
            }
            seen.record(number)
            inside.withLock { $0 -= 1 }
        }
        await onThreads(4) { _ in for number in 0..<500 { delivery.send(number) } }
        _ = await seen.elements(atLeast: 2000)
        #expect(overlaps.count == 0)
    }

    @Test func `a queue that does not run its work is released with the delivery, and the handler is not called`() {
        let seen = Recorder<Int>()
        weak var released: HandQueue?
        do {
            let queue = HandQueue()
            released = queue
            CallbackDelivery<Int>(capacity: 2, queue: queue) { seen.record($0) }.send(1)
            #expect(queue.count == 1)
        }
        #expect(released == nil)
        #expect(seen.count == 0)
    }

    @Test func `after cancelling no queued element is delivered`() {
        let (queue, seen) = (HandQueue(), Recorder<Int>())
        let delivery = CallbackDelivery<Int>(capacity: 10, queue: queue) { seen.record($0) }
        delivery.send(1)
        delivery.cancel(waits: true)
        delivery.send(2)
        delivery.finish { seen.record(3) }
        queue.run()
        #expect(seen.count == 0)
    }

    @Test func `cancelling waits for the handler that is running on another thread`() async {
        let (entered, mayLeave) = (Latch(), Latch())
        let left = Guarded(false)
        let delivery = CallbackDelivery<Int>(capacity: 10, queue: LibraryCallbackQueue.shared) { _ in
            entered.open()
            mayLeave.wait()
            left.withLock { $0 = true }
        }
        delivery.send(1)
        await onThread { entered.wait() }
        let cancelling = Promise<Bool, Never>()
        startNamedThread("test") {
            delivery.cancel(waits: true)
            cancelling.fulfil(.success(left.withLock { $0 }))
        }
        delivery.cancel(waits: false)
        #expect(!left.withLock { $0 })
        mayLeave.open()
        #expect(await cancelling.result().get())
    }

    @Test func `cancelling from inside the handler does not wait for itself`() async {
        let (source, seen) = (Broadcast<Int>(), Recorder<Int>())
        let own = Guarded<Subscription?>(nil)
        let subscription = source.observe(select: { $0 }) { (number: Int) in
            own.withLock { $0 }?.cancel()
            seen.record(number)
        }
        own.withLock { $0 = subscription }
        for number in 0..<10 { source.send(number) }
        #expect(await seen.elements(atLeast: 1) == [0])
        own.withLock { $0 = nil }
    }

    @Test func `after cancel returns no handler is running or will run, in ten thousand races`() async {
        let failures = Guarded(0)
        await onThreads(2) { _ in
            for _ in 0..<5000 {
                let state = Guarded((isInside: false, isCancelled: false))
                let delivery = CallbackDelivery<Int>(capacity: 8, queue: LibraryCallbackQueue.shared) { _ in
                    let isLate = state.withLock { state in
                        state.isInside = true
                        return state.isCancelled
                    }
                    if isLate { failures.withLock { $0 += 1 } }
                    sched_yield()
                    state.withLock { $0.isInside = false }
                }
                for number in 0..<3 { delivery.send(number) }
                sched_yield()
                delivery.cancel(waits: true)
                let isInside = state.withLock { state in
                    state.isCancelled = true
                    return state.isInside
                }
                if isInside { failures.withLock { $0 += 1 } }
            }
        }
        #expect(failures.withLock { $0 } == 0)
    }

    @Test func `the handler's captures are released exactly once after cancelling`() async {
        let released = Recorder<Int>()
        await onThreads(2) { thread in
            for round in 0..<500 {
                let subscription = {
                    let witness = Witness { released.record(round) }
                    let delivery = CallbackDelivery<Int>(capacity: 8, queue: LibraryCallbackQueue.shared) { _ in
                        withExtendedLifetime(witness) {}
                    }
                    delivery.send(thread)
                    return Subscription { delivery.cancel(waits: $0) }
                }()
                subscription.cancel()
                subscription.cancel()
            }
        }
        #expect(await released.elements(atLeast: 1000).count == 1000)
    }

    @Test func `the last call is made once, after everything queued, and nothing follows`() {
        let (queue, seen) = (HandQueue(), Recorder<String>())
        let delivery = CallbackDelivery<Int>(capacity: 10, queue: queue) { seen.record("\($0)") }
        delivery.send(1)
        delivery.finish { seen.record("end") }
        delivery.finish { seen.record("another end") }
        delivery.send(2)
        queue.run()
        #expect(seen.elements == ["1", "end"])
        delivery.cancel(waits: true)
    }

    @Test func `the handler's captures may use the delivery while they are released`() {
        let (queue, released) = (HandQueue(), Recorder<Int>())
        var delivery: CallbackDelivery<Int>?
        do {
            let own = Guarded<CallbackDelivery<Int>?>(nil)
            let witness = Witness {
                own.withLock { $0 }?.cancel(waits: false)
                released.record(1)
            }
            delivery = CallbackDelivery<Int>(capacity: 1, queue: queue) { _ in withExtendedLifetime(witness) {} }
            own.withLock { [delivery] in $0 = delivery }
        }
        delivery?.finish {}
        queue.run()
        #expect(released.count == 1, "the end releases the handler")
    }

    @Test func `elements may use the delivery while they are discarded`() {
        let (queue, released) = (HandQueue(), Recorder<Int>())
        let delivery = CallbackDelivery<Witness>(capacity: 1, queue: queue) { _ in }
        for name in 0..<2 {
            delivery.send(
                Witness { [weak delivery] in
                    delivery?.cancel(waits: false)
                    released.record(name)
                }
            )
        }
        #expect(released.elements == [0, 1], "the release of the first cancels, which releases the second")
    }

    @Test func `a subscription ends with its last reference`() {
        let ends = Recorder<Bool>()
        do { _ = Subscription { ends.record($0) } }
        #expect(ends.elements == [false], "a release does not wait")
    }
}
