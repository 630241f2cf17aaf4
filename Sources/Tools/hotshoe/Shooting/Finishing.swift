import HotShoeSupport

/// Work that is finished although the command is cancelled, if that takes no longer than a grace period.
enum Finishing {
    /// Time to finish after a signal. Shorter than the time after which a signal ends the program: see ``Interruption``.
    static let grace = Duration.milliseconds(3500)

    /// Does the work, and returns its result. A cancellation of the calling task reaches the work only after the grace period.
    static func run<Value: Sendable>(
        grace: Duration = grace,
        on time: any TimeSource = SystemClock.shared,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await work() }
        let limit = time.makeTimer { task.cancel() }
        defer { limit.disarm() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            limit.arm(at: time.now + grace)
        }
    }
}
