import HotShoeSupport
import Synchronization
import TestSupport
import Testing

@testable import BindingRuntime

/// A sequence that foreign code pulls.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct StreamTests {
    @Test func `elements arrive in order, then the end, repeatedly`() {
        let stream = BindingStream(Source([.element(1), .element(2), .end]))
        let words = (0..<4).map { _ in stream.next(nanoseconds: -1).word }
        #expect(words == ["1", "2", "end", "end"])
        #expect(stream.tryNext().word == "end" && isReadable(stream.descriptor))
    }

    @Test func `a failure is reported to every caller`() {
        let stream = BindingStream(Source([.element(1), .failure]))
        #expect(stream.next(nanoseconds: -1).word == "1")
        for _ in 0..<2 { #expect(stream.next(nanoseconds: -1).word == "failed: Refusal()") }
    }

    @Test func `no element is fetched without demand`() {
        let source = Source((0..<10).map { .element($0) })
        let stream = BindingStream(source)
        _ = stream.descriptor
        #expect(source.demands.count == 0)
        for count in 1...5 {
            #expect(stream.next(nanoseconds: .max).word == "\(count - 1)")
            #expect(source.demands.count == count)
        }
    }

    @Test func `polling demands an element, and the descriptor reports when there is one`() {
        let source = Source()
        let stream = BindingStream(source)
        let descriptor = stream.descriptor
        #expect(stream.tryNext().word == "pending" && stream.tryNext().word == "pending" && !isReadable(descriptor))
        source.demands.elements(atLeast: 1)
        source.send([.element(1)])
        #expect(isReadable(descriptor, within: longestWait))
        #expect(stream.tryNext().word == "1" && !isReadable(descriptor))
        #expect(source.demands.count == 1)
    }

    @Test func `an element that arrives after the timeout is returned to the next caller`() {
        let source = Source()
        let stream = BindingStream(source)
        #expect(stream.next(nanoseconds: 0).word == "timedOut" && stream.next(nanoseconds: 1000).word == "timedOut")
        source.demands.elements(atLeast: 1)
        source.send([.element(1)])
        #expect(stream.next(nanoseconds: -1).word == "1" && source.demands.count == 1)
    }

    @Test func `a one-time handler is called once, when an element is available`() {
        let source = Source()
        let stream = BindingStream(source)
        let calls = Recorder<String>()
        stream.whenReady(queue: nil) { calls.record(stream.tryNext().word) }
        source.demands.elements(atLeast: 1)
        #expect(calls.count == 0)
        source.send([.element(1)])
        #expect(calls.elements(atLeast: 1) == ["1"])
        source.send([.element(2)])
        #expect(stream.next(nanoseconds: -1).word == "2")
        #expect(calls.elements == ["1"])
    }

    @Test func `a one-time handler runs on its queue, promptly if there is an item`() {
        let queue = HandQueue()
        let stream = BindingStream(Source([.element(1), .end]))
        stream.whenReady(queue: queue) {}
        #expect(stream.next(nanoseconds: -1).word == "1")
        #expect(stream.next(nanoseconds: -1).word == "end")
        let before = queue.count
        let calls = Recorder<String>()
        stream.whenReady(queue: queue) { calls.record(stream.tryNext().word) }
        #expect(queue.count == before + 1 && calls.count == 0)
        queue.run()
        #expect(calls.elements == ["end"])
    }

    @Test func `a one-time handler is released by its call, although the thread that queued it still holds the work`() {
        let stream = BindingStream(Source([.end]))
        #expect(stream.next(nanoseconds: -1).word == "end")
        let (queue, releases) = (HoardingQueue(), Recorder<Void>())
        stream.whenReady(queue: queue) { [witness = Witness { releases.record(()) }] in
            withExtendedLifetime(witness) { #expect(releases.count == 0) }
        }
        for work in queue.hoard { work.run() }
        #expect(queue.hoard.count == 1 && releases.count == 1)
    }

    @Test(arguments: [false, true]) func `a one-time handler is called at the end, also when the stream is released`(
        isReleased: Bool
    ) {
        let calls = Recorder<Void>()
        var stream: BindingStream<Source>? = BindingStream(Source())
        stream?.whenReady(queue: nil) { calls.record(()) }
        if !isReleased { stream?.close() }
        stream = nil
        calls.elements(atLeast: 1)
    }

    @Test func `closing wakes waiting threads, cancels the sequence, and is the end`() {
        let source = Source()
        let stream = BindingStream(source)
        let waiting = (0..<3).map { _ in onThread { stream.next(nanoseconds: -1).word } }
        source.demands.elements(atLeast: 1)
        stream.close()
        stream.close()
        for wait in waiting { #expect(wait.elements(atLeast: 1) == ["end"]) }
        source.cancellations.elements(atLeast: 1)
        #expect(stream.next(nanoseconds: -1).word == "end")
    }

    @Test func `closing before anything was wanted runs nothing`() {
        let source = Source([.element(1)])
        let stream = BindingStream(source)
        stream.close()
        #expect(stream.next(nanoseconds: -1).word == "end" && source.demands.count == 0)
    }

    @Test func `releasing a stream closes it and releases the sequence`() {
        let released = Recorder<Int>()
        final class Held: AsyncSequence, AsyncIteratorProtocol, @unchecked Sendable {
            // SAFETY: it has no mutable state.
            typealias Element = Int
            let witness: Witness
            init(_ witness: Witness) { self.witness = witness }
            func makeAsyncIterator() -> Held { self }
            func next() async -> Int? { 1 }
        }
        func run() {
            let stream = BindingStream(Held(Witness { released.record(1) }))
            for _ in 0..<3 { _ = stream.next(nanoseconds: -1) }
        }
        run()
        #expect(released.elements(atLeast: 1) == [1])
    }

    @Test func `each element is delivered to one of the waiting threads`() {
        let count = 300
        let stream = BindingStream(Source((0..<count).map { .element($0) } + [.end]))
        let seen = Recorder<Int>()
        onThreads(3) { _ in
            while case .element(let element) = stream.next(nanoseconds: -1) { seen.record(element.number) }
        }
        #expect(seen.elements.sorted() == Array(0..<count))
    }

    @Test func `pollers and waiting threads share a stream`() {
        let count = 300
        let stream = BindingStream(Source((0..<count).map { .element($0) } + [.end]))
        let (seen, descriptor) = (Recorder<Int>(), stream.descriptor)
        onThreads(2) { thread in
            while true {
                switch thread == 0 ? stream.tryNext() : stream.next(nanoseconds: 50_000) {
                case .element(let element): seen.record(element.number)
                case .pending: _ = isReadable(descriptor, within: 10)
                case .timedOut: continue
                case .end, .failed, .shutDown: return
                }
            }
        }
        #expect(seen.elements.sorted() == Array(0..<count))
    }

    @Test func `shutting down wakes waiting threads`() {
        let (table, source) = (HandleTable(), Source())
        let stream = BindingStream(source)
        _ = table.insert(stream, type: 1)
        let waiting = onThread { stream.next(nanoseconds: -1).word }
        source.demands.elements(atLeast: 1)
        table.shutDown()
        #expect(waiting.elements(atLeast: 1) == ["shutDown"] && stream.next(nanoseconds: -1).word == "shutDown")
        source.cancellations.elements(atLeast: 1)
    }
}
