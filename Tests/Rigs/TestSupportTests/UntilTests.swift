import HotShoeSupport
import Testing

@testable import TestSupport

/// Waits of tests: their ends, and what a failure reports.
@Suite(.timeLimit(.minutes(5))) struct UntilTests {
    private static let short: Duration = .milliseconds(20)

    /// Performs a wait that fails, and returns the texts and lines of the issues that it records.
    private static func issues(of wait: () async throws -> Void) async throws -> [(text: String, line: Int?)] {
        let found = Guarded<[(text: String, line: Int?)]>([])
        try await withKnownIssue {
            try await wait()
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            found.withLock { $0.append((text, issue.sourceLocation?.line)) }
            return true
        }
        return found.withLock { $0 }
    }

    @Test func `a condition that holds is checked once`() async throws {
        var checks = 0
        try await until("it is checked") {
            checks += 1
            return true
        }
        #expect(checks == 1)
    }

    @Test func `a condition is checked until it holds, with pauses or without`() async throws {
        var checks = 0
        try await until("it was checked 120 times") {
            checks += 1
            return checks == 120
        }
        #expect(checks == 120)
    }

    @Test func `a condition that never holds fails at the limit, once, with what was waited for and the caller's line`()
        async throws
    {
        let line = #line + 1
        let issues = try await Self.issues { try await until("pigs fly", limit: Self.short) { false } }
        #expect(issues.map(\.text) == ["waited 0.02 seconds until pigs fly"])
        #expect(issues.map(\.line) == [line])
    }

    @Test func `a clock that is advanced in vain fails likewise`() async throws {
        let clock = VirtualClock()
        let line = #line + 2
        let issues = try await Self.issues {
            try await clock.advance(by: .seconds(1), until: "pigs fly", limit: Self.short) { false }
        }
        #expect(issues.map(\.text) == ["waited 0.02 seconds until pigs fly"])
        #expect(issues.map(\.line) == [line])
        #expect(clock.now > .zero)
    }

    @Test func `work that never ends is cancelled at the limit`() async throws {
        let (clock, cancelled) = (VirtualClock(), Promise<Void, Never>())
        let issues = try await Self.issues {
            try await clock.run(by: .seconds(1), until: "pigs have flown", limit: Self.short) {
                _ = await Promise<Void, Never>().resultUnlessCancelled()
                cancelled.fulfil(.success(()))
            }
        }
        #expect(issues.map(\.text) == ["waited 0.02 seconds until pigs have flown"])
        _ = await cancelled.result()
        #expect(cancelled.current != nil)
    }

    @Test func `a cancelled wait ends with the cancellation, and is no issue`() async {
        let waiting = Task { try await until("it is cancelled") { false } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `a condition's error ends the wait`() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) { try await until("it throws") { throw Broken() } }
    }

    @Test func `time passes until work is done, and its result is returned`() async throws {
        let clock = VirtualClock()
        let woke = try await clock.run(by: .seconds(1), until: "the sleeper has woken") {
            await clock.sleep(for: .seconds(3600))
            return true
        }
        #expect(woke)
        #expect(clock.now >= .seconds(3600))
    }

    @Test func `pauses begin after many checks, and grow to a limit`() {
        var backOff = BackOff()
        for _ in 0..<100 { #expect(backOff.next() == nil) }
        let pauses = (0..<20).map { _ in backOff.next() ?? .zero }
        #expect(pauses.first == .microseconds(100))
        #expect(pauses.last == .milliseconds(10))
        #expect(pauses == pauses.sorted())
    }
}
