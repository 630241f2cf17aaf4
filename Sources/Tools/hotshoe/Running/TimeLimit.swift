import ArgumentParsing
import HotShoeSupport

/// The default time limits of commands without `--timeout`.
enum DefaultTimeout {
    /// Time for the cameras of a network to announce themselves.
    static let search = Duration.milliseconds(1500)
    /// Time for the initial search of a provider that needs no network: the first enumeration of a USB bus takes milliseconds,
    /// and seconds on a slow machine.
    static let enumeration = Duration.seconds(30)
    /// Time for a plugin to be loaded.
    static let plugin = Duration.seconds(30)
    /// Time to connect, including a confirmation or a password typed by the user.
    static let connecting = Duration.seconds(60)
    /// Time until the camera reflects a new value.
    static let setting = Duration.seconds(2)
    /// Time for one picture: a self-timer, half a minute of exposure, the same time for noise reduction, and writing it.
    static let picture = Duration.seconds(120)
    /// Time for an answer to a simple request.
    static let answer = Duration.seconds(30)
}

extension CommandContext {
    /// Performs a request that a camera may never answer, with the time limit of `--timeout`, or else `limit`. `subject` is the
    /// subject of the error when the time limit passes.
    func within<Value: Sendable>(
        _ limit: Duration,
        _ subject: String,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let limit = timeout ?? limit
        return try await TimeLimit.run(limit, subject, onWaiting: noteWaiting(subject, limit), work)
    }

    /// Returns a function that tells the user that the program waits.
    func noteWaiting(_ subject: String, _ limit: Duration) -> @Sendable () -> Void {
        { [output] in
            output.note("Waiting for the camera (\(subject)), at most \(DecimalSeconds.text(limit)) s. Ctrl-C ends it.")
        }
    }
}

enum TimeLimit {
    /// Time without an answer after which the user is told that the program waits.
    private static let patience = Duration.seconds(10)

    /// Performs work within a time limit. Calls `onWaiting` once if it takes long.
    static func run<Value: Sendable>(
        _ limit: Duration,
        _ subject: String,
        onWaiting: @escaping @Sendable () -> Void = {},
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                if limit > patience {
                    await SystemClock.shared.sleep(for: patience)
                    if !Task.isCancelled { onWaiting() }
                    await SystemClock.shared.sleep(for: limit - patience)
                } else {
                    await SystemClock.shared.sleep(for: limit)
                }
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
