import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// Focusing. Records report its result.

extension EOSBody {
    /// Starts focusing; records report the result. Returns nil if the camera does not focus automatically.
    @discardableResult
    func beginFocusing() -> Promise<Bool, Never>? {
        guard camera.capabilities.contains(.halfPress), camera.property(.focusMode).value?.common != .focusMode(.manual) else {
            return nil
        }
        let promise = Promise<Bool, Never>()
        state.withLock { $0.focusing = promise }
        report(.hunting)
        Task { [self] in
            var result = OLCInfo.Focus.found
            do throws(CameraError) { try await camera.engageAutoFocus() } catch {
                result = error.code == .focusFailed ? .failed : .idle
            }
            report(result)
            promise.fulfil(.success(result != .failed))
        }
        return promise
    }

    /// Time that a release waits for focus.
    private static let timeout: Duration = .seconds(5)

    /// Returns whether a picture can be taken: the camera has focus, or does not focus automatically.
    func hasFocus() async -> Bool {
        let underWay = state.withLock { $0.focusing } ?? beginFocusing()
        guard let underWay else { return true }
        let timer = time.makeTimer { underWay.fulfil(.success(false)) }
        timer.arm(at: time.now + Self.timeout)
        defer { timer.disarm() }
        guard case .success(let isFound)? = await underWay.resultUnlessCancelled() else { return true }
        // The next release starts focusing again after a failure.
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
        report(.idle)
        return .ok
    }
}
