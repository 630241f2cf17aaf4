package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession
import VendorKit

extension EOSConnection {
    /// Value of EVFRecordStatus (0xD1B8) while the body records to its card.
    static let recordsToCard: Int64 = 4

    package func startRecording() async throws(CameraError) {
        if supports(.eosMovieSelectSWOn) { _ = try? await session.perform(.eosMovieSelectSWOn) }
        try await assign(Self.recordsToCard, to: .eosEVFRecordStatus, .startRecording)
        try await recordings.wait(for: true, .startRecording)
    }

    package func stopRecording() async throws(CameraError) {
        try await assign(0, to: .eosEVFRecordStatus, .stopRecording)
        if supports(.eosMovieSelectSWOff) { _ = try? await session.perform(.eosMovieSelectSWOff) }
        events.shortenPauses(for: .seconds(5))
        try await recordings.wait(for: false, .stopRecording)
    }
}
