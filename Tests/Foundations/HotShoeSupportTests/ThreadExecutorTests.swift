import Glibc
import HotShoeSupport
import TestSupport
import Testing

/// One thread for work that may block.
@Suite(.timeLimit(.minutes(5))) struct ThreadExecutorTests {
    private static func threadName() -> String {
        let file = unsafe open("/proc/thread-self/comm", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
    }

    @Test func `work and tasks run on one thread in the order in which they were added`() async {
        let (executor, order) = (ThreadExecutor(name: "hotshoe.test"), Recorder<Int>())
        let gate = Latch()
        executor.enqueue(CallbackWork { gate.wait() })
        for number in 0..<100 { executor.enqueue(CallbackWork { order.record(number) }) }
        gate.open()
        #expect(await executor.perform { Self.threadName() } == "hotshoe.test")
        #expect(order.elements == Array(0..<100))
        executor.stop()
    }

    @Test func `a task that prefers the executor runs on its thread`() async {
        let executor = ThreadExecutor(name: "hotshoe.longer-than-linux-keeps")
        let name = await Task(executorPreference: executor) { () async -> String in
            await Task.yield()
            return Self.threadName()
        }.value
        #expect(name == "hotshoe.longer-")
        executor.stop()
    }

    @Test func `a performed body returns its value to the caller, cancelled or not`() async {
        let executor = ThreadExecutor(name: "hotshoe.test")
        #expect(await whenCancelled { await executor.perform { 42 } } == 42)
        executor.stop()
    }

    @Test func `a blocking call blocks only its own thread`() async {
        let (executor, gate) = (ThreadExecutor(name: "hotshoe.test"), Latch())
        let blocked = Task { await executor.perform { gate.wait() } }
        let other = ThreadExecutor(name: "hotshoe.other")
        #expect(await other.perform { true })
        gate.open()
        await blocked.value
        executor.stop()
        other.stop()
    }

    @Test func `work that is added after the stop is performed`() async {
        let executor = ThreadExecutor(name: "hotshoe.test")
        executor.stop()
        for number in 0..<20 { #expect(await executor.perform { number } == number) }
    }

    @Test func `a stopped executor is released when its work is done`() async throws {
        let done = Promise<Void, Never>()
        weak var released: ThreadExecutor?
        do {
            let executor = ThreadExecutor(name: "hotshoe.test")
            released = executor
            let witness = Witness { done.fulfil(.success(())) }
            executor.enqueue(CallbackWork { withExtendedLifetime(witness) {} })
            executor.stop()
        }
        _ = await done.result()
        try await until("the executor is released") { released == nil }
    }

    @Test func `work that is added while the thread ends is not lost`() async {
        let (executor, seen) = (ThreadExecutor(name: "hotshoe.test"), Recorder<Int>())
        await onThreads(3) { _ in
            for number in 0..<300 {
                executor.enqueue(CallbackWork { seen.record(number) })
                executor.stop()
            }
        }
        #expect(await seen.elements(atLeast: 900).count == 900)
    }
}
