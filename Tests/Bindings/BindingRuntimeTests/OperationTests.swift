import HotShoeSupport
import TestSupport
import Testing

@testable import BindingRuntime

/// One running asynchronous call.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct OperationTests {
    /// A call that ends when the test resolves the promise.
    private func held(_ promise: Promise<Int, Never>) -> BindingOperation<Int> {
        .start { await promise.result().get() }
    }

    @Test func `a wait ends when the call does, and the result stays`() {
        let promise = Promise<Int, Never>()
        let operation = held(promise)
        #expect(operation.wait(nanoseconds: 0) == .timedOut && !operation.isDone && operation.result() == nil)
        #expect(operation.wait(nanoseconds: 1) == .timedOut)
        let waiting = (0..<3).map { _ in onThread { operation.wait(nanoseconds: -1) } }
        promise.fulfil(.success(7))
        for wait in waiting { #expect(wait.elements(atLeast: 1) == [.ok]) }
        #expect(operation.wait(nanoseconds: .max) == .ok && operation.wait(nanoseconds: 0) == .ok && operation.isDone)
        for _ in 0..<2 { #expect(try! operation.result()?.get() == 7) }
    }

    @Test func `an operation of foreign code ends when it is completed`() {
        let (operation, completion) = BindingOperation<Int>.make()
        #expect(operation.wait(nanoseconds: 0) == .timedOut && !completion.isCancelled)
        let done = Recorder<Void>()
        operation.whenDone(queue: nil) { done.record(()) }
        #expect(completion.complete(with: .success(7)))
        #expect(!completion.complete(with: .success(8)) && !completion.fail(Source.Refusal()))
        done.elements(atLeast: 1)
        #expect(operation.isDone && isReadable(operation.descriptor))
        #expect(try! operation.result()?.get() == 7)
    }

    @Test func `a handler is released by its call, although the thread that queued it still holds the work`() {
        let (operation, completion) = BindingOperation<Int>.make()
        let queue = HoardingQueue()
        let releases = Recorder<Void>()
        operation.whenDone(queue: queue) { [witness = Witness { releases.record(()) }] in
            withExtendedLifetime(witness) { #expect(releases.count == 0) }
        }
        #expect(completion.complete(with: .success(7)))
        for work in queue.hoard { work.run() }
        #expect(queue.hoard.count == 1 && releases.count == 1)
    }

    @Test(arguments: [false, true]) func `cancelling or releasing an operation of foreign code cancels its completion`(
        isReleased: Bool
    ) {
        var (operation, completion): (BindingOperation<Int>?, ForeignCompletion<Int>) = BindingOperation<Int>.make()
        let cancellations = Recorder<Void>()
        completion.onCancel { cancellations.record(()) }
        if isReleased { operation = nil } else { operation?.cancel() }
        cancellations.elements(atLeast: 1)
        #expect(completion.isCancelled)
        // The call decides when it ends.
        #expect(operation?.isDone != true)
        #expect(completion.fail(CancellationError()))
        #expect(isReleased || operation?.wait(nanoseconds: -1) == .ok)
    }

    @Test func `a completion that is released ends its operation with an error`() {
        var (operation, completion): (BindingOperation<Int>, ForeignCompletion<Int>?) = BindingOperation<Int>.make()
        completion = nil
        #expect(operation.wait(nanoseconds: -1) == .ok)
        #expect(throws: ForeignError.self) { try operation.result()?.get() }
        (operation, completion) = BindingOperation<Int>.make()
        operation.shutDown()
        #expect(operation.wait(nanoseconds: -1) == .shutDown && completion?.isCancelled == true)
    }

    @Test func `an error is a result`() {
        let operation = BindingOperation<Int>.start { throw Source.Refusal() }
        #expect(operation.wait(nanoseconds: -1) == .ok)
        #expect(throws: Source.Refusal.self) { try operation.result()?.get() }
    }

    @Test func `cancelling requests the end, and the call's error is the result`() {
        let source = Source()
        let operation = BindingOperation.start {
            var iterator = source.makeAsyncIterator()
            _ = try await iterator.next()
            try Task.checkCancellation()
            return 1
        }
        source.demands.elements(atLeast: 1)
        operation.cancel()
        operation.cancel()
        #expect(operation.wait(nanoseconds: -1) == .ok)
        #expect(throws: CancellationError.self) { try operation.result()?.get() }
        #expect(source.cancellations.count == 1)
    }

    @Test func `the descriptor is readable after the end, whether it was requested before or after`() {
        let promise = Promise<Int, Never>()
        let operation = held(promise)
        let descriptor = operation.descriptor
        #expect(descriptor >= 0 && descriptor == operation.descriptor && !isReadable(descriptor))
        promise.fulfil(.success(1))
        #expect(isReadable(descriptor, within: longestWait) && isReadable(descriptor))
        #expect(operation.wait(nanoseconds: 0) == .ok)
        let late = held(promise)
        #expect(late.wait(nanoseconds: -1) == .ok && isReadable(late.descriptor))
    }

    @Test func `a handler is called once, on its queue, whether it was added before or after the end`() {
        let (promise, queue, seen) = (Promise<Int, Never>(), HandQueue(), Recorder<Int>())
        let operation = held(promise)
        operation.whenDone(queue: queue) { seen.record(1) }
        operation.whenDone(queue: nil) { seen.record(10) }
        #expect(queue.count == 0)
        promise.fulfil(.success(1))
        #expect(seen.elements(atLeast: 1) == [10] && operation.wait(nanoseconds: -1) == .ok)
        queue.run()
        operation.whenDone(queue: queue) { seen.record(2) }
        #expect(seen.count == 2, "not on the thread that asks")
        queue.run()
        queue.run()
        #expect(seen.elements == [10, 1, 2])
    }

    @Test func `releasing an operation cancels it and releases its handlers without calling them`() {
        let (source, released, called) = (Source(), Recorder<Int>(), Recorder<Int>())
        let witnesses = [Witness { released.record(1) }, Witness { released.record(2) }]
        func run(_ body: Witness, _ handler: Witness) {
            let operation = BindingOperation.start {
                var iterator = source.makeAsyncIterator()
                _ = try await iterator.next()
                withExtendedLifetime(body) {}
            }
            operation.whenDone(queue: HandQueue()) {
                called.record(1)
                withExtendedLifetime(handler) {}
            }
            source.demands.elements(atLeast: 1)
        }
        { (witnesses: consuming [Witness]) in run(witnesses[0], witnesses[1]) }(witnesses)
        source.cancellations.elements(atLeast: 1)
        #expect(called.count == 0)
    }

    @Test func `an operation releases what it captured`() {
        let released = Recorder<Int>()
        func run() {
            let (body, value) = (Witness { released.record(1) }, UncheckedBox(value: Witness { released.record(2) }))
            let operation = BindingOperation<Witness>.start {
                withExtendedLifetime(body) {}
                return value.value
            }
            #expect(operation.wait(nanoseconds: -1) == .ok)
            operation.whenDone(queue: HandQueue()) { withExtendedLifetime(body) {} }
        }
        run()
        #expect(Set(released.elements(atLeast: 2)) == [1, 2])
    }

    @Test func `shutting down wakes waiting threads and calls no handler`() {
        let (table, source, queue, seen) = (HandleTable(), Source(), HandQueue(), Recorder<Int>())
        let operation = BindingOperation.start {
            var iterator = source.makeAsyncIterator()
            _ = try await iterator.next()
        }
        operation.whenDone(queue: queue) { seen.record(1) }
        _ = table.insert(operation, type: 1)
        source.demands.elements(atLeast: 1)
        let waiting = onThread { operation.wait(nanoseconds: -1) }
        table.shutDown()
        #expect(waiting.elements(atLeast: 1) == [.shutDown])
        source.cancellations.elements(atLeast: 1)
        operation.whenDone(queue: queue) { seen.record(2) }
        queue.run()
        #expect(seen.count == 0 && isReadable(operation.descriptor))
    }

    @Test func `main-actor work is run there`() async {
        let operation = BindingOperation.startOnMainActor {
            MainActor.assertIsolated()
            return 3
        }
        let wait = onThread { operation.wait(nanoseconds: -1) }
        #expect(wait.elements(atLeast: 1) == [.ok])
        #expect(try! operation.result()?.get() == 3)
    }
}
