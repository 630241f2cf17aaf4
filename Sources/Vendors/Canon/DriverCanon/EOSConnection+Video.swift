package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession
import VendorKit

extension EOSConnection {
    /// Value of EVFRecordStatus (0xD1B8) while the body records to its card.
    static let recordsToCard: Int64 = 4
    /// Time to wait for a body's report that recording has started or stopped. Some bodies report neither.
    private static let recordingReportLimit: Duration = .seconds(3)

    package func startRecording() async throws(CameraError) {
        if supports(.eosMovieSelectSWOn) { _ = try? await session.perform(.eosMovieSelectSWOn) }
        try await assign(Self.recordsToCard, to: .eosEVFRecordStatus, .startRecording)
        try await waitForRecording(true, .startRecording)
    }

    package func stopRecording() async throws(CameraError) {
        try await assign(0, to: .eosEVFRecordStatus, .stopRecording)
        if supports(.eosMovieSelectSWOff) { _ = try? await session.perform(.eosMovieSelectSWOff) }
        events.shortenPauses(for: .seconds(5))
        try await waitForRecording(false, .stopRecording)
    }

    /// Waits until the body reports the wanted state, at most ``recordingReportLimit``.
    private func waitForRecording(_ isWanted: Bool, _ operation: CameraOperation) async throws(CameraError) {
        let wait = waits.expect(.recording(isWanted))
        // Read after the wait has begun, so that no report is lost in between.
        if state.withLock({ $0.hostRecording }) == isWanted { waits.report(true, for: .recording(isWanted)) }
        if case .cancelled = await waits.outcome(of: wait, for: .recording(isWanted), within: Self.recordingReportLimit) {
            throw .cancelled(operation)
        }
    }
}
