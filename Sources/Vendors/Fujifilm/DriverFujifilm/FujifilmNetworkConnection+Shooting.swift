package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties
import PTPSession
import VendorKit

// Settings, pictures, focus and live view of a body on a network.

extension FujifilmNetworkConnection {
    // MARK: Settings

    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        do throws(CameraError) { try await standard.setProperty(identifier, to: value) } catch {
            throw ResponseMeanings.fujifilm.refined(error)
        }
    }

    /// The operations that move a setting by a step, for bodies that do not list its values.
    private static let steps: [PropertyIdentifier: OperationCode] = [
        .shutterSpeed: .fujifilmStepShutterSpeed, .aperture: .fujifilmStepFNumber,
        .exposureCompensation: .fujifilmStepCompensation,
    ]

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        guard standard.state(of: identifier)?.settable.values.isEmpty == true, let operation = Self.steps[identifier] else {
            return try await standard.stepProperty(identifier, direction)
        }
        try await perform(.stepProperty, operation, [direction == .increment ? 1 : UInt32.max])
        if let code = FujifilmProperties.table.code(identifier) { standard.refresh(code) }
    }

    // MARK: Pictures

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        var plan = standard.picturePlan(options)
        plan.files = expectedFiles
        let limit = plan.answerLimit
        frames.expectPause(of: plan.limit)
        return try await collectShot(plan) { () throws(CameraError) in
            try await perform(.shoot, .initiateCapture, [0, 0], timeout: limit)
        }
    }

    /// Number of files of a picture; nil if the drive mode may produce several pictures.
    private var expectedFiles: Int? {
        let mode = standard.state(of: .driveMode)?.value?.common
        guard mode == nil || mode == .driveMode(.single) else { return nil }
        let quality = standard.state(of: .imageQuality)?.value?.label ?? ""
        return quality.utf8.contains(UInt8(ascii: "+")) ? 2 : 1
    }

    /// One picture, whatever the drive mode: the protocol has no press without a release.
    package func pressShutter() async throws(CameraError) {
        events.shortenPauses(for: PictureWait.Plan.defaultLimit)
        frames.expectPause(of: PictureWait.Plan.defaultLimit)
        try await perform(.pressShutter, .initiateCapture, [0, 0])
    }

    // MARK: Focus

    /// Time to wait for focus, and pause between two requests of its state.
    private static let (focusLimit, focusPause) = (Duration.seconds(5), Duration.milliseconds(20))

    /// Focuses at the position of the body (0xD17C).
    package func engageAutoFocus() async throws(CameraError) {
        let point = try await perform(.engageAutoFocus) { _ throws(SessionError) in
            try await standard.number(.fujifilmFocusPoint)
        }
        presses.hold(.half)
        try await pressing([.half]) { () throws(CameraError) in
            try await perform(.engageAutoFocus, .fujifilmLockFocus, [UInt32(truncatingIfNeeded: point)])
            try await waitForFocus()
        }
    }

    private func waitForFocus() async throws(CameraError) {
        let deadline = time.now + Self.focusLimit
        repeat {
            // The first report may be older than the operation.
            await time.sleep(for: Self.focusPause)
            if Task.isCancelled { throw .cancelled(.engageAutoFocus) }
            guard let number = try? await standard.number(.fujifilmAFStatus) else { return }
            switch FujifilmFocusStatus(number) {
            case .busy: break
            case .found, .other: return
            case .failed: throw .focusFailed(.engageAutoFocus)
            }
        } while time.now < deadline
        throw .focusFailed(.engageAutoFocus)
    }

    package func release(_ presses: [FujifilmConnection.Press]) async {
        if presses.contains(.half) { await session.performUncancelled(.fujifilmUnlockFocus) }
    }

    // MARK: Movies

    /// Starts a movie (0x9020), if the body lists the operation; it is not known how a body reports that it records.
    package func startRecording() async throws(CameraError) {
        try await perform(.startRecording, .fujifilmStartMovie)
        recordings.report(isRecording: true)
    }

    /// Stops a movie (0x9021).
    package func stopRecording() async throws(CameraError) {
        try await perform(.stopRecording, .fujifilmStopMovie)
        recordings.report(isRecording: false)
    }

    // MARK: Live view

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        guard supports(.terminateOpenCapture) else { throw .notSupported(.startLiveView) }
        return try await frames.start(sink)
    }

    package func stopLiveView() async { frames.stop() }
}
