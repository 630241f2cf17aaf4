public import Testing

// A test that waits for something without a signal, such as the release of an object, checks it repeatedly. Here is the only loop
// that does so: a test that fails ends at a time limit, with the name of what it waited for.

/// Time limit of a wait. Only a test that fails reaches it.
public let waitLimit: Duration = .seconds(240)

/// Waits until a condition holds: by yielding at first, then with growing pauses, which leave the threads to other tests.
///
/// - Parameters:
///   - what: the awaited condition, as the end of a sentence that begins with "waited until".
///   - limit: time until the wait fails.
///   - sourceLocation: line that a failure names; the caller's unless given.
///   - condition: checked repeatedly, on the caller's executor.
/// - Throws: the failure of the test when the limit has passed, reported for the caller's line; `CancellationError` when the task
///   is cancelled; errors of `condition`.
public nonisolated(nonsending) func until(
    _ what: String,
    limit: Duration = waitLimit,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    var wait = Wait(what, limit, sourceLocation)
    while try await !condition() { try await wait.pause() }
}

/// One wait: its time limit, and its next pause.
struct Wait {
    private let what: String
    private let limit: Duration
    private let sourceLocation: SourceLocation
    private let start = ContinuousClock.now
    private var backOff = BackOff()

    init(_ what: String, _ limit: Duration, _ sourceLocation: SourceLocation) {
        (self.what, self.limit, self.sourceLocation) = (what, limit, sourceLocation)
    }

    /// Pauses before the next check; longer than before, unless there was progress.
    nonisolated(nonsending) mutating func pause(afterProgress: Bool = false) async throws {
        try Task.checkCancellation()
        let isInTime = ContinuousClock.now - start < limit
        try #require(isInTime, "waited \(limit) until \(what)", sourceLocation: sourceLocation)
        if afterProgress { backOff = BackOff() }
        if let pause = backOff.next() { try await Task.sleep(for: pause) } else { await Task.yield() }
    }
}

/// The pauses of a wait.
struct BackOff {
    private static let yields = 100
    private static let longest: Duration = .milliseconds(10)
    private var checks = 0
    private var pause: Duration = .microseconds(50)

    /// Next pause; nil when yielding is enough.
    mutating func next() -> Duration? {
        checks += 1
        guard checks > Self.yields else { return nil }
        pause = min(pause * 2, Self.longest)
        return pause
    }
}
