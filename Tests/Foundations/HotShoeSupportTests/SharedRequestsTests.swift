import TestSupport
import Testing

@testable import HotShoeSupport

/// Identical requests are combined into one.
@Suite(.timeLimit(.minutes(5))) struct SharedRequestsTests {
    private enum Failure: Error, Equatable {
        case cancelled
        case broken
    }

    private typealias Requests = SharedRequests<String, Int, Failure>

    /// Work that runs until its result is set, and records its start and cancellation.
    private final class Work: Sendable {
        let starts = Recorder<String>()
        let cancellations = Recorder<String>()
        let result = Promise<Int, Failure>()

        func run(_ name: String) async -> Result<Int, Failure> {
            starts.record(name)
            let result = await result.resultUnlessCancelled()
            if result == nil { cancellations.record(name) }
            return result ?? .failure(.cancelled)
        }
    }

    private func request(_ requests: Requests, _ key: String, _ work: Work) -> Task<Result<Int, Failure>, Never> {
        Task { await requests.value(for: key, cancelled: .cancelled) { await work.run(key) } }
    }

    @Test(arguments: [Result<Int, Failure>.success(7), .failure(.broken)])
    private func `all callers with the same request receive the one result`(result: Result<Int, Failure>) async throws {
        let (requests, work) = (Requests(), Work())
        let callers = (0..<20).map { _ in request(requests, "a", work) }
        _ = await work.starts.elements(atLeast: 1)
        try await joined(requests, "a", 20)
        work.result.fulfil(result)
        for caller in callers { #expect(await caller.value == result) }
        #expect(work.starts.elements == ["a"])
        #expect(requests.count == 0)
    }

    @Test func `different requests do not share`() async {
        let (requests, work) = (Requests(), Work())
        let callers = ["a", "b"].map { request(requests, $0, work) }
        #expect(await work.starts.elements(atLeast: 2).sorted() == ["a", "b"])
        #expect(requests.count == 2)
        work.result.fulfil(.success(1))
        for caller in callers { #expect(await caller.value == .success(1)) }
    }

    @Test func `a cancelled caller returns immediately, and the others receive the result`() async throws {
        let (requests, work) = (Requests(), Work())
        let callers = (0..<3).map { _ in request(requests, "a", work) }
        try await joined(requests, "a", 3)
        callers[0].cancel()
        #expect(await callers[0].value == .failure(.cancelled))
        work.result.fulfil(.success(2))
        #expect(await callers[1].value == .success(2))
        #expect(await callers[2].value == .success(2))
        #expect(work.cancellations.count == 0)
    }

    @Test func `the last cancelled caller cancels the work`() async throws {
        let (requests, work) = (Requests(), Work())
        let callers = (0..<3).map { _ in request(requests, "a", work) }
        try await joined(requests, "a", 3)
        for caller in callers {
            #expect(work.cancellations.count == 0)
            caller.cancel()
            _ = await caller.value
        }
        #expect(await work.cancellations.elements(atLeast: 1) == ["a"])
        #expect(requests.count == 0)
    }

    @Test func `a request after the end is a new one`() async {
        let requests = Requests()
        for number in 0..<3 {
            #expect(await requests.value(for: "a", cancelled: .cancelled) { .success(number) } == .success(number))
        }
    }

    @Test func `a request after the last caller left does not join the cancelled work`() async {
        let (requests, old, new) = (Requests(), Work(), Work())
        let abandoned = request(requests, "a", old)
        _ = await old.starts.elements(atLeast: 1)
        abandoned.cancel()
        _ = await abandoned.value
        let caller = request(requests, "a", new)
        _ = await new.starts.elements(atLeast: 1)
        _ = await old.cancellations.elements(atLeast: 1)
        #expect(requests.count == 1, "the end of the old work does not take the new away")
        new.result.fulfil(.success(5))
        #expect(await caller.value == .success(5))
    }

    @Test func `joining, leaving and ending at the same time loses no caller`() async {
        let requests = Requests()
        for round in 0..<200 {
            await withTaskGroup(of: Result<Int, Failure>.self) { group in
                for _ in 0..<8 {
                    group.addTask { await requests.value(for: "a", cancelled: .cancelled) { .success(round) } }
                }
                if round.isMultiple(of: 2) { group.cancelAll() }
                for await result in group { #expect(result == .success(round) || result == .failure(.cancelled)) }
            }
        }
    }

    private func joined(_ requests: Requests, _ key: String, _ count: Int) async throws {
        try await until("\(count) callers wait for the request") { requests.waiterCount(for: key) >= count }
    }
}
