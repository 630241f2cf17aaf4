import HotShoeSupport
public import Testing

// Swift has only as many threads as the machine has processors. A test that blocks one, or occupies it for long, delays
// parallel tests that depend on real time.

/// Runs each test on a separate thread.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// Applies to the tests of a suite.
    public let isRecursive = true

    /// Runs a test on a thread that is stopped afterwards.
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
    /// For tests that block, as foreign code does, or that compute for a long time.
    public static var ownThread: Self { OwnThread() }
}

/// Runs a part of a test on a separate thread within the same task, so that expectations belong to the test.
public func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async -> Result<Value, any Error> {
    let thread = ThreadExecutor(name: "test.client")
    defer { thread.stop() }
    return await withTaskExecutorPreference(thread) {
        await Task.yield()
        return Result { try body() }
    }
}
