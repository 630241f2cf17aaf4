import CameraModel
import HotShoeSupport
import TestSupport
import Testing
import VendorKit

/// Waits for a camera to report that it records, and the reports to the host.
@Suite(.timeLimit(.minutes(5))) struct RecordingReportsTests {
    private let clock = VirtualClock()

    private func withReports(_ use: (RecordingReports, Camera) async throws -> Void) async throws {
        try await withHost { host, camera in try await use(RecordingReports(host, clock), camera) }
    }

    private func start(_ reports: RecordingReports, for isWanted: Bool) -> Task<CameraError.Code?, Never> {
        Task {
            do throws(CameraError) { try await reports.wait(for: isWanted, .startRecording) } catch { return error.code }
            return nil
        }
    }

    @Test func `a report before or during a wait ends it, and the host has the state already`() async throws {
        try await withReports { reports, camera in
            #expect(reports.current == nil && !reports.isRecording)
            reports.report(isRecording: true)
            #expect(reports.isRecording && camera.recording.isRecording)
            #expect(await start(reports, for: true).value == nil)
            let wait = start(reports, for: false)
            await clock.waitForTimers()
            // A report of the present state does not end it.
            reports.report(isRecording: true)
            let timed = RecordingState(isRecording: false, timer: .elapsed(seconds: 7))
            reports.report(timed, with: [.capabilities(.videoRecording)])
            #expect(await wait.value == nil)
            #expect(reports.current == timed && camera.recording == timed)
            #expect(camera.capabilities.contains(.videoRecording))
            #expect(clock.now == .zero)
        }
    }

    @Test func `a camera that reports nothing ends a wait after its limit, without an error`() async throws {
        try await withReports { reports, _ in
            let wait = start(reports, for: true)
            await clock.waitForTimers()
            clock.advance(by: RecordingReports.limit)
            #expect(await wait.value == nil)
            #expect(!reports.isRecording)
            // Without any report nothing is recorded, and a stop has nothing to wait for.
            #expect(await start(reports, for: false).value == nil)
        }
    }

    @Test func `a cancelled wait throws, and the end of the connection ends the others`() async throws {
        try await withReports { reports, _ in
            let cancelled = start(reports, for: true)
            await clock.waitForTimers()
            cancelled.cancel()
            #expect(await cancelled.value == .cancelled)
            let other = start(reports, for: true)
            await clock.waitForTimers()
            reports.endWaits()
            #expect(await other.value == nil)
        }
    }
}
