import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// The shutter button. What goes wrong with a release stands in the first parameter of a response that is OK (observed behaviour).

extension EOSBody {
    /// What a release came to.
    private enum Release: UInt32 {
        case done = 0
        case focusFailed = 1
        case busy = 3
        case cardFull = 7
        case cardProtected = 8

        var answer: Answer { Answer(.ok, [rawValue]) }
    }

    /// How far the button goes: the bits of RemoteReleaseOn's first parameter.
    private struct Positions: OptionSet {
        let rawValue: UInt32
        static let half = Positions(rawValue: 1)
        static let full = Positions(rawValue: 2)
    }

    // MARK: Pressing

    /// RemoteReleaseOn (0x9128): how far; with 1 as second parameter without autofocus.
    func releaseOn(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkReady()
        let positions = try positions(request)
        let focuses = request.parameters[1] == 0
        if positions.contains(.half) { pressHalfway(focusing: focuses) }
        guard positions.contains(.full) else { return Release.done.answer }
        return try await pressFully(focusing: focuses).answer
    }

    private func positions(_ request: OperationRequest) throws(Refusal) -> Positions {
        guard (1...3).contains(request.parameters[0]) else { throw Refusal(.invalidParameter) }
        return Positions(rawValue: request.parameters[0])
    }

    private func pressHalfway(focusing: Bool) {
        let isNew = state.withLock { state in
            guard case .none = state.press else { return false }
            state.press = .half
            return true
        }
        if isNew && focusing { beginFocusing() }
    }

    private func pressFully(focusing: Bool) async throws(Refusal) -> Release {
        if isPressed || isFull { return .busy }
        if focusing, await !hasFocus() { return .focusFailed }
        let before = state.withLock { state -> Press in
            defer { state.press = .full }
            return state.press
        }
        do throws(Refusal) {
            let release = try await press()
            if release != .done { state.withLock { $0.press = before } }
            return release
        } catch {
            state.withLock { $0.press = before }
            throw error
        }
    }

    private func press() async throws(Refusal) -> Release {
        do throws(CameraError) {
            try await useStills()
            try await camera.pressShutter()
            return .done
        } catch { return try Self.release(error) }
    }

    private func useStills() async throws(CameraError) {
        guard !camera.commandCategories.contains(.stillsShooting) else { return }
        let all = camera.commandCategories.union(.stillsShooting)
        try await camera.setCommandCategories(camera.supports(all) ? all : .stillsShooting)
    }

    /// Whether the button is all the way down.
    private var isPressed: Bool {
        state.withLock { state in
            switch state.press {
            case .full, .bulb: true
            case .none, .half: false
            }
        }
    }

    /// Whether its memory has no room for another picture.
    private var isFull: Bool { state.withLock { $0.waitingFiles } >= model.bufferedFiles }

    private static func release(_ error: CameraError) throws(Refusal) -> Release {
        switch error.code {
        case .focusFailed: .focusFailed
        case .busy: .busy
        case .storageFull: .cardFull
        case .writeProtected: .cardProtected
        case .batteryLow: throw Refusal(.eosLowBattery)
        default: throw Refusal(error)
        }
    }

    // MARK: Letting go

    /// RemoteReleaseOff (0x9129): from where.
    func releaseOff(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkRemote()
        let positions = try positions(request)
        let (wasFull, wasHalf) = state.withLock { state -> (Bool, Bool) in
            let press = state.press
            switch press {
            case .full:
                if positions.contains(.full) { state.press = positions.contains(.half) ? .none : .half }
            case .half:
                if positions.contains(.half) { state.press = .none }
            case .none, .bulb: break
            }
            if case .none = state.press { state.focusing = nil }
            let isFull = if case .full = press { positions.contains(.full) } else { false }
            let isHalf = if case .half = press { positions.contains(.half) } else { isFull && positions.contains(.half) }
            return (isFull, isHalf)
        }
        if wasFull { do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) } }
        if wasHalf {
            try? await camera.disengageAutoFocus()
            tell(.idle)
        }
        return .ok
    }

    // MARK: Focusing

    /// Begins to focus; what comes of it is shown in records.
    @discardableResult
    private func beginFocusing() -> Promise<Bool, Never>? {
        guard camera.capabilities.contains(.halfPress), camera.property(.focusMode).value?.common != .focusMode(.manual) else {
            return nil
        }
        let promise = Promise<Bool, Never>()
        state.withLock { $0.focusing = promise }
        tell(.hunting)
        Task { [self] in
            var result = OLCInfo.Focus.found
            do throws(CameraError) { try await camera.engageAutoFocus() } catch {
                result = error.code == .focusFailed ? .failed : .idle
            }
            tell(result)
            promise.fulfil(.success(result != .failed))
        }
        return promise
    }

    /// Whether the picture can be taken: the camera has focus, or does not look for it.
    private func hasFocus() async -> Bool {
        let underWay = state.withLock { $0.focusing } ?? beginFocusing()
        guard let underWay, case .success(let isFound)? = await underWay.resultUnlessCancelled() else { return true }
        // What has failed is tried again next time.
        if !isFound { state.withLock { $0.focusing = nil } }
        return isFound
    }

    /// DoAf (0x9154), in live view.
    func doAutoFocus() throws(Refusal) -> Answer {
        try checkLiveView()
        beginFocusing()
        return .ok
    }

    /// AfCancel (0x9160).
    func cancelAutoFocus() async throws(Refusal) -> Answer {
        try checkRemote()
        state.withLock { $0.focusing = nil }
        try? await camera.disengageAutoFocus()
        tell(.idle)
        return .ok
    }

    // MARK: Other ways to release

    /// RemoteRelease (0x910F): the whole of it at once. The response waits for the camera to refuse.
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

    /// BulbStart (0x9125): the shutter stays open until BulbEnd.
    func bulbStart() async throws(Refusal) -> Answer {
        try checkReady()
        guard camera.property(.exposureMode).value?.common == .exposureMode(.bulb) else { throw Refusal(.eosOperationRefused) }
        if isPressed || isFull { return Release.busy.answer }
        let release = try await press()
        if release == .done { state.withLock { $0.press = .bulb } }
        return release.answer
    }

    /// BulbEnd (0x9126).
    func bulbEnd() async throws(Refusal) -> Answer {
        try checkRemote()
        let wasOpen = state.withLock { state in
            guard case .bulb = state.press else { return false }
            state.press = .none
            return true
        }
        guard wasOpen else { throw Refusal(.eosOperationRefused) }
        do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) }
        return Release.done.answer
    }
}
