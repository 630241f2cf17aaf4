import HotShoeSupport

/// How long commands wait where `--timeout` does not say.
enum Patience {
    /// Time for the cameras of a network to announce themselves.
    static let search = Duration.milliseconds(1500)
    /// Time for a provider that needs no network to look around: the first look at a USB bus takes milliseconds, and seconds on a slow machine.
    static let look = Duration.seconds(30)
    /// For a camera to answer, and for somebody to confirm or to type a password.
    static let connecting = Duration.seconds(60)
    /// For a new value to be shown by the camera.
    static let setting = Duration.seconds(2)
    /// For one picture: a self-timer, half a minute of exposure, as long again for noise reduction, and writing it.
    static let picture = Duration.seconds(120)
    /// For an answer that takes no work.
    static let answer = Duration.seconds(30)
}

extension CommandContext {
    /// Does something that a camera may never answer, and gives up after `--timeout`, or after `limit` where that is not given.
    ///
    /// - Parameter subject: what the error is about if it takes too long.
    func within<Value: Sendable>(
        _ limit: Duration,
        _ subject: String,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await TimeLimit.run(timeout ?? limit, subject, work)
    }
}

enum TimeLimit {
    static func run<Value: Sendable>(
        _ limit: Duration,
        _ subject: String,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                await SystemClock.shared.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next(), let value = first { return value }
            try Task.checkCancellation()
            let seconds = DecimalSeconds.text(limit)
            throw CommandFailure(
                .timedOut,
                subject,
                "The camera did not answer within \(seconds) s. Try again, or allow more time with --timeout."
            )
        }
    }
}
