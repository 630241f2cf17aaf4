package import CameraModel
import DriverPTP
import Exposure
import HotShoeSupport
import PTP
import PTPNikon
import PTPSession
import VendorKit

extension NikonConnection {
    /// Time that a body has for storing what it has taken when the shutter is released.
    private static let endLimit: Duration = .seconds(10)
    /// Time limit for focusing without a picture.
    private static let focusLimit: Duration = .seconds(5)

    /// Time in which a body takes a picture while it records, if it can.
    private static let limitWhileRecording: Duration = .seconds(5)

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        guard recordings.isRecording else { return try await shoot(options, within: nil) }
        do throws(CameraError) { return try await shoot(options, within: Self.limitWhileRecording) } catch {
            // A body that records answers "busy", or that its state does not allow it, until the recording is stopped.
            guard error.code == .busy || error.code == .notAvailable || error.code == .timedOut else { throw error }
            throw CameraError(
                .recordingInProgress,
                "The camera is recording video. Stop the recording first.",
                operation: .shoot,
                response: error.response
            )
        }
    }

    private func shoot(_ options: ShootOptions, within limit: Duration?) async throws(CameraError) -> ShotResult {
        if standard.state(of: .shutterSpeed)?.value?.shutterSpeed == .bulb {
            throw CameraError(.notAvailable, "The shutter speed is bulb: press the shutter, and release it.", operation: .shoot)
        }
        guard let release = release(focusing: options.autofocus) else { return try await standard.shoot(options) }
        var plan = standard.picturePlan(options)
        plan.files = expectedFiles
        let expected = plan.files
        let filesInMemory = destination == .camera ? 0 : (expected ?? 0) / (destination == .cameraAndHost ? 2 : 1)
        state.withLock { $0.pictureBegan(filesInMemory: filesInMemory) }
        defer { state.withLock { $0.pictureEnded() } }
        return try await collectShot(plan) { () throws(CameraError) in
            try await performToEnd(.shoot, release.code, release.parameters, within: limit ?? plan.answerLimit)
        }
    }

    /// Number of files of a picture; nil if the drive mode or a bracket may produce several pictures.
    private var expectedFiles: Int? {
        guard case .driveMode(.single)? = standard.state(of: .driveMode)?.value?.common,
            standard.state(of: .bracketing)?.value?.common != .boolean(true)
        else { return nil }
        let hasBoth = standard.state(of: .imageQuality)?.value?.label.contains("+") == true
        return (hasBoth ? 2 : 1) * (destination == .cameraAndHost ? 2 : 1)
    }

    /// The operation that takes a picture to the present destination; nil if the body has only that of the standard.
    private func release(focusing: Bool) -> (code: OperationCode, parameters: Parameters)? {
        let media: [ImageDestination: UInt32] = [.camera: 0, .host: 1, .cameraAndHost: 2]
        if supports(.nikonInitiateCaptureRecInMedia) {
            return (.nikonInitiateCaptureRecInMedia, [focusing ? 0xFFFF_FFFE : 0xFFFF_FFFF, media[destination] ?? 0])
        }
        guard destination == .host else { return nil }
        if focusing, supports(.nikonAfCaptureSDRAM) { return (.nikonAfCaptureSDRAM, []) }
        return supports(.nikonInitiateCaptureRecInSDRAM) ? (.nikonInitiateCaptureRecInSDRAM, [0xFFFF_FFFF]) : nil
    }

    // MARK: Holding the button

    /// Opens the shutter if its speed is bulb, otherwise begins a burst, as the drive mode allows. The end is TerminateCapture.
    package func pressShutter() async throws(CameraError) {
        guard let release = release(focusing: false), supports(.nikonTerminateCapture) else { throw .notSupported(.pressShutter) }
        try await standard.prepareShot()
        events.shortenPauses(for: PictureWait.Plan.defaultLimit)
        let isBulb = standard.state(of: .shutterSpeed)?.value?.shutterSpeed == .bulb
        if isBulb { _ = try await takeControl(.pressShutter) } else { await lengthenBurst() }
        presses.hold(.full)
        try await pressing([.full]) { () throws(CameraError) in
            try await perform(.pressShutter, release.code, release.parameters)
            // The body does not close a shutter that is not open yet.
            if isBulb {
                try await perform(.pressShutter) { session throws(SessionError) in
                    try await session.waitUntilReady(.nikonBulb, within: Self.focusLimit, time)
                }
            }
        }
    }

    /// Sets BurstNumber to its maximum in the drive modes with bursts.
    private func lengthenBurst() async {
        guard case .driveMode(let mode)? = standard.state(of: .driveMode)?.value?.common, mode.isContinuous,
            let settable = standard.state(of: .vendor(code: DevicePropCode.burstNumber.rawValue))?.settable,
            let most = settable.range.map({ Int64($0.maximum) }) ?? settable.values.compactMap(\.code).max(),
            let number = try? await standard.number(.burstNumber)
        else { return }
        state.withLock { $0.burstLengthened(from: number) }
        await setBurst(UInt64(clamping: most))
    }

    private func setBurst(_ number: UInt64) async {
        try? await set(
            .burstNumber,
            to: [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)],
            .pressShutter
        )
    }

    package func engageAutoFocus() async throws(CameraError) {
        presses.hold(.half)
        try await pressing(Press.focusing) { () throws(CameraError) in
            try await performToEnd(.engageAutoFocus, .nikonAfDrive, within: Self.focusLimit)
        }
    }

    /// Releases presses, also for a cancelled caller.
    package func release(_ presses: [Press]) async {
        for press in presses {
            switch press {
            case .full:
                await session.performUncancelled(.nikonTerminateCapture, [0, 0])
                await Task { try? await waitUntilReady(within: Self.endLimit) }.value
                let burst = state.withLock { $0.shutterReleased() }
                if let burst { await Task { await setBurst(burst) }.value }
                events.calm()
                events.shortenPauses(for: .seconds(5))
            case .half: if supports(.nikonAfDriveCancel) { await session.performUncancelled(.nikonAfDriveCancel) }
            }
        }
    }

    // MARK: Focusing at a place

    /// Moves the focus area, then focuses there. The point is in the coordinate space of the live view frames, which is the body's.
    package func touchFocus(at point: Point) async throws(CameraError) {
        try await moveArea(to: point, .touchFocus)
        guard standard.state(of: .focusMode)?.value?.common != .focusMode(.manual), supports(.nikonAfDrive) else { return }
        try await performToEnd(.touchFocus, .nikonAfDrive, within: Self.focusLimit)
    }

    /// Moves the focus area, which is also the middle of an enlarged view.
    func moveArea(to point: Point, _ operation: CameraOperation) async throws(CameraError) {
        let place = try point.parameters(operation)
        try await performToEnd(operation, .nikonChangeAfArea, [place[0], place[1]], within: Self.focusLimit)
    }

    /// Steps of MfDrive, of which there are 1 to 32767. Their extent depends on the lens; these are an assumption.
    private static let steps: [FocusStep.Amount: UInt32] = [.small: 20, .medium: 200, .large: 2000]

    package func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let direction: UInt32 = step.direction == .towardsCamera ? 1 : 2
        try await performToEnd(.driveFocus, .nikonMfDrive, [direction, Self.steps[step.amount] ?? 1], within: Self.focusLimit)
    }
}
