package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession
import VendorKit

/// A kind of shutter or focus press, in the order in which presses are released.
package enum ShutterPress: ButtonPress {
    /// Pressed fully; released with RemoteReleaseOff.
    case button
    /// Pressed halfway.
    case half
    case bulb
    /// Focused with DoAf in live view.
    case liveViewFocus

    package static let exposing: Set<ShutterPress> = [.button, .bulb]
    package static let focusing: Set<ShutterPress> = [.half, .liveViewFocus]
}

extension EOSConnection {
    /// Time that a picture waits for focus.
    private static let focusForShot: Duration = .milliseconds(500)
    /// Time limit for focusing without a picture. For bodies that report no result, focusing counts as finished after it.
    private static let focusAlone: Duration = .seconds(3)

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        let plan = state.withLock { $0.picturePlan(options) }
        return try await collectShot(plan) { () throws(CameraError) in
            if supports(.eosRemoteReleaseOn) { return try await pressAndRelease(focusing: options.autofocus) }
            try await performRelease(.shoot, .eosRemoteRelease, timeout: plan.answerLimit)
        }
    }

    /// Performs a release operation, whose response may report a failure although it is OK.
    private func performRelease(
        _ operation: CameraOperation,
        _ code: OperationCode,
        _ parameters: Parameters = [],
        timeout: Duration? = nil
    ) async throws(CameraError) {
        let response = try await perform(operation, code, parameters, timeout: timeout)
        if let error = CameraError.release(response.parameters[0], operation) { throw error }
    }

    private func pressAndRelease(focusing: Bool) async throws(CameraError) {
        let withoutFocus: UInt32 = focusing ? 0 : 1
        do throws(CameraError) {
            if focusing { try await focus(within: Self.focusForShot, .shoot) } else { try await press(1, withoutFocus, .shoot) }
            try await press(2, withoutFocus, .shoot)
        } catch {
            await releaseButton()
            throw error
        }
        await releaseButton()
    }

    /// Presses the button to a position: 1 halfway, 2 fully.
    private func press(_ position: UInt32, _ withoutFocus: UInt32, _ operation: CameraOperation) async throws(CameraError) {
        try await performRelease(operation, .eosRemoteReleaseOn, [position, withoutFocus])
    }

    /// Releases the button, also for a cancelled caller.
    private func releaseButton(_ positions: [UInt32] = [2, 1]) async {
        for position in positions { await session.performUncancelled(.eosRemoteReleaseOff, [position]) }
    }

    // MARK: Focusing

    /// Presses the button halfway and waits until the body reports the result of focusing.
    private func focus(within limit: Duration, _ operation: CameraOperation) async throws(CameraError) {
        try await focus(within: limit, operation) { () throws(CameraError) in try await press(1, 0, operation) }
    }

    /// Performs `start`, and waits until the body reports the result of focusing.
    private func focus(
        within limit: Duration,
        _ operation: CameraOperation,
        _ start: () async throws(CameraError) -> Void
    ) async throws(CameraError) {
        let wait = waits.expect(.focus)
        events.shortenPauses(for: Self.focusAlone)
        try await start()
        switch await waits.outcome(of: wait, for: .focus, within: limit) {
        case .reported(true), .notReported: return
        case .reported(false): throw .focusFailed(operation)
        case .cancelled: throw .cancelled(operation)
        }
    }

    package func engageAutoFocus() async throws(CameraError) {
        let isInLiveView = liveRuns.current != nil && supports(.eosDoAf)
        guard isInLiveView || supports(.eosRemoteReleaseOn) else { throw .notSupported(.engageAutoFocus) }
        presses.hold(isInLiveView ? .liveViewFocus : .half)
        try await pressing(ShutterPress.focusing) { () throws(CameraError) in
            guard isInLiveView else { return try await focus(within: Self.focusAlone, .engageAutoFocus) }
            try await focus(within: Self.focusAlone, .engageAutoFocus) { () throws(CameraError) in
                try await perform(.engageAutoFocus, .eosDoAf)
            }
        }
    }

    /// First parameter of TouchAfPosition as Canon's program sends it: focuses on the subject at the point and tracks it
    /// (observed with an EOS 70D).
    private static let followTouched: UInt32 = 3

    /// The point is in the coordinate space of the live view frames, which is the body's.
    package func touchFocus(at point: Point) async throws(CameraError) {
        let place = try point.parameters(.touchFocus)
        try await perform(.touchFocus, .eosTouchAfPosition, [Self.followTouched, place[0], place[1]])
    }

    /// Parameter of DriveLens: 1 to 3 towards the camera, from small to large; with bit 15 set, away from it.
    package func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let amounts: [FocusStep.Amount: UInt32] = [.small: 1, .medium: 2, .large: 3]
        let amount = (amounts[step.amount] ?? 1) | (step.direction == .towardsInfinity ? 0x8000 : 0)
        try await perform(.driveFocus, .eosDriveLens, [amount])
    }

    // MARK: Holding the button

    package func pressShutter() async throws(CameraError) {
        try await standard.prepareShot()
        events.shortenPauses(for: PictureWait.Plan.defaultLimit)
        try await pressing(ShutterPress.exposing) { () throws(CameraError) in
            if state.withLock({ $0.number(.eosAutoExposureMode) }) == 4, supports(.eosBulbStart) {
                presses.hold(.bulb)
                return try await performRelease(.pressShutter, .eosBulbStart)
            }
            guard supports(.eosRemoteReleaseOn) else { throw .notSupported(.pressShutter) }
            presses.hold(.button)
            try await press(1, 0, .pressShutter)
            try await press(2, 0, .pressShutter)
        }
    }

    /// Releases presses, also for a cancelled caller.
    package func release(_ presses: [ShutterPress]) async {
        if presses.isEmpty { return }
        for press in presses {
            switch press {
            case .button: await releaseButton()
            case .half: await releaseButton([1])
            case .bulb: await session.performUncancelled(.eosBulbEnd)
            case .liveViewFocus: await session.performUncancelled(.eosAfCancel)
            }
        }
        events.calm()
        events.shortenPauses(for: .seconds(5))
    }
}
