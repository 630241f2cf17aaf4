import HotShoeSupport
import Testing

/// Runs each test on a thread of its own: the tests block, as foreign code does, and Swift's cooperative threads are few.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        let thread = ThreadExecutor(name: "test")
        defer { thread.stop() }
        try await withTaskExecutorPreference(thread) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    static var ownThread: Self { OwnThread() }
}
