package import CameraModel
import HotShoeSupport
import PTP
import PTPSession
import PTPSony
import VendorKit

// Live view, its magnification, and movies.

extension SonyConnection {
    /// Bodies send frames as long as they are asked for. They describe the object before the first one.
    package func beginView(_ options: LiveViewOptions) async throws(CameraError) {
        try await perform(.startLiveView) { session throws(SessionError) in
            do throws(SessionError) {
                _ = try await session.receive(.getObjectInfo, [ObjectHandle.sonyLiveView.rawValue])
            } catch {
                // There is no frame yet: requests are repeated until there is one.
                guard let response = error.response, liveRuns.request.notReady.contains(response.code) else { throw error }
            }
        }
    }

    // MARK: Enlarging

    /// Selects the largest magnification that still shows the whole rectangle, at the rectangle's place.
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        var zooms: [Int: PropertyValue] = [:]
        for value in state.withLock({ $0.state(of: .liveViewZoom)?.settable.values ?? [] }) {
            if case .zoom(let level)? = value.common, zooms[level.factor] == nil { zooms[level.factor] = value }
        }
        let factor = try liveRuns.magnification(showing: rect, of: Array(zooms.keys), .setLiveViewCrop)
        guard let factor, let number = zooms[factor]?.code else { throw .notSupported(.setLiveViewCrop) }
        try await magnify(SonyMagnifier(UInt64(bitPattern: number)).tenths, at: rect?.center, .setLiveViewCrop)
    }

    package func panLiveView(to point: Point) async throws(CameraError) {
        let number = state.withLock { $0.number(.sonyFocusMagnifier) } ?? 0
        try await magnify(SonyMagnifier(UInt64(bitPattern: number)).tenths, at: point, .panLiveView)
    }

    private func magnify(_ tenths: UInt32, at point: Point?, _ operation: CameraOperation) async throws(CameraError) {
        var magnifier = SonyMagnifier(tenths: tenths)
        if let point { (magnifier.x, magnifier.y) = try place(point, operation) }
        try await send(.sonySetExtDevicePropValue, .sonyFocusMagnifier, SonyControl.data(magnifier.number), operation)
        state.withLock { $0.magnified(magnifier) }
        events.shortenPauses()
    }

    // MARK: Movies

    package func startRecording() async throws(CameraError) {
        try await record(true, .startRecording)
        // Bodies of version 2 may not report it.
        if !recordings.isRecording { recordings.report(isRecording: true) }
    }

    package func stopRecording() async throws(CameraError) {
        try await record(false, .stopRecording)
        if recordings.isRecording { recordings.report(isRecording: false) }
    }

    private func record(_ isOn: Bool, _ operation: CameraOperation) async throws(CameraError) {
        events.shortenPauses(for: RecordingReports.limit)
        // A stop is not cancelled with its caller.
        let result = await Task { () -> Result<Void, CameraError> in
            do throws(CameraError) { return .success(try await button(.sonyMovieButton, isPressed: isOn, operation)) } catch {
                return .failure(error)
            }
        }
        .value
        try result.get()
        try await recordings.wait(for: isOn, operation)
    }
}
