package import CameraModel
import DriverPTP
import Exposure
import HotShoeSupport
import PTP
import PTPSession
import PTPSony
import VendorKit

// The shutter button, focusing, and the pictures in the body's buffer.

extension SonyConnection {
    /// Time that a picture waits for focus.
    private static let focusForShot: Duration = .seconds(1)
    /// Time limit for focusing without a picture.
    private static let focusAlone: Duration = .seconds(3)
    /// Time limit for the report that a picture for the card only has been taken: not all bodies send one.
    private static let captureLimit: Duration = .seconds(5)

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        let (exposure, files) = state.withLock {
            ($0.state(of: .shutterSpeed)?.value?.exposureTime ?? .zero, $0.filesInBuffer)
        }
        if state.withLock({ $0.state(of: .shutterSpeed)?.value?.shutterSpeed }) == .bulb {
            throw CameraError(.notAvailable, "The shutter speed is bulb: press the shutter, and release it.", operation: .shoot)
        }
        // Pictures of earlier releases would count as files of this one.
        await fetchAll()
        let plan = PictureWait.Plan(files: files, exposure: exposure, atLeast: options.timeLimit)
        return try await collectShot(plan) { () throws(CameraError) in
            let wait = waits.expect(.captured)
            try await pressAndRelease(focusing: options.autofocus)
            guard files == 0 else { return }
            // The computer cannot see a picture on the card.
            if case .cancelled = await waits.outcome(of: wait, for: .captured, within: exposure * 2 + Self.captureLimit) {
                throw .cancelled(.shoot)
            }
            standard.shots.complete()
        }
    }

    private func pressAndRelease(focusing: Bool) async throws(CameraError) {
        do throws(CameraError) {
            if focusing { try await focus(within: Self.focusForShot, .shoot) } else { try await half(true, .shoot) }
            try await button(.sonyS2Button, isPressed: true, .shoot)
        } catch {
            await releaseButtons()
            throw error
        }
        await releaseButtons()
    }

    /// Releases the shutter button from both positions, also for a cancelled caller.
    private func releaseButtons() async { await release([.full, .half]) }

    private func half(_ isPressed: Bool, _ operation: CameraOperation) async throws(CameraError) {
        try await button(.sonyS1Button, isPressed: isPressed, operation)
    }

    // MARK: Focusing

    /// Presses the button halfway and waits until the body reports the result of focusing. A body that does not report one may take the
    /// picture.
    private func focus(within limit: Duration, _ operation: CameraOperation) async throws(CameraError) {
        let wait = waits.expect(.focus)
        events.shortenPauses(for: limit)
        try await half(true, operation)
        guard state.withLock({ $0.focusesAutomatically }) else { return }
        switch await waits.outcome(of: wait, for: .focus, within: limit) {
        case .reported(let number): if SonyFocusResult(number) == .failed { throw .focusFailed(operation) }
        case .notReported: return
        case .cancelled: throw .cancelled(operation)
        }
    }

    package func engageAutoFocus() async throws(CameraError) {
        presses.hold(.half)
        try await pressing(Press.focusing) { () throws(CameraError) in
            try await focus(within: Self.focusAlone, .engageAutoFocus)
        }
    }

    /// Moves the focus area, then focuses there. The space of the body has 640 × 480 points.
    package func touchFocus(at point: Point) async throws(CameraError) {
        let (x, y) = try place(point, .touchFocus)
        try await send(.sonyControlDevice, .sonyFocusAreaPosition, SonyControl.data(UInt32(x) << 16 | UInt32(y)), .touchFocus)
        guard state.withLock({ $0.focusesAutomatically }) else { return }
        do throws(CameraError) { try await focus(within: Self.focusAlone, .touchFocus) } catch {
            await release([.half])
            throw error
        }
        await release([.half])
    }

    /// A point of the frames in the body's space; throws `needsLiveView` while live view is stopped.
    func place(_ point: Point, _ operation: CameraOperation) throws(CameraError) -> (x: UInt16, y: UInt16) {
        let space = try liveRuns.space(operation)
        let scaled = Point(x: point.x * 640 / Double(space.width), y: point.y * 480 / Double(space.height))
        let numbers = try scaled.parameters(operation)
        return (UInt16(min(numbers[0], 639)), UInt16(min(numbers[1], 479)))
    }

    /// Steps of ManualFocusAdjust, 1 to 7; that negative ones are nearer is an assumption.
    private static let steps: [FocusStep.Amount: Int16] = [.small: 1, .medium: 3, .large: 7]

    package func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let amount = Self.steps[step.amount] ?? 1
        let signed = step.direction == .towardsCamera ? -amount : amount
        try await send(.sonyControlDevice, .sonyManualFocus, SonyControl.data(signed), .driveFocus)
    }

    // MARK: Holding the button

    package func pressShutter() async throws(CameraError) {
        await fetchAll()
        events.shortenPauses(for: PictureWait.Plan.defaultLimit)
        let isBulb = state.withLock { $0.state(of: .shutterSpeed)?.value?.shutterSpeed } == .bulb
        try await pressing([.full, .bulb, .half]) { () throws(CameraError) in
            if isBulb {
                try await half(false, .pressShutter)
                presses.hold(.bulb)
                return try await button(.sonyBulbButton, isPressed: true, .pressShutter)
            }
            presses.hold(.half)
            try await half(true, .pressShutter)
            presses.hold(.full)
            try await button(.sonyS2Button, isPressed: true, .pressShutter)
        }
    }

    package func releaseShutter() async throws(CameraError) { await release(presses.pop(Press.exposing.union(Press.focusing))) }

    /// Releases presses, also for a cancelled caller.
    package func release(_ presses: [Press]) async {
        for press in presses {
            for code in Self.buttons(press) {
                await Task { try? await button(code, isPressed: false, .releaseShutter) }.value
            }
        }
        if !Set(presses).isDisjoint(with: Press.exposing) {
            events.calm()
            events.shortenPauses(for: .seconds(5))
        }
    }

    private static func buttons(_ press: Press) -> [DevicePropCode] {
        switch press {
        case .full: [.sonyS2Button]
        case .bulb: [.sonyBulbButton, .sonyS2Button, .sonyS1Button]
        case .half: [.sonyS1Button]
        }
    }

    // MARK: The buffer

    /// Fetches the pictures in the buffer, if there are any and no other task fetches them. Without a picture the handle is not used: some
    /// firmware fails at that (observed behaviour).
    func fetchPictures() {
        guard state.withLock({ $0.fetchBegan() }) else { return }
        standard.tasks.start { [weak self] in await self?.fetchBegun() }
    }

    /// Waits until the buffer is empty, or cannot be emptied.
    private func fetchAll() async {
        if state.withLock({ $0.fetchBegan() }) { return await fetchBegun() }
        while state.withLock({ $0.isFetching }), !Task.isCancelled, session.isOpen { await events.refresh() }
    }

    private func fetchBegun() async {
        var goesOn = true
        while goesOn {
            let isOnlyCopy = state.withLock { $0.destination } != .cameraAndHost
            let isFetched = await offers.fetch(.sonyCapturedPicture, isOnlyCopy: isOnlyCopy)
            await events.refresh()
            goesOn = state.withLock { $0.fetchContinues(afterSuccess: isFetched) }
        }
    }
}
