import CameraModel
import HotShoeSupport
import PTP
import PTPNikon

// Live view and movies, with the reasons why they are refused.

extension NikonBody {
    private var isRunning: Bool { state.withLock { $0.viewfinder }?.isRunning == true }

    /// Whether the body is in live view, for an initiator or because it records.
    var isViewing: Bool { isRunning || camera.recording.isRecording }

    /// LiveViewProhibitCondition (0xD1A4).
    var liveViewProhibitions: Prohibitions {
        var reasons: Prohibitions = []
        if !pictures.isEmpty, !state.withLock({ $0.isTransferred }) { reasons.insert(.pictureInMemory) }
        if camera.property(.batteryLevel).value?.common == .batteryLevel(.empty) { reasons.insert(.lowBattery) }
        let needsCard = camera.property(.imageDestination).value?.common == .imageDestination(.camera)
        if needsCard, camera.storages.isEmpty { reasons.insert(.noCard) }
        return reasons
    }

    /// MovRecProhibitCondition (0xD0A4).
    var movieProhibitions: Prohibitions {
        var reasons: Prohibitions = []
        if let card = camera.storages.first {
            if !card.info.isWritable { reasons.insert(.movieCardProtected) }
        } else {
            reasons.insert(.movieNoCard)
        }
        if camera.recording.isRecording { reasons.insert(.movieRecording) }
        if setting(.nikonLiveViewSelector) != 1 { reasons.insert(.moviePhotosSelected) }
        if model.needsApplicationMode, setting(.nikonApplicationMode) != 1 { reasons.insert(.movieWithoutApplicationMode) }
        return reasons
    }

    /// StartLiveView (0x9201).
    func startLiveView() throws(Refusal) -> Answer {
        if isRunning { return .ok }
        guard liveViewProhibitions.isEmpty else { throw Refusal(.nikonInvalidStatus) }
        return try begin { [self] in
            view()
            enqueue(Event(.nikonLiveViewStateChanged, [1]))
        }
    }

    private func view() {
        let new = Viewfinder(time)
        let old = state.withLock { state in
            defer { state.viewfinder = new }
            return state.viewfinder
        }
        old?.stop()
        new.start(camera)
    }

    /// Waits until the camera's live view runs.
    func viewStarted() async { await state.withLock { $0.viewfinder }?.started() }

    /// EndLiveView (0x9202).
    func endLiveView() {
        let old = state.withLock { state in
            defer { (state.viewfinder, state.place) = (nil, nil) }
            return state.viewfinder
        }
        old?.stop()
        if old != nil { enqueue(Event(.nikonLiveViewStateChanged, [0])) }
    }

    /// GetLiveViewImg (0x9203) and GetLiveViewImageEx (0x9428): a header and a picture. DeviceBusy until there is one.
    func frame() async throws(Refusal) -> Answer {
        guard isViewing else { throw Refusal(.nikonNotLiveView) }
        // For an initiator that has found the body recording.
        if !isRunning { view() }
        guard let viewfinder = state.withLock({ $0.viewfinder }), let frame = await viewfinder.next() else {
            throw Refusal(.deviceBusy)
        }
        var header = LiveViewHeader(model.header)
        let isRecording = camera.recording.isRecording
        let elapsed = isRecording ? time.now - state.withLock { $0.recordingSince ?? time.now } : nil
        header.describe(frame.info, isRecording: isRecording)
        if let elapsed {
            let milliseconds = elapsed.components.seconds * 1000 + elapsed.components.attoseconds / 1_000_000_000_000_000
            (header.elapsed, header.remaining) = (UInt32(clamping: milliseconds), UInt32(clamping: 1_800_000 - milliseconds))
        }
        let areas = frame.info.focusAreas.map { LiveViewHeader.Area($0.rect) }
        let head = header.encoded(areas, imageSize: frame.byteCount)
        return viewfinder.answer(frame, after: head)
    }

    // MARK: Movies

    /// StartMovieRecInCard (0x920A): in live view, with the selector at movies, and on Z bodies in application mode.
    func startMovie() throws(Refusal) -> Answer {
        guard isViewing else { throw Refusal(.nikonNotLiveView) }
        guard movieProhibitions.isEmpty else { throw Refusal(.nikonInvalidStatus) }
        return try begin { [camera] () throws(CameraError) in
            try await camera.use(.videoRecording)
            try await camera.startRecording()
        }
    }

    /// EndMovieRec (0x920B).
    func endMovie() throws(Refusal) -> Answer {
        guard camera.recording.isRecording else { throw Refusal(.nikonInvalidStatus) }
        return try begin { [camera] () throws(CameraError) in try await camera.stopRecording() }
    }
}
