import HotShoeSupport
import TestSupport
import Testing

@testable import BindingRuntime

/// A sequence that calls foreign code.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SubscriptionTests {
    private typealias Stream = BindingStream<Source>

    private func subscribe(
        _ stream: Stream,
        _ seen: Recorder<String>,
        on queue: (any CallbackQueue)? = nil,
        _ handler: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> Subscription {
        stream.subscribe(queue: queue) { element in
            seen.record("\(element.number)")
            handler(element.number)
        } onEnd: { error in
            seen.record(error.map { "failed: \($0)" } ?? "end")
        }
    }

    @Test func `the handler gets every element, then the end, once`() {
        let seen = Recorder<String>()
        let stream = Stream(Source((0..<100).map { .element($0) } + [.end]))
        let subscription = subscribe(stream, seen)
        #expect(seen.elements(atLeast: 101) == (0..<100).map { "\($0)" } + ["end"])
        subscription.cancel()
        stream.close()
        #expect(seen.count == 101)
    }

    @Test func `a failure ends it with the error`() {
        let seen = Recorder<String>()
        let subscription = subscribe(Stream(Source([.element(1), .failure])), seen)
        #expect(seen.elements(atLeast: 2) == ["1", "failed: Refusal()"])
        subscription.cancel()
    }

    @Test func `the next element is fetched only when the handler has returned`() {
        let (seen, source, inside, proceed) = (Recorder<String>(), Source((0..<5).map { .element($0) }), Latch(), Latch())
        let subscription = subscribe(Stream(source), seen) { _ in
            inside.open()
            proceed.wait()
        }
        inside.wait()
        #expect(source.demands.count == 1)
        proceed.open()
        #expect(seen.elements(atLeast: 5).count == 5)
        subscription.cancel()
    }

    @Test func `handlers run on the queue, and nothing is fetched while it does not run`() {
        let (seen, source, queue) = (Recorder<String>(), Source((0..<5).map { .element($0) } + [.end]), PumpedQueue())
        let subscription = subscribe(Stream(source), seen, on: queue)
        #expect(isReadable(queue.descriptor, within: longestWait))
        #expect(seen.count == 0 && source.demands.count == 1)
        while seen.elements.last != "end" { if isReadable(queue.descriptor, within: longestWait) { _ = queue.runPending() } }
        #expect(seen.count == 6)
        subscription.cancel()
    }

    @Test func `the handler may cancel its own subscription, and nothing more is fetched`() {
        let (seen, source) = (Recorder<String>(), Source((0..<5).map { .element($0) }))
        let box = Guarded<Subscription?>(nil)
        let (ready, cancelled) = (Latch(), Latch())
        let stream = Stream(source)
        let subscription = subscribe(stream, seen) { _ in
            ready.wait()
            box.withLock { $0 }?.cancel()
            cancelled.open()
        }
        box.withLock { $0 = subscription }
        ready.open()
        cancelled.wait()
        subscription.cancel()
        #expect(seen.elements == ["0"] && source.demands.count == 1)
        #expect(stream.next(nanoseconds: -1).word == "1", "the rest is the next taker's")
    }

    @Test func `cancelling waits for the running handler and releases its captures`() {
        let (seen, released, inside, proceed) = (Recorder<String>(), Recorder<Int>(), Latch(), Latch())
        let source = Source([.element(0)])
        let stream = Stream(source)
        func start() -> Subscription {
            let witness = Witness { released.record(1) }
            return subscribe(stream, seen) { _ in
                inside.open()
                proceed.wait()
                withExtendedLifetime(witness) {}
            }
        }
        let subscription = start()
        inside.wait()
        let cancelling = onThread { subscription.cancel() }
        #expect(cancelling.count == 0 && released.count == 0)
        proceed.open()
        cancelling.elements(atLeast: 1)
        released.elements(atLeast: 1)
        source.send([.element(1)])
        #expect(stream.next(nanoseconds: -1).word == "1" && seen.elements == ["0"])
    }

    @Test func `cancelling without a pending element releases the handler immediately`() {
        let (seen, released, source) = (Recorder<String>(), Recorder<Int>(), Source())
        let stream = Stream(source)
        func start() -> Subscription {
            let witness = Witness { released.record(1) }
            return subscribe(stream, seen) { _ in withExtendedLifetime(witness) {} }
        }
        let subscription = start()
        source.demands.elements(atLeast: 1)
        subscription.cancel()
        #expect(released.count == 1)
        withExtendedLifetime(stream) {}
    }

    @Test func `never two calls of a handler at a time`() {
        let (inside, overlaps, seen) = (SharedCount(), SharedCount(), Recorder<String>())
        let entered = Guarded(0)
        let subscription = subscribe(Stream(Source((0..<500).map { .element($0) } + [.end])), seen) { _ in
            if entered.withLock({
                $0 += 1; return $0
            }) > 1 {
                overlaps.add()
            }
            inside.add()
            entered.withLock { $0 -= 1 }
        }
        seen.elements(atLeast: 501)
        subscription.cancel()
        #expect(overlaps.count == 0 && inside.count == 500)
    }

    @Test func `two subscriptions and a thread share the elements`() {
        let (seen, pulled) = (Recorder<String>(), Recorder<String>())
        let stream = Stream(Source((0..<300).map { .element($0) } + [.end]))
        let subscriptions = [subscribe(stream, seen), subscribe(stream, seen)]
        onThreads(1) { _ in
            while case .element(let element) = stream.next(nanoseconds: -1) { pulled.record("\(element.number)") }
        }
        let words = seen.elements(atLeast: 302 - pulled.count) + pulled.elements
        #expect(Set(words.filter { $0 != "end" }).count == 300 && words.count == 302)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test func `a subscription keeps its stream; releasing both ends it`() {
        let (seen, source) = (Recorder<String>(), Source())
        var subscription: Subscription? = subscribe(Stream(source), seen)
        source.demands.elements(atLeast: 1)
        source.send([.element(1)])
        #expect(seen.elements(atLeast: 1) == ["1"])
        source.demands.elements(atLeast: 2)
        withExtendedLifetime(subscription) {}
        subscription = nil
        source.cancellations.elements(atLeast: 1)
        #expect(seen.elements == ["1"], "a released subscription is not called")
    }

    @Test func `closing the stream is the end for a subscriber`() {
        let (seen, source) = (Recorder<String>(), Source())
        let stream = Stream(source)
        let subscription = subscribe(stream, seen)
        source.demands.elements(atLeast: 1)
        stream.close()
        #expect(seen.elements(atLeast: 1) == ["end"])
        subscription.cancel()
    }

    @Test func `closing a queue with queued work ends all waits and keeps nothing alive`() {
        let (seen, released, queue) = (Recorder<String>(), Recorder<Int>(), PumpedQueue())
        func start() -> Subscription {
            let witness = Witness { released.record(1) }
            return subscribe(Stream(Source([.element(1)])), seen, on: queue) { _ in withExtendedLifetime(witness) {} }
        }
        let subscription = start()
        #expect(isReadable(queue.descriptor, within: longestWait))
        queue.close()
        subscription.cancel()
        // The thread that delivered it may still hold it briefly.
        #expect(released.elements(atLeast: 1) == [1] && seen.count == 0)
    }

    @Test func `shutting down ends subscriptions in silence`() {
        let (table, seen, source) = (HandleTable(), Recorder<String>(), Source())
        let stream = Stream(source)
        let subscription = subscribe(stream, seen)
        _ = table.insert(stream, type: 1)
        _ = table.insert(subscription, type: 2)
        source.demands.elements(atLeast: 1)
        table.shutDown()
        source.cancellations.elements(atLeast: 1)
        #expect(seen.count == 0)
    }
}
