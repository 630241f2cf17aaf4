package import CameraModel
import DriverPTP
import Exposure
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPSession
import VendorKit

// The shutter button, focusing, and pictures.

extension FujifilmConnection {
    /// Time that a picture, or focusing alone, waits for focus.
    private static let focusLimit: Duration = .seconds(5)
    /// The same for a picture that is taken also without focus.
    private static let focusUnwanted: Duration = .seconds(1)
    /// Time in which the body measures after the half-press in the manual focus mode: without it, some take no picture.
    private static let settleLimit: Duration = .milliseconds(300)
    private static let focusPause: Duration = .milliseconds(20)
    /// Pause between two lists of the buffer while a picture is being taken.
    private static let searchPause: Duration = .seconds(1)

    /// Performs a movement of the shutter button: the property, then InitiateCapture.
    func perform(
        _ release: FujifilmRelease,
        _ operation: CameraOperation,
        timeout: Duration? = nil
    ) async throws(CameraError) {
        try await releases.perform { [self] () throws(CameraError) in
            try await patiently { () throws(CameraError) in
                try await set(.fujifilmRelease, to: release.rawValue, operation)
                try await perform(operation, .initiateCapture, [0, 0], timeout: timeout)
            }
        }
    }

    /// Returns whether the body lists a movement.
    func lists(_ release: FujifilmRelease) -> Bool {
        let property = standard.state(of: .vendor(code: DevicePropCode.fujifilmRelease.rawValue))
        return property?.settable.values.contains { $0.code == Int64(release.rawValue) } == true
    }

    private var isBulb: Bool { standard.state(of: .shutterSpeed)?.value?.shutterSpeed == .bulb }

    // MARK: Pictures

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        if isBulb {
            throw CameraError(.notAvailable, "The shutter speed is bulb: press the shutter, and release it.", operation: .shoot)
        }
        var plan = standard.picturePlan(options)
        plan.files = expectedFiles
        let (files, limit) = (plan.files, plan.limit)
        await pauseView(for: limit)
        state.withLock { $0.pictureBegan(files: files) }
        let search = Task { [weak self, time] in
            while !Task.isCancelled {
                await time.sleep(for: Self.searchPause)
                if !Task.isCancelled { await self?.findPictures() }
            }
        }
        let result: Result<ShotResult, CameraError>
        do throws(CameraError) {
            result = .success(
                try await collectShot(plan) { () throws(CameraError) in
                    try await pressAndRelease(focusing: options.autofocus, within: plan.answerLimit)
                }
            )
        } catch { result = .failure(error) }
        search.cancel()
        state.withLock { $0.pictureEnded() }
        await resumeView()
        return try result.get()
    }

    /// Number of files of a picture; nil if the drive mode may produce several pictures.
    private var expectedFiles: Int? {
        guard case .driveMode(.single)? = standard.state(of: .driveMode)?.value?.common else { return nil }
        let quality = standard.state(of: .imageQuality)?.value?.label ?? ""
        return quality.utf8.contains(UInt8(ascii: "+")) ? 2 : 1
    }

    private func pressAndRelease(focusing: Bool, within limit: Duration) async throws(CameraError) {
        presses.hold(.half)
        try await pressing([.half]) { () throws(CameraError) in
            try await focus(within: focusing ? Self.focusLimit : Self.focusUnwanted, isNeeded: focusing, .shoot)
            try await perform(.shoot, .shoot, timeout: limit)
        }
        _ = presses.pop([.half])
    }

    // MARK: Focusing

    /// Presses the button halfway, and waits until the body has focus. In the manual focus mode, it only measures.
    private func focus(within limit: Duration, isNeeded: Bool, _ operation: CameraOperation) async throws(CameraError) {
        try await perform(.half, operation)
        let isManual = standard.state(of: .focusMode)?.value?.common == .focusMode(.manual)
        let deadline = time.now + (isManual ? Self.settleLimit : limit)
        repeat {
            // The first report may be older than the press.
            await time.sleep(for: Self.focusPause)
            if Task.isCancelled { throw .cancelled(operation) }
            guard let number = try? await standard.number(.fujifilmAFStatus) else { return }
            switch FujifilmFocusStatus(number) {
            case .busy: break
            case .found, .other: return
            case .failed:
                if isNeeded, !isManual { throw .focusFailed(operation) }
                return
            }
        } while time.now < deadline
        if isNeeded, !isManual { throw .focusFailed(operation) }
    }

    package func engageAutoFocus() async throws(CameraError) {
        presses.hold(.half)
        try await pressing(Press.focusing) { () throws(CameraError) in
            try await focus(within: Self.focusLimit, isNeeded: true, .engageAutoFocus)
        }
    }

    /// Depths of focus of each step.
    private static let steps: [FocusStep.Amount: Int] = [.small: 1, .medium: 5, .large: 25]

    package func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let code = DevicePropCode.fujifilmFocusPosition
        let desc = try await perform(.driveFocus) { session throws(SessionError) in
            try await session.receive(.getDevicePropDesc, [code.rawValue], as: DevicePropDesc.self)
        }
        guard let range = FujifilmFocusRange(desc.form), let position = desc.current.integer(Int16.self) else {
            throw CameraError(.notAvailable, "The lens does not report its focus position.", operation: .driveFocus)
        }
        let depths = (Self.steps[step.amount] ?? 1) * (step.direction == .towardsCamera ? 1 : -1)
        guard let target = range.position(from: Int(position), by: depths) else {
            throw CameraError(.focusDidNotMove, "The lens is at the end of its range.", operation: .driveFocus)
        }
        try await set(code, to: UInt16(bitPattern: Int16(clamping: target)), .driveFocus)
    }

    // MARK: Holding the button

    package func pressShutter() async throws(CameraError) {
        events.shortenPauses(for: PictureWait.Plan.defaultLimit)
        await pauseView(for: PictureWait.Plan.defaultLimit)
        presses.hold(.half)
        try await pressing([.full, .bulb, .half]) { () throws(CameraError) in
            try await focus(within: Self.focusLimit, isNeeded: false, .pressShutter)
            if isBulb {
                presses.hold(.bulb)
                let opens = lists(.openShutter) || !lists(.openShutterAlone)
                try await perform(opens ? .openShutter : .openShutterAlone, .pressShutter)
            } else if lists(.hold) {
                presses.hold(.full)
                try await perform(.hold, .pressShutter)
            } else {
                // Most bodies only have a press with its release: one picture, whatever the drive mode.
                try await perform(.shoot, .pressShutter)
                _ = presses.pop([.half])
            }
        }
    }

    package func releaseShutter() async throws(CameraError) {
        await release(presses.pop([.full, .bulb, .half]))
        await resumeView()
    }

    /// Releases presses, also for a cancelled caller.
    package func release(_ presses: [Press]) async {
        // Closing the shutter releases the button too.
        let movements: [FujifilmRelease] = presses.contains(.bulb) ? [.closeShutter] : presses.isEmpty ? [] : [.release]
        for movement in movements { await Task { try? await perform(movement, .releaseShutter) }.value }
        if !Set(presses).isDisjoint(with: Press.exposing) {
            events.calm()
            events.shortenPauses(for: .seconds(5))
        }
    }
}
