package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties
import PTPSession
import VendorKit

// Live view, which bodies interrupt for pictures, and movies.

extension FujifilmConnection {
    package func beginView(_ options: LiveViewOptions) async throws(CameraError) { try await view(.startLiveView) }

    private func view(_ operation: CameraOperation) async throws(CameraError) {
        try await patiently { () throws(CameraError) in
            let response = try await perform(operation, .initiateOpenCapture, [0, 0])
            state.withLock { $0.viewBegan(response.transaction) }
        }
    }

    package func endView() async { await terminate(state.withLock { $0.viewEnded() }) }

    private func terminate(_ transaction: TransactionID?) async {
        if let transaction { await session.performUncancelled(.terminateOpenCapture, [transaction.rawValue]) }
    }

    /// Time for which a picture waits for a frame after the picture before it.
    private static let frameLimit = Duration.milliseconds(200)

    /// Ends live view at the body for a picture; the run of its consumers waits. Between two pictures there is a frame.
    func pauseView(for span: Duration) async {
        await liveRuns.current?.untilFrame(within: Self.frameLimit)
        let transaction = state.withLock { $0.viewPaused() }
        guard transaction != nil else { return }
        liveRuns.current?.expectPause(of: span)
        await terminate(transaction)
    }

    /// Continues live view after a picture, also for a cancelled caller.
    func resumeView() async {
        guard state.withLock({ $0.view }) == .paused else { return }
        guard liveRuns.current != nil, session.isOpen else { return state.withLock { _ = $0.viewEnded() } }
        await Task { try? await view(.liveView) }.value
        // The run may have been stopped in the meantime.
        guard let run = liveRuns.current else { return await endView() }
        run.pauseEnded()
    }

    // MARK: Movies

    /// Number of the drive mode for movies.
    private static let movieMode: Int64 = 8

    package func startRecording() async throws(CameraError) {
        let mode = standard.state(of: .driveMode)
        let (present, listed) = (mode?.value?.code, mode?.settable.values.contains { $0.code == Self.movieMode } == true)
        let restored = listed && present != Self.movieMode ? present : nil
        if restored != nil { try await setMode(Self.movieMode, .startRecording) }
        do throws(CameraError) { try await perform(.startMovie, .startRecording) } catch {
            if let restored { await Task { try? await setMode(restored, .startRecording) }.value }
            throw error
        }
        state.withLock { $0.movieBegan(restoring: restored) }
        recordings.report(isRecording: true)
    }

    /// Stops a movie. Bodies do not report whether they record: in the drive mode for movies one may be running that another connection has
    /// started.
    package func stopRecording() async throws(CameraError) {
        guard state.withLock({ $0.movie }) != .none else {
            guard standard.state(of: .driveMode)?.value?.code == Self.movieMode, lists(.stopMovie) else { return }
            // Without a movie the body refuses it.
            await Task { try? await perform(.stopMovie, .stopRecording) }.value
            return
        }
        // A stop is not cancelled with its caller.
        let result = await Task { () -> Result<Void, CameraError> in
            do throws(CameraError) { return .success(try await perform(.stopMovie, .stopRecording)) } catch {
                return .failure(error)
            }
        }
        .value
        try result.get()
        recordings.report(isRecording: false)
        if let mode = state.withLock({ $0.movieEnded() }) {
            await Task { try? await setMode(mode, .stopRecording) }.value
        }
    }

    private func setMode(_ number: Int64, _ operation: CameraOperation) async throws(CameraError) {
        let code = DevicePropCode.fujifilmReleaseMode
        try await patiently { () throws(CameraError) in
            try await set(code, to: UInt16(truncatingIfNeeded: number), operation)
        }
        standard.refresh(code)
    }
}
