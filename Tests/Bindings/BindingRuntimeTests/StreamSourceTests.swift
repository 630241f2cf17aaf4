import HotShoeSupport
import TestSupport
import Testing

@testable import BindingRuntime

/// Streams that foreign code produces and Swift code consumes.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct StreamSourceTests {
    /// Runs jobs on a separate thread; blocks the enqueuing thread if a gate is set.
    private final class GatedExecutor: TaskExecutor {
        private let thread = ThreadExecutor(name: "gated")
        private let gate = Guarded<(@Sendable () -> Void)?>(nil)

        func close(_ wait: @escaping @Sendable () -> Void) { gate.withLock { $0 = wait } }

        func enqueue(_ job: consuming ExecutorJob) {
            let gate = gate.withLock { gate in
                defer { gate = nil }
                return gate
            }
            gate?()
            thread.enqueue(job)
        }

        func stop() { thread.stop() }
    }

    @Test(arguments: [false, true])
    func `a task that is cancelled while an element arrives does not wait for the sender`(throwing: Bool) async {
        let executor = GatedExecutor()
        defer { executor.stop() }
        let (source, stream) = StreamSource<Int>.make()
        let (seen, arriving, cancelled) = (Recorder<Int>(), Latch(), Latch())
        let task = Task(executorPreference: executor) {
            if throwing {
                for try await element in stream.asyncThrowingStream() { seen.record(element) }
            } else {
                for await element in stream.asyncStream() { seen.record(element) }
            }
        }
        #expect(source.yield(1))
        seen.elements(atLeast: 1)
        executor.close {
            arriving.open()
            cancelled.wait()
        }
        #expect(source.yield(2))
        arriving.wait()
        task.cancel()
        cancelled.open()
        _ = await task.result
        #expect(seen.elements == [1, 2] || seen.elements == [1])
    }

    @Test func `a stream returns the elements that were sent, then the end`() async {
        let (source, stream) = StreamSource<Int>.make()
        for number in 0..<5 { #expect(source.yield(number)) }
        source.finish()
        #expect(!source.yield(5))
        var seen: [Int] = []
        for await element in stream.asyncStream() { seen.append(element) }
        #expect(seen == [0, 1, 2, 3, 4])
    }

    @Test func `an error follows the elements, where errors can be reported`() async {
        let (source, stream) = StreamSource<Int>.make()
        #expect(source.yield(1))
        source.finish(throwing: Source.Refusal())
        var seen: [Int] = []
        await #expect(throws: Source.Refusal.self) {
            for try await element in stream.asyncThrowingStream() { seen.append(element) }
        }
        #expect(seen == [1])
    }
}
