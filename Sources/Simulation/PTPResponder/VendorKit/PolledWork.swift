package import CameraModel
package import HotShoeSupport
package import PTP

/// Work of a body that continues after the response of its operation; another operation reports its end. **Thread-safe.**
package final class PolledWork: Sendable {
    /// Guards whether work continues.
    private let state = Guarded(BusyState())
    private let tasks: OwnedTasks

    /// Creates an object without work, which belongs to `tasks`.
    package init(_ tasks: OwnedTasks) { self.tasks = tasks }

    /// Starts work, with the response code of its failure; throws `deviceBusy` while earlier work continues.
    package func begin(
        failure code: @escaping @Sendable (CameraError) -> ResponseCode,
        _ work: @escaping @Sendable () async throws(CameraError) -> Void
    ) throws(Refusal) -> Answer {
        let response = state.withLock { $0.began() }
        guard response == .ok else { throw Refusal(response) }
        tasks.start { [self] in
            var failure: ResponseCode?
            do throws(CameraError) { try await work() } catch { failure = code(error) }
            state.withLock { $0.ended(failure) }
        }
        return .ok
    }

    /// Answers a poll: `deviceBusy`, the code of a failure once, or OK.
    package func poll() -> Answer { Answer(state.withLock { $0.polled() }) }

    /// Forgets the work, which continues without a report: the session has ended.
    package func forget() { state.withLock { $0 = BusyState() } }
}
