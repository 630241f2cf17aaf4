package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession

extension EOSConnection {
    /// Bit of EVFOutputDevice for output to the computer.
    private static let computer: Int64 = 2
    /// Magnification factors of live view (observed behaviour).
    private static let zooms: [UInt32] = [1, 5, 10]

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        guard supports(.eosGetViewFinderData) else { throw .notSupported(.startLiveView) }
        let host = host
        let run = EOSLiveView(session, sink, time: time) { host.update([.property(Self.zoomState($0))]) }
        state.withLock { $0.liveView }?.stop()
        state.withLock { $0.liveView = run }
        do throws(CameraError) {
            if let mode = state.withLock({ $0.eos.number(.eosEVFMode) }), mode != 1 {
                try await assign(1, to: .eosEVFMode, .startLiveView)
            }
            let output = state.withLock { $0.eos.number(.eosEVFOutputDevice) } ?? 0
            try await assign(output | Self.computer, to: .eosEVFOutputDevice, .startLiveView)
            return try await run.start()
        } catch {
            await stopLiveView()
            throw error
        }
    }

    package func stopLiveView() async {
        let run = state.withLock { state in
            defer { state.liveView = nil }
            return state.liveView
        }
        guard let run else { return }
        run.stop()
        guard session.isOpen else { return }
        let output = state.withLock { $0.eos.number(.eosEVFOutputDevice) } ?? Self.computer
        // In a separate task, so that the body also stops live view for a cancelled caller.
        await Task { _ = try? await assign(output & ~Self.computer, to: .eosEVFOutputDevice, .liveView) }.value
    }

    private static func zoomState(_ factor: UInt32) -> PropertyState {
        func value(_ factor: UInt32) -> PropertyValue {
            PropertyValue(.zoom(ZoomLevel(factor: Int(factor))), code: Int64(factor))
        }
        return PropertyState(.liveViewZoom, value: value(factor), settable: .enumeration(zooms.map(value)))
    }

    func zoom(_ value: PropertyValue) async throws(CameraError) {
        guard case .zoom(let zoom)? = value.common, let factor = UInt32(exactly: zoom.factor), Self.zooms.contains(factor) else {
            throw CameraError(.invalidValue, "Live view can be enlarged 5 or 10 times.")
        }
        try await enlarge(factor, .setProperty)
    }

    private func enlarge(_ factor: UInt32, _ operation: CameraOperation) async throws(CameraError) {
        guard supports(.eosZoom) else { throw .notSupported(operation) }
        guard state.withLock({ $0.liveView != nil }) else {
            throw CameraError(.needsLiveView, "Only live view can be enlarged.", operation: operation)
        }
        try await perform(operation) { session throws(SessionError) in try await session.perform(.eosZoom, [factor]) }
    }

    /// The body magnifies 5 or 10 times. Selects the largest factor that still shows the whole rectangle, at the rectangle's
    /// place.
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        guard let rect else { return try await enlarge(1, .setLiveViewCrop) }
        guard let space = state.withLock({ $0.liveView })?.space else {
            throw CameraError(.needsLiveView, "Live view is not running. Start it before cropping.", operation: .setLiveViewCrop)
        }
        let part = max(rect.width / Double(space.width), rect.height / Double(space.height))
        guard part.isFinite, part > 0, rect.x.isFinite, rect.y.isFinite else {
            throw CameraError(.invalidArgument, "There is no such part.", operation: .setLiveViewCrop)
        }
        let factor: UInt32 = part > 0.2 ? 1 : part > 0.1 ? 5 : 10
        try await enlarge(factor, .setLiveViewCrop)
        guard factor > 1, supports(.eosZoomPosition) else { return }
        try await place(rect.x, rect.y, .setLiveViewCrop)
    }

    /// A body that does not magnify shows a frame where it would magnify; the frame has the size for factor 5.
    package func panLiveView(to point: Point) async throws(CameraError) {
        guard supports(.eosZoomPosition) else { throw .notSupported(.panLiveView) }
        guard let live = state.withLock({ $0.liveView }), let space = live.space else {
            throw CameraError(
                .needsLiveView,
                "Live view is not running. Start it before moving its picture.",
                operation: .panLiveView
            )
        }
        let (width, height) = (Double(space.width), Double(space.height))
        guard point.x >= 0, point.x <= width, point.y >= 0, point.y <= height else {
            throw CameraError(
                .invalidArgument,
                "The place must lie inside the picture, which is \(space).",
                operation: .panLiveView
            )
        }
        let factor = Double(max(live.zoom ?? 1, Self.zooms[1]))
        let (partWidth, partHeight) = (width / factor, height / factor)
        try await place(
            min(max(point.x - partWidth / 2, 0), width - partWidth),
            min(max(point.y - partHeight / 2, 0), height - partHeight),
            .panLiveView
        )
    }

    /// Sets the corner of the magnified part that is nearest to the origin.
    private func place(_ x: Double, _ y: Double, _ operation: CameraOperation) async throws(CameraError) {
        let corner = [x, y].map { UInt32(min(max($0.rounded(), 0), 65_535)) }
        try await perform(operation) { session throws(SessionError) in
            try await session.perform(.eosZoomPosition, [corner[0], corner[1]])
        }
    }

    // MARK: Video

    /// Value of EVFRecordStatus (0xD1B8) while the body records to its card.
    static let recordsToCard: Int64 = 4
    /// Time to wait for a body's report that recording has started or stopped. Some bodies report neither.
    private static let recordingReportLimit: Duration = .seconds(3)

    package func startRecording() async throws(CameraError) {
        if supports(.eosMovieSelectSWOn) { _ = try? await session.perform(.eosMovieSelectSWOn) }
        try await assign(Self.recordsToCard, to: .eosEVFRecordStatus, .startRecording)
        try await waitForRecording(true, .startRecording)
    }

    /// Also stops the recording for a cancelled caller.
    package func stopRecording() async throws(CameraError) {
        let stopped = await Task { () async -> Result<Void, CameraError> in
            do throws(CameraError) { return .success(try await stop()) } catch { return .failure(error) }
        }
        .value
        try stopped.get()
        try await waitForRecording(false, .stopRecording)
    }

    private func stop() async throws(CameraError) {
        try await assign(0, to: .eosEVFRecordStatus, .stopRecording)
        if supports(.eosMovieSelectSWOff) { _ = try? await session.perform(.eosMovieSelectSWOff) }
        drain?.shortenPauses(for: .seconds(5))
    }

    /// Waits until the body reports the wanted state, at most ``recordingReportLimit``.
    private func waitForRecording(_ isWanted: Bool, _ operation: CameraOperation) async throws(CameraError) {
        let report = Promise<Void, Never>()
        let isReported = state.withLock { state -> Bool in
            if state.hostRecording == isWanted { return true }
            state.recordingReport = (isWanted, report)
            return false
        }
        if isReported { return }
        let timer = time.makeTimer { report.fulfil(.success(())) }
        timer.arm(at: time.now + Self.recordingReportLimit)
        defer { timer.disarm() }
        guard await report.resultUnlessCancelled() != nil else { throw .cancelled(operation) }
    }
}
