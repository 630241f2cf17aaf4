import HotShoeSupport
import Testing

@testable import hotshoe

@Suite struct TimeLimitTests {
    /// A task that ends only by cancellation.
    private static let never: @Sendable () async throws -> Int = {
        _ = await Promise<Void, Never>().resultUnlessCancelled()
        throw CancellationError()
    }

    @Test func `a result in time is returned`() async throws {
        #expect(try await TimeLimit.run(.seconds(3600), "x") { 7 } == 7)
    }

    @Test func `a failure in time is thrown`() async {
        let failure = CommandFailure(.busy, "x", "no")
        await #expect(throws: failure) { try await TimeLimit.run(.seconds(3600), "x") { throw failure } }
    }

    @Test func `work that exceeds the limit is cancelled, and the limit is reported`() async {
        let message = "The camera did not answer within 0.01 s. Try again, or allow more time with --timeout."
        await #expect(throws: CommandFailure(.timedOut, "shoot", message)) {
            try await TimeLimit.run(.milliseconds(10), "shoot", Self.never)
        }
    }

    @Test func `being cancelled is not taking too long`() async {
        let task = Task { try await TimeLimit.run(.seconds(3600), "x", Self.never) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
