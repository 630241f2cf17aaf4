public import HotShoeSupport
public import Testing

extension VirtualClock {
    /// Advances the time in steps until a condition holds.
    ///
    /// Other tasks run between two steps. While timers are armed, each step is progress and there is no pause.
    ///
    /// - Parameters:
    ///   - step: time by which the clock advances after each check that fails.
    ///   - what: the awaited condition, as the end of a sentence that begins with "waited until".
    ///   - limit: real time until the wait fails.
    ///   - sourceLocation: line that a failure names; the caller's unless given.
    ///   - condition: checked before each step, on the caller's executor.
    /// - Throws: as `until` does.
    public nonisolated(nonsending) func advance(
        by step: Duration,
        until what: String,
        limit: Duration = waitLimit,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () async throws -> Bool
    ) async throws {
        var wait = Wait(what, limit, sourceLocation)
        while try await !condition() {
            let isProgress = armedTimers > 0
            advance(by: step)
            try await wait.pause(afterProgress: isProgress)
        }
    }

    /// Performs work while the time advances in steps, and returns its result.
    ///
    /// - Parameters:
    ///   - step: time by which the clock advances repeatedly.
    ///   - what: what the work achieves, as the end of a sentence that begins with "waited until".
    ///   - limit: real time until the wait fails; then the work is cancelled.
    ///   - sourceLocation: line that a failure names; the caller's unless given.
    ///   - work: runs in a separate task.
    /// - Returns: the result of `work`.
    /// - Throws: errors of `work`, and those of `until`.
    public nonisolated(nonsending) func run<Value: Sendable>(
        by step: Duration,
        until what: String,
        limit: Duration = waitLimit,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let done = Promise<Value, any Error>()
        let task = Task {
            do { done.fulfil(.success(try await work())) } catch { done.fulfil(.failure(error)) }
        }
        defer { task.cancel() }
        try await advance(by: step, until: what, limit: limit, sourceLocation: sourceLocation) { done.current != nil }
        return try await done.result().get()
    }
}
