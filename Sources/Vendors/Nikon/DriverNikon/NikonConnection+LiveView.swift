package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPNikon
import PTPSession
import VendorKit

extension NikonConnection {
    /// Time limit for starting live view.
    private static let startLimit: Duration = .seconds(2)
    /// Time to wait for a body's report that recording has started or stopped.
    private static let recordingReportLimit: Duration = .seconds(3)

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        do throws(CameraError) {
            // Bodies end live view after some time, such as a D7000 after 14,000 frames.
            return try await liveRuns.start(
                sink,
                onStatus: { [weak self] in self?.apply($0) },
                onStopped: { [weak self] in Task { try? await self?.view(.liveView) } },
                begin: { () throws(CameraError) in try await view(.startLiveView) }
            )
        } catch {
            await stopLiveView()
            throw error
        }
    }

    /// Starts live view on the body unless it runs.
    private func view(_ operation: CameraOperation) async throws(CameraError) {
        if try await perform(operation, { _ throws(SessionError) in try await isViewing() }) { return }
        try await check(.nikonLiveViewProhibitCondition, operation)
        try await performToEnd(.nikonStartLiveView, within: Self.startLimit, operation)
    }

    /// Whether the body runs live view; `false` if it does not report it.
    private func isViewing() async throws(SessionError) -> Bool {
        do throws(SessionError) { return try await standard.number(.nikonLiveViewStatus) != 0 } catch {
            if case .refused = error { return false }
            throw error
        }
    }

    /// Throws the reasons why the body does not start something.
    private func check(_ code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        guard let bits = try? await standard.number(code),
            let error = Prohibitions(rawValue: UInt32(truncatingIfNeeded: bits)).error(operation)
        else { return }
        throw error
    }

    private func apply(_ status: LiveViewReply.Status) {
        if let recording = status.recording, recording != state.withLock({ $0.recording }) { report(recording) }
        if status.isHot { host.update([.notice("The camera is hot, and may switch live view off.")]) }
    }

    package func stopLiveView() async {
        guard liveRuns.stop(), session.isOpen else { return }
        // A movie needs live view: it ends with the movie.
        let isRecording = state.withLock { state in
            if state.recording.isRecording { state.viewsToRecord = true }
            return state.recording.isRecording
        }
        if !isRecording { await session.performUncancelled(.nikonEndLiveView) }
    }

    // MARK: Enlarging

    /// Selects the largest magnification that still shows the whole rectangle, at the rectangle's place.
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        guard let space = liveRuns.current?.space else {
            throw CameraError(.needsLiveView, "Live view is not running. Start it before cropping.", operation: .setLiveViewCrop)
        }
        let part = rect.map { max($0.width / Double(space.width), $0.height / Double(space.height)) } ?? 1
        guard part.isFinite, part > 0 else {
            throw CameraError(.invalidArgument, "There is no such part.", operation: .setLiveViewCrop)
        }
        let zooms = (standard.state(of: .liveViewZoom)?.settable.values ?? []).compactMap { value -> (Int, PropertyValue)? in
            if case .zoom(let level)? = value.common { (level.factor, value) } else { nil }
        }
        guard let best = zooms.filter({ Double($0.0) * part <= 1 }).max(by: { $0.0 < $1.0 }) ?? zooms.min(by: { $0.0 < $1.0 })
        else { throw .notSupported(.setLiveViewCrop) }
        if let rect, best.0 > 1 { try await moveArea(to: rect.center, .setLiveViewCrop) }
        try await standard.setProperty(.liveViewZoom, to: best.1)
    }

    package func panLiveView(to point: Point) async throws(CameraError) { try await moveArea(to: point, .panLiveView) }

    // MARK: Video

    /// Reports a movie that another program has left running.
    func findMovie() async {
        guard await isRecording() else { return }
        state.withLock { $0.viewsToRecord = true }
        report(RecordingState(isRecording: true, timer: .none))
    }

    /// Whether the body records: by the reasons for which it starts no movie, or by the header of a frame, which not all bodies have.
    private func isRecording() async -> Bool {
        if let bits = try? await standard.number(.nikonMovRecProhibitCondition),
            Prohibitions(rawValue: UInt32(truncatingIfNeeded: bits)).contains(.movieRecording)
        {
            return true
        }
        guard (try? await standard.number(.nikonLiveViewStatus)) ?? 0 != 0 else { return false }
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
            state.withLock { $0.viewsToRecord = true }
        }
        do throws(CameraError) { try await record() } catch {
            await Task { await endMovie() }.value
            throw error
        }
    }

    private func record() async throws(CameraError) {
        try await setMovies(true, .startRecording)
        try await check(.nikonMovRecProhibitCondition, .startRecording)
        let wait = waits.expect(true)
        events.shortenPauses(for: Self.recordingReportLimit)
        try await performToEnd(.nikonStartMovieRecInCard, within: Self.startLimit, .startRecording)
        if case .cancelled = await waits.outcome(of: wait, for: true, within: Self.recordingReportLimit) {
            throw .cancelled(.startRecording)
        }
        // Some bodies do not report it.
        if !state.withLock({ $0.recording.isRecording }) { report(RecordingState(isRecording: true, timer: .none)) }
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
            if isViewing { await session.performUncancelled(.nikonEndLiveView) }
            // A body that refuses names it as the reason why it starts no movie.
            try? await set(.nikonApplicationMode, to: [number], operation)
            standard.refresh(.nikonApplicationMode)
            if isViewing { try await view(operation) }
        }
    }

    package func stopRecording() async throws(CameraError) {
        let wait = waits.expect(false)
        events.shortenPauses(for: .seconds(5))
        // A stop is not cancelled with its caller.
        await Task { await endMovie() }.value
        if state.withLock({ $0.recording.isRecording }),
            case .cancelled = await waits.outcome(of: wait, for: false, within: Self.recordingReportLimit)
        {
            throw .cancelled(.stopRecording)
        }
        if state.withLock({ $0.recording.isRecording }) { report(.idle) }
    }

    /// Ends a movie, and the live view that only the movie needed.
    private func endMovie() async {
        await session.performUncancelled(.nikonEndMovieRec)
        try? await session.waitForNikon(Self.startLimit, time)
        try? await setMovies(false, .stopRecording)
        let endsView = state.withLock { state in
            defer { state.viewsToRecord = false }
            return state.viewsToRecord && liveRuns.current == nil
        }
        if endsView { await session.performUncancelled(.nikonEndLiveView) }
        if liveRuns.current == nil || supports(.nikonChangeApplicationMode) {
            try? await setApplicationMode(false, .stopRecording)
        }
    }
}
