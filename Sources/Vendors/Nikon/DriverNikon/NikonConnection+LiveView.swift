package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPNikon
import PTPSession
package import VendorKit

extension NikonConnection {
    /// Time limit for starting live view.
    private static let startLimit: Duration = .seconds(2)

    package func beginView(_ options: LiveViewOptions) async throws(CameraError) { try await view(.startLiveView) }

    package func viewReported(_ report: LiveViewReport) {
        switch report {
        case .magnification: break
        case .status(let status):
            if let recording = status.recording, recording != recordings.current ?? .idle { recordings.report(recording) }
            if status.isHot { host.update([.notice("The camera is hot, and may switch live view off.")]) }
        // Bodies end live view after some time, such as a D7000 after 14,000 frames.
        case .stopped:
            guard state.withLock({ $0.viewStopped() }) else { return }
            standard.tasks.start { [weak self] in
                try? await self?.view(.liveView)
                self?.state.withLock { $0.restartEnded() }
            }
        }
    }

    package func endView() async {
        // A movie needs live view: it ends with the movie.
        if recordings.isRecording {
            state.withLock { $0.viewKeptForMovie() }
        } else {
            await session.performUncancelled(.nikonEndLiveView)
            await leaveApplicationMode()
        }
    }

    /// Starts live view on the body unless it runs.
    private func view(_ operation: CameraOperation) async throws(CameraError) {
        if await isViewing { return }
        try await check(.nikonLiveViewProhibitCondition, operation)
        try await performToEnd(operation, .nikonStartLiveView, within: Self.startLimit)
    }

    /// Whether the body runs live view; `false` if it does not report it.
    private var isViewing: Bool { get async { (try? await standard.number(.nikonLiveViewStatus)) ?? 0 != 0 } }

    /// Throws the reasons why the body does not start something.
    private func check(_ code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        if let error = await prohibitions(code).error(operation) { throw error }
    }

    /// The reasons why the body does not start something; none if it does not report them.
    func prohibitions(_ code: DevicePropCode) async -> Prohibitions {
        Prohibitions(rawValue: UInt32(truncatingIfNeeded: (try? await standard.number(code)) ?? 0))
    }

    // MARK: Enlarging

    /// Selects the largest magnification that still shows the whole rectangle, at the rectangle's place.
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        var zooms: [Int: PropertyValue] = [:]
        for value in standard.state(of: .liveViewZoom)?.settable.values ?? [] {
            if case .zoom(let level)? = value.common, zooms[level.factor] == nil { zooms[level.factor] = value }
        }
        let factor = try liveRuns.magnification(showing: rect, of: Array(zooms.keys), .setLiveViewCrop)
        guard let factor, let zoom = zooms[factor] else { throw .notSupported(.setLiveViewCrop) }
        if let rect, factor > 1 { try await moveArea(to: rect.center, .setLiveViewCrop) }
        try await standard.setProperty(.liveViewZoom, to: zoom)
    }

    package func panLiveView(to point: Point) async throws(CameraError) { try await moveArea(to: point, .panLiveView) }

    // MARK: Video

    /// Reports a movie that another program has left running.
    func findMovie() async {
        guard await isRecording() else { return }
        state.withLock { $0.viewKeptForMovie() }
        recordings.report(isRecording: true)
    }

    /// Whether the body records: by the reasons for which it starts no movie, or by the header of a frame, which not all bodies have.
    private func isRecording() async -> Bool {
        if await prohibitions(.nikonMovRecProhibitCondition).contains(.movieRecording) { return true }
        guard await isViewing else { return false }
        for _ in 0..<5 {
            if let bytes = try? await session.receive(liveRuns.request.code, limit: LiveViewLimits.byteCount).bytes {
                return unsafe LiveViewHeader(bytes.span.bytes)?.isRecording == true
            }
            await time.sleep(for: .milliseconds(50))
        }
        return false
    }

    package func startRecording() async throws(CameraError) {
        try await setApplicationMode(true, .startRecording)
        if liveRuns.current == nil {
            try await view(.startRecording)
            state.withLock { $0.viewKeptForMovie() }
        }
        do throws(CameraError) { try await record() } catch {
            await Task { await endMovie() }.value
            throw error
        }
    }

    private func record() async throws(CameraError) {
        try await setMovies(true, .startRecording)
        try await check(.nikonMovRecProhibitCondition, .startRecording)
        events.shortenPauses(for: RecordingReports.limit)
        try await performToEnd(.startRecording, .nikonStartMovieRecInCard, within: Self.startLimit)
        try await recordings.wait(for: true, .startRecording)
        // Some bodies do not report it.
        if !recordings.isRecording { recordings.report(isRecording: true) }
    }

    /// Selects movies for live view, or photos, if a body has such a setting.
    private func setMovies(_ isOn: Bool, _ operation: CameraOperation) async throws(CameraError) {
        guard standard.state(of: .vendor(code: DevicePropCode.nikonLiveViewSelector.rawValue))?.settable.isSettable == true else {
            return
        }
        try await set(.nikonLiveViewSelector, to: [isOn ? 1 : 0], operation)
    }

    /// Begins or ends the mode in which bodies accept a movie from the computer: by an operation, or a property on bodies without it.
    private func setApplicationMode(_ isOn: Bool, _ operation: CameraOperation) async throws(CameraError) {
        let number: UInt8 = isOn ? 1 : 0
        if supports(.nikonChangeApplicationMode) {
            try await perform(operation) { session throws(SessionError) in
                try await session.performOptional(.nikonChangeApplicationMode, [UInt32(number)])
            }
        } else if let mode = standard.state(of: .vendor(code: DevicePropCode.nikonApplicationMode.rawValue)),
            mode.settable.isSettable, mode.value?.code != Int64(number)
        {
            // During live view, some bodies answer after five seconds, or not at all.
            let isViewing = liveRuns.current != nil
            state.withLock { $0.modeChangeBegan(toOn: isOn, interruptsView: isViewing) }
            defer { state.withLock { $0.modeChangeEnded() } }
            if isViewing { await session.performUncancelled(.nikonEndLiveView) }
            // A body that refuses names it as the reason why it starts no movie.
            try? await set(.nikonApplicationMode, to: [number], operation)
            standard.refresh(.nikonApplicationMode)
            if isViewing { try await view(operation) }
        }
    }

    /// Ends the application mode of a body that has only the property, after live view, also for a cancelled caller.
    private func leaveApplicationMode() async {
        guard state.withLock({ $0.leavesMode }) else { return }
        await Task { try? await setApplicationMode(false, .stopRecording) }.value
    }

    package func stopRecording() async throws(CameraError) {
        events.shortenPauses(for: .seconds(5))
        // A stop is not cancelled with its caller.
        await Task { await endMovie() }.value
        try await recordings.wait(for: false, .stopRecording)
        if recordings.isRecording { recordings.report(isRecording: false) }
    }

    /// Ends a movie, and the live view that only the movie needed.
    private func endMovie() async {
        await session.performUncancelled(.nikonEndMovieRec)
        try? await waitUntilReady(within: Self.startLimit)
        try? await setMovies(false, .stopRecording)
        let hasConsumers = liveRuns.current != nil
        let endsView = state.withLock { $0.movieEnded(hasConsumers: hasConsumers) }
        if endsView { await session.performUncancelled(.nikonEndLiveView) }
        if supports(.nikonChangeApplicationMode) {
            try? await setApplicationMode(false, .stopRecording)
        } else if liveRuns.current == nil {
            await leaveApplicationMode()
        }
    }
}
