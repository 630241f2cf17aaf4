import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// The shutter button. The first parameter of an OK response reports the failure of a release (observed behaviour).

extension EOSBody {
    /// Result of a release.
    enum Release: UInt32 {
        case done = 0
        case focusFailed = 1
        case busy = 3
        case cardFull = 7
        case cardProtected = 8

        var answer: Answer { Answer(.ok, [rawValue]) }

        /// Translates a camera's refusal; throws for refusals that have a response code.
        init(_ error: CameraError) throws(Refusal) {
            switch error.code {
            case .focusFailed: self = .focusFailed
            case .busy: self = .busy
            case .storageFull: self = .cardFull
            case .writeProtected: self = .cardProtected
            case .batteryLow: throw Refusal(.eosLowBattery)
            default: throw Refusal(error)
            }
        }
    }

    /// Whether no picture can be taken: the button is pressed, or the body's memory is full.
    var isBusy: Bool { read { $0.button.isPressed } || pictures.isFull }

    // MARK: Pressing

    /// RemoteReleaseOn (0x9128): positions of the button; a second parameter of 1 disables autofocus.
    func releaseOn(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkReady()
        let positions = try Self.positions(request)
        let focuses = request.parameters[1] == 0
        if positions.contains(.half) {
            let actions = changeButton { $0.pressedHalfway() }
            if focuses && actions == [.focus] { beginFocusing() }
        }
        guard positions.contains(.full) else { return Release.done.answer }
        if isBusy { return Release.busy.answer }
        if focuses, await !focusing.hasFocus(focusChanged) { return Release.focusFailed.answer }
        return try await press().answer
    }

    /// Positions of the button: the bits of the first parameter.
    private static func positions(_ request: OperationRequest) throws(Refusal) -> ShutterButton.Positions {
        guard (1...3).contains(request.parameters[0]) else { throw Refusal(.invalidParameter) }
        return ShutterButton.Positions(rawValue: request.parameters[0])
    }

    /// Presses the button fully; with `opens`, the shutter stays open until BulbEnd.
    private func press(opens: Bool = false) async throws(Refusal) -> Release {
        guard changeButton({ $0.pressedFully(opens: opens) }) == [.pressShutter] else { return .busy }
        var failure: CameraError?
        do throws(CameraError) {
            try await camera.use(.stillsShooting)
            try await camera.pressShutter()
        } catch { failure = error }
        let start = time.now
        for case .wait(let seconds) in changeButton({ $0.answered(isAccepted: failure == nil) }) { count(seconds, since: start) }
        guard let failure else { return .done }
        return try Release(failure)
    }

    private func changeButton(_ event: (inout ShutterButton) -> [ShutterButton.Action]) -> [ShutterButton.Action] {
        state.withLock { event(&$0.session.button) }
    }

    // MARK: Releasing

    /// RemoteReleaseOff (0x9129): positions of the button to release.
    func releaseOff(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkRemote()
        let positions = try Self.positions(request)
        let actions = changeButton { $0.released(positions) }
        if read({ $0.button.isReleased }) { focusing.forget() }
        for action in actions { try await perform(action) }
        if actions.contains(.endFocusing) { report(.idle) }
        return .ok
    }

    /// Carries out an action at the camera.
    func perform(_ action: ShutterButton.Action) async throws(Refusal) {
        switch action {
        case .releaseShutter: do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) }
        case .endFocusing: try? await camera.disengageAutoFocus()
        case .focus, .pressShutter, .report, .wait: break
        }
    }

    // MARK: Bulb exposures

    /// BulbStart (0x9125): keeps the shutter open until BulbEnd.
    func bulbStart() async throws(Refusal) -> Answer {
        try checkReady()
        guard camera.property(.exposureMode).value?.common == .exposureMode(.bulb) else { throw Refusal(.eosOperationRefused) }
        return try await (isBusy ? .busy : press(opens: true)).answer
    }

    /// Queues a record every second with the time that the shutter has been open.
    private func count(_ seconds: UInt32, since start: Duration) {
        let timer = time.makeTimer { [weak self] in
            for action in self?.changeButton({ $0.lasted(seconds: seconds) }) ?? [] {
                switch action {
                case .report(let seconds): self?.enqueue([.bulbExposureTime(seconds: seconds)])
                case .wait(let seconds): self?.count(seconds, since: start)
                default: break
                }
            }
        }
        state.withLock { $0.bulbTimer = timer }
        timer.arm(at: start + .seconds(Int64(seconds)))
    }

    /// BulbEnd (0x9126).
    func bulbEnd() async throws(Refusal) -> Answer {
        try checkRemote()
        let (actions, timer) = state.withLock { shared in
            let actions = shared.session.button.closed()
            defer { if !actions.isEmpty { shared.bulbTimer = nil } }
            return (actions, shared.bulbTimer)
        }
        guard !actions.isEmpty else { throw Refusal(.eosOperationRefused) }
        timer?.disarm()
        for action in actions { try await perform(action) }
        return Release.done.answer
    }

    // MARK: Bodies with a mirror

    /// RemoteRelease (0x910F): takes a picture. The response waits a limited time for the camera to refuse.
    func release(_ device: PTPDevice) async throws(Refusal) -> Answer {
        try checkReady()
        if isBusy { return Release.busy.answer }
        let refusal = await camera.refusalToShoot(within: device.captureRefusal, time, tasks)
        return try (refusal.map { error throws(Refusal) in try Release(error) } ?? .done).answer
    }

    /// ResetMirrorLockupState (0x9130): lowers the mirror if it is up.
    func resetMirror() async throws(Refusal) -> Answer {
        try checkRemote()
        let lockup = camera.property(.mirrorLockup)
        guard camera.property(.mirrorLockupStage).value?.common == .mirrorLockupStage(.mirrorUp) else { return .ok }
        do throws(CameraError) {
            try await lockup.set(.boolean(false))
            try await lockup.set(.boolean(true))
        } catch { throw Refusal(error) }
        return .ok
    }
}
