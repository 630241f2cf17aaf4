import CameraModel
import PTP
import PTPCanon

// Focusing. Records report its result.

extension EOSBody {
    /// Starts focusing; records report the result.
    func beginFocusing() { focusing.begin(focusChanged) }

    func focusChanged(_ progress: Focusing.Progress) {
        switch progress {
        case .hunting: report(.hunting)
        case .found: report(.found)
        case .failed: report(.failed)
        case .idle: report(.idle)
        }
    }

    /// DoAf (0x9154), in live view.
    func doAutoFocus() async throws(Refusal) -> Answer {
        try await checkLiveView()
        beginFocusing()
        return .ok
    }

    /// AfCancel (0x9160).
    func cancelAutoFocus() async throws(Refusal) -> Answer {
        try checkRemote()
        focusing.forget()
        try? await camera.disengageAutoFocus()
        report(.idle)
        return .ok
    }
}
