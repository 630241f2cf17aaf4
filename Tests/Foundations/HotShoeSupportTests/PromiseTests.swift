import Testing

@testable import HotShoeSupport

/// A value that is set once.
@Suite(.timeLimit(.minutes(5))) struct PromiseTests {
    private struct Broken: Error, Equatable {}

    @Test func `a promise is fulfilled once: the first result counts`() async {
        let promise = Promise<Int, Broken>()
        #expect(promise.current == nil)
        #expect(promise.fulfil(.success(1)))
        #expect(!promise.fulfil(.success(2)))
        #expect(!promise.fulfil(.failure(Broken())))
        #expect(promise.current == .success(1))
        #expect(await promise.result() == .success(1))
        #expect(await promise.resultUnlessCancelled() == .success(1))
    }

    @Test func `every waiting caller receives the result`() async {
        let promise = Promise<Int, Broken>()
        await withTaskGroup(of: Result<Int, Broken>?.self) { group in
            for index in 0..<50 {
                group.addTask { index.isMultiple(of: 2) ? await promise.result() : await promise.resultUnlessCancelled() }
            }
            promise.fulfil(.failure(Broken()))
            for await result in group { #expect(result == .failure(Broken())) }
        }
    }

    @Test func `a caller that was cancelled before waiting receives nothing, and the promise is unchanged`() async {
        let promise = Promise<Int, Never>()
        #expect(await whenCancelled { await promise.resultUnlessCancelled() } == nil)
        #expect(promise.fulfil(.success(1)))
    }

    @Test func `a caller that is cancelled while waiting returns immediately, and the others continue to wait`() async {
        let promise = Promise<Int, Never>()
        let patient = Task { await promise.resultUnlessCancelled() }
        let impatient = Task { await promise.resultUnlessCancelled() }
        impatient.cancel()
        #expect(await impatient.value == nil)
        promise.fulfil(.success(7))
        #expect(await patient.value == .success(7))
    }

    @Test func `an available result is returned to cancelled callers as well`() async {
        let promise = Promise<Int, Never>()
        promise.fulfil(.success(3))
        #expect(await whenCancelled { await promise.resultUnlessCancelled() } == .success(3))
    }

    @Test func `waiting without regard to cancellation continues`() async {
        let promise = Promise<Int, Never>()
        let task = Task { await promise.result() }
        task.cancel()
        promise.fulfil(.success(4))
        #expect(await task.value == .success(4))
    }

    @Test func `of threads that fulfil at the same time one wins`() async {
        for _ in 0..<200 {
            let (promise, winners) = (Promise<Int, Never>(), Recorder<Int>())
            await onThreads(3) { index in if promise.fulfil(.success(index)) { winners.record(index) } }
            #expect(winners.elements.count == 1)
            #expect(promise.current == winners.elements.first.map { .success($0) })
        }
    }

    @Test func `settling and cancelling at the same time resumes the waiter exactly once`() async {
        for _ in 0..<2000 {
            let promise = Promise<Int, Never>()
            let waiter = Task { await promise.resultUnlessCancelled() }
            async let settled: Void = { _ = promise.fulfil(.success(1)) }()
            waiter.cancel()
            await settled
            let result = await waiter.value
            #expect(result == nil || result == .success(1))
        }
    }
}
