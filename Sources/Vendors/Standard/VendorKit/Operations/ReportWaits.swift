package import HotShoeSupport

/// Reports of a camera that calls wait for, each with a key and for a limited time. **Thread-safe.**
package final class ReportWaits<Key: Hashable & Sendable, Report: Sendable>: Sendable {
    /// Result of a wait.
    package enum Outcome: Sendable {
        case reported(Report)
        /// The time has passed, the connection has ended, or another wait has replaced this one.
        case notReported
        /// The calling task was cancelled.
        case cancelled
    }

    /// A wait that has begun. **Thread-safe.**
    package final class Wait: Sendable {
        fileprivate let promise = Promise<Report?, Never>()
    }

    /// Guards the waits that have begun.
    private let waits = Guarded<[Key: Wait]>([:])
    private let time: any TimeSource

    /// Creates an empty set of waits.
    package init(_ time: any TimeSource) { self.time = time }

    /// Begins a wait. Called before the operation that causes the report, so that an early report is not lost. Replaces an
    /// earlier wait for the same key.
    package func expect(_ key: Key) -> Wait {
        let wait = Wait()
        let replaced = waits.withLock { $0.updateValue(wait, forKey: key) }
        replaced?.promise.fulfil(.success(nil))
        return wait
    }

    /// Returns the wait under way for a key, or begins one: callers that request the same report share it.
    package func join(_ key: Key) -> Wait {
        waits.withLock { waits in
            if let wait = waits[key] { return wait }
            let wait = Wait()
            waits[key] = wait
            return wait
        }
    }

    /// Ends the wait for a key with the camera's report.
    package func report(_ report: Report, for key: Key) {
        waits.withLock { $0.removeValue(forKey: key) }?.promise.fulfil(.success(report))
    }

    /// Waits for the report, at most `limit`.
    package func outcome(of wait: Wait, for key: Key, within limit: Duration) async -> Outcome {
        let timer = time.makeTimer { [weak self] in self?.expire(wait, key) }
        timer.arm(at: time.now + limit)
        defer { timer.disarm() }
        switch await wait.promise.resultUnlessCancelled() {
        case nil: return .cancelled
        case .success(nil): return .notReported
        case .success(let report?): return .reported(report)
        }
    }

    private func expire(_ wait: Wait, _ key: Key) {
        waits.withLock { if $0[key] === wait { $0[key] = nil } }
        wait.promise.fulfil(.success(nil))
    }

    /// Ends all waits without a report.
    package func endAll() {
        let left = waits.withLock { waits in
            defer { waits = [:] }
            return waits.values.map(\.promise)
        }
        for promise in left { promise.fulfil(.success(nil)) }
    }
}
