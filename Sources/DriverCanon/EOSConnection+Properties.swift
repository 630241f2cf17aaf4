package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession

extension EOSConnection {
    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        if identifier == .liveViewZoom { return try await zoom(value) }
        guard let code = state.withLock({ $0.eos.code(of: identifier) }) else {
            throw CameraError(.notSupported, "this camera has no such property")
        }
        guard let content = EOSProperties.content(value, of: code) else {
            throw CameraError(.invalidValue, "the camera has no such value")
        }
        try await assign(content, to: code, .setProperty)
        guard code == .eosCaptureDestination, value.common != .imageDestination(.camera) else { return }
        try await perform(.setProperty) { _ throws(SessionError) in try await makeRoom() }
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        guard let code = state.withLock({ $0.eos.code(of: identifier) }) else {
            throw CameraError(.notSupported, "this camera has no such property")
        }
        guard let content = state.withLock({ $0.eos.stepped(code, direction) }) else {
            throw CameraError(.invalidValue, "there is no further value in this direction")
        }
        try await assign(content, to: code, .stepProperty)
    }

    /// Bodies count seconds since 1970, by their own zone in CameraTime.
    package func setClock(_ date: CameraDate) async throws(CameraError) {
        let (hasUTC, hasLocal) = state.withLock { state in
            (state.eos.number(.eosUTCTime) != nil, state.eos.number(.eosCameraTime) != nil)
        }
        guard hasUTC || hasLocal else { throw .notSupported(.setClock) }
        var shown = date
        shown.utcOffsetMinutes = 0
        let local = (shown.millisecondsSince1970 ?? 0) / 1000
        if hasUTC {
            try await assign(local - Int64(date.utcOffsetMinutes ?? 0) * 60, to: .eosUTCTime, .setClock)
        } else {
            try await assign(local, to: .eosCameraTime, .setClock)
        }
    }
}
