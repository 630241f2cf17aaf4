package import CameraModel
package import HotShoeSupport

/// Whether a camera records, as it reports, and the calls that wait for that. **Thread-safe.**
package final class RecordingReports: Sendable {
    private let host: CameraHost
    private let waits: ReportWaits<Bool, Bool>

    /// Guards the state that was last reported to the host; nil before the first report.
    private let state = Guarded<RecordingState?>(nil)

    /// Longest wait for a report that recording has started or stopped.
    package static let limit: Duration = .seconds(3)

    /// Creates an instance without a report.
    package init(_ host: CameraHost, _ time: any TimeSource) { (self.host, waits) = (host, ReportWaits(time)) }

    /// The state that was last reported; nil before the first report.
    package var current: RecordingState? { state.withLock { $0 } }

    /// Whether the camera records; `false` before the first report.
    package var isRecording: Bool { current?.isRecording == true }

    /// Reports a state to the host, together with `others`, then to the calls that wait for it: they read the host's state next.
    package func report(_ recording: RecordingState, with others: [CameraUpdate] = []) {
        host.update(others + [.recording(recording)])
        state.withLock { $0 = recording }
        waits.report(true, for: recording.isRecording)
    }

    /// Reports the state of a camera that reports no time of the recording.
    package func report(isRecording: Bool) { report(RecordingState(isRecording: isRecording, timer: .none)) }

    /// Waits until the camera has reported the wanted state, at most ``limit``: some cameras do not report it.
    ///
    /// - Throws: `cancelled` if the task is cancelled.
    package func wait(for isWanted: Bool, _ operation: CameraOperation) async throws(CameraError) {
        let wait = waits.expect(isWanted)
        // Read after the wait has begun, so that no report is lost in between.
        if isRecording == isWanted { waits.report(true, for: isWanted) }
        if case .cancelled = await waits.outcome(of: wait, for: isWanted, within: Self.limit) { throw .cancelled(operation) }
    }

    /// Ends all waits without a report.
    package func endWaits() { waits.endAll() }
}
