package import CameraModel
package import HotShoeSupport
package import PTPSession

/// The run of live view that is active, and its replacement by the next one. **Thread-safe.**
package final class LiveViewRuns: Sendable {
    private let session: PTPSession
    /// The operation that returns a frame.
    package let request: LiveViewRequest
    private let time: any TimeSource

    /// Guards the active run.
    private let run = Guarded<LiveViewFetcher?>(nil)

    /// Creates an instance without a run.
    package init(_ session: PTPSession, _ request: LiveViewRequest, time: any TimeSource) {
        (self.session, self.request, self.time) = (session, request, time)
    }

    /// The active run; nil while live view is stopped.
    package var current: LiveViewFetcher? { run.withLock { $0 } }

    /// Replaces the run, and waits for its first frame. On an error the run remains, to be ended by ``stop()`` with the vendor's
    /// operations.
    ///
    /// - Parameters:
    ///   - sink: Receives the frames.
    ///   - onReport: Called for what frames and responses report about the camera.
    ///   - begin: Performs the vendor's operations that start live view.
    /// - Returns: The format of the frames.
    /// - Throws: The error of `begin`, `timedOut` if no frame arrives, `cancelled`, or the error of a request.
    package func start(
        _ sink: LiveViewSink,
        onReport: @escaping @Sendable (LiveViewReport) -> Void = { _ in },
        begin: () async throws(CameraError) -> Void
    ) async throws(CameraError) -> LiveViewFormat {
        let new = LiveViewFetcher(session, request, sink, time: time, onReport)
        let old = run.withLock { run in
            defer { run = new }
            return run
        }
        old?.stop()
        try await begin()
        return try await new.start()
    }

    /// Ends the run. Returns whether there was one, in which case the camera must be stopped.
    package func stop() -> Bool {
        let old = run.withLock { run in
            defer { run = nil }
            return run
        }
        old?.stop()
        return old != nil
    }

    /// Ends the run because the link has ended.
    package func linkEnded() {
        current?.stop(CameraError(.connectionLost, "The connection to the camera was lost.", operation: .startLiveView))
    }
}
