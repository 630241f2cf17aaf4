import HotShoeSupport
public import Testing

// Swift's own threads are as few as the machine has processors. A test that blocks one, or keeps it busy for long, lets others wait that
// live in real time.

/// Runs each test on a thread of its own.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let thread = ThreadExecutor(name: "test")
        defer { thread.stop() }
        try await withTaskExecutorPreference(thread) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// For tests that block, as foreign code does, or compute for long.
    public static var ownThread: Self { OwnThread() }
}

/// Lets a part of a test work on a thread of its own, as the same task: expectations know their test.
public func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async -> Result<Value, any Error> {
    let thread = ThreadExecutor(name: "test.client")
    defer { thread.stop() }
    return await withTaskExecutorPreference(thread) {
        await Task.yield()
        return Result { try body() }
    }
}
