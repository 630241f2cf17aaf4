import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// Pictures that are not taken with the button: RemoteRelease and bulb exposures; and the mirror.

extension EOSBody {
    /// RemoteRelease (0x910F): takes a picture. The response waits a limited time for the camera to refuse.
    func release(_ device: PTPDevice) async throws(Refusal) -> Answer {
        try checkReady()
        if isPressed || isFull { return Release.busy.answer }
        let outcome = Promise<CameraError?, Never>()
        Task { [camera] in
            do throws(CameraError) {
                try await camera.shoot()
                outcome.fulfil(.success(nil))
            } catch { outcome.fulfil(.success(error)) }
        }
        let limit = time.makeTimer { outcome.fulfil(.success(nil)) }
        limit.arm(at: time.now + device.captureRefusal)
        defer { limit.disarm() }
        guard case .success(let error?) = await outcome.result() else { return Release.done.answer }
        return try Self.release(error).answer
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

    /// BulbStart (0x9125): keeps the shutter open until BulbEnd.
    func bulbStart() async throws(Refusal) -> Answer {
        try checkReady()
        guard camera.property(.exposureMode).value?.common == .exposureMode(.bulb) else { throw Refusal(.eosOperationRefused) }
        if isPressed || isFull { return Release.busy.answer }
        let release = try await press()
        if release == .done {
            state.withLock { $0.press = .bulb }
            countSeconds(since: time.now, 1)
        }
        return release.answer
    }

    /// Queues a record every second with the time that the shutter has been open, for up to an hour.
    private func countSeconds(since start: Duration, _ seconds: UInt32) {
        let timer = time.makeTimer { [weak self] in
            guard let self, state.withLock({ if case .bulb = $0.press { true } else { false } }) else { return }
            enqueue([.bulbExposureTime(seconds: seconds)])
            if seconds < 3600 { countSeconds(since: start, seconds + 1) }
        }
        state.withLock { $0.bulbTimer = timer }
        timer.arm(at: start + .seconds(Int64(seconds)))
    }

    /// BulbEnd (0x9126).
    func bulbEnd() async throws(Refusal) -> Answer {
        try checkRemote()
        let (wasOpen, timer) = state.withLock { state -> (Bool, (any TimeSourceTimer)?) in
            guard case .bulb = state.press else { return (false, nil) }
            defer { (state.press, state.bulbTimer) = (.none, nil) }
            return (true, state.bulbTimer)
        }
        timer?.disarm()
        guard wasOpen else { throw Refusal(.eosOperationRefused) }
        do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) }
        return Release.done.answer
    }
}
