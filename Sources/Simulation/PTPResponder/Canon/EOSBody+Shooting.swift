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
    }

    /// Positions of the button: the bits of RemoteReleaseOn's first parameter.
    private struct Positions: OptionSet {
        let rawValue: UInt32
        static let half = Positions(rawValue: 1)
        static let full = Positions(rawValue: 2)
    }

    // MARK: Pressing

    /// RemoteReleaseOn (0x9128): positions of the button; a second parameter of 1 disables autofocus.
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

    func press() async throws(Refusal) -> Release {
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

    /// Whether the button is fully pressed.
    var isPressed: Bool {
        state.withLock { state in
            switch state.press {
            case .full, .bulb: true
            case .none, .half: false
            }
        }
    }

    /// Whether the body's memory has no room for another picture.
    var isFull: Bool { state.withLock { $0.waitingFiles } >= model.bufferedFiles }

    static func release(_ error: CameraError) throws(Refusal) -> Release {
        switch error.code {
        case .focusFailed: .focusFailed
        case .busy: .busy
        case .storageFull: .cardFull
        case .writeProtected: .cardProtected
        case .batteryLow: throw Refusal(.eosLowBattery)
        default: throw Refusal(error)
        }
    }

    // MARK: Releasing

    /// RemoteReleaseOff (0x9129): positions of the button to release.
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
            report(.idle)
        }
        return .ok
    }
}
