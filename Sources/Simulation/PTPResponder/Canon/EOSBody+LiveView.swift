import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// Live view, the operations that need live view, and video recording.

extension EOSBody {
    /// Sets the outputs of live view; starts or stops the viewfinder when the initiator's bit changes.
    func setOutput(_ output: Int64) throws(Refusal) {
        let hasLiveView = camera.capabilities.contains(.liveView)
        try process { session throws(Refusal) in try session.outputSet(output, hasLiveView: hasLiveView) }
    }

    /// Throws `eosOperationRefused` unless live view is running.
    func checkLiveView() async throws(Refusal) {
        try checkRemote()
        let viewfinder = state.withLock { $0.viewfinder }
        await viewfinder?.started()
        guard viewfinder?.isRunning == true else { throw Refusal(.eosOperationRefused) }
    }

    /// GetViewFinderData (0x9153). Until the camera has a frame, the response is ObjectNotReady.
    func viewfinderData() async throws(Refusal) -> Answer {
        try checkRemote()
        let mode: PropertyContent? = settings.content(of: .eosEVFMode)
        guard mode?.number != 0, let viewfinder = state.withLock({ $0.viewfinder }),
            let frame = await viewfinder.next()
        else { throw Refusal(.eosObjectNotReady) }
        return answer(frame, viewfinder)
    }

    private func answer(_ frame: LiveViewFrame, _ viewfinder: Viewfinder) -> Answer {
        var head = DatasetWriter()
        head.integer(UInt32(clamping: Block.headSize + frame.byteCount))
        head.integer((camera.recording.isRecording ? .moviePicture : model.pictureSegment).rawValue)
        let info = frame.info
        let zoom = camera.property(.liveViewZoom).value?.common
        let factor = if case .zoom(let level)? = zoom { UInt32(clamping: level.factor) } else { UInt32(1) }
        let position = state.withLock { shared in
            shared.session.frameSent(info.space)
            return shared.session.zoomPosition
        }
        var rest = BlockWriter()
        rest.append(.zoomFactor, numbers: [factor])
        rest.append(.zoomRectangle, numbers: [position.first, position.second])
        rest.append(.position, numbers: [0, 0])
        rest.append(.coordinateSystem, numbers: [UInt32(clamping: info.space.width), UInt32(clamping: info.space.height)])
        if let area = info.focusAreas.first(where: \.isActive) { rest.append(.frames, numbers: Self.focusFrame(area).numbers) }
        if let histogram = frame.histogram { rest.append(.histogram, Self.bytes(of: histogram)) }
        return viewfinder.answer(frame, after: head.bytes, before: rest.bytes)
    }

    private static func focusFrame(_ area: FocusArea) -> LiveViewBlob.FocusFrame {
        func number(_ value: Double) -> UInt32 { UInt32(min(max(0, value.rounded()), 65_535)) }
        return LiveViewBlob.FocusFrame(
            status: (area.hasFocus ? LiveViewBlob.FocusFrame.Status.found : .tracking).rawValue,
            corner: .init(number(area.rect.x), number(area.rect.y)),
            size: .init(number(area.rect.width), number(area.rect.height))
        )
    }

    /// The histogram's counts as stored in memory, which is little-endian on every supported platform.
    private static func bytes(of histogram: LiveViewHistogram) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(LiveViewBlob.histogramSize)
        for channel in LiveViewHistogram.Channel.allCases {
            unsafe histogram[channel].withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    // MARK: Magnification and focus

    /// Zoom (0x9158): 1, 5 or 10, or the factors that the camera offers.
    func zoom(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try await checkLiveView()
        let property = camera.property(.liveViewZoom)
        let offered = property.settable.values.first { value in
            if case .zoom(let level)? = value.common { UInt32(exactly: level.factor) == request.parameters[0] } else { false }
        }
        guard let value = offered else { throw Refusal(.invalidParameter) }
        do throws(CameraError) { try await property.set(value) } catch { throw Refusal(error) }
        return .ok
    }

    /// ZoomPosition (0x9159): the corner of the magnified part, in the coordinate space of the frames.
    func zoomPosition(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try await checkLiveView()
        let position = LiveViewBlob.Pair(request.parameters[0], request.parameters[1])
        if let space = read({ $0.space }), camera.capabilities.contains(.liveViewPan) {
            let zoom = camera.property(.liveViewZoom).value?.common
            // Without magnification, the part has a fifth of the frame's size, as it would with factor 5.
            var factor = 5.0
            if case .zoom(let level)? = zoom, level.factor > 1 { factor = Double(level.factor) }
            let middle = Point(
                x: min(Double(position.first) + Double(space.width) / factor / 2, Double(space.width)),
                y: min(Double(position.second) + Double(space.height) / factor / 2, Double(space.height))
            )
            do throws(CameraError) { try await camera.panLiveView(to: middle) } catch { throw Refusal(error) }
        }
        state.withLock { $0.session.zoomed(to: position) }
        return .ok
    }

    /// TouchAfPosition (0x915B): a kind, and a point in the coordinate space of the frames.
    func touchFocus(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try await checkLiveView()
        let point = Point(x: Double(request.parameters[1]), y: Double(request.parameters[2]))
        do throws(CameraError) {
            try await camera.touchFocus(at: point)
            report(.found)
        } catch {
            guard error.code == .focusFailed else { throw Refusal(error) }
            report(.failed)
        }
        return .ok
    }

    /// DriveLens (0x9155): 1 to 3 towards the camera, from small to large; with bit 15 set, away from it.
    func driveLens(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try await checkLiveView()
        let amounts: [UInt32: FocusStep.Amount] = [1: .small, 2: .medium, 3: .large]
        guard let amount = amounts[request.parameters[0] & ~0x8000] else { throw Refusal(.invalidParameter) }
        let isFarther = request.parameters[0] & 0x8000 != 0
        do throws(CameraError) {
            try await camera.driveFocus(FocusStep(isFarther ? .towardsInfinity : .towardsCamera, amount))
        } catch {
            // The lens is at the end of its range.
            guard error.code == .focusDidNotMove else { throw Refusal(error) }
        }
        return .ok
    }

    /// DepthOfFieldPreview (0x9156): stops the lens down; does not change the frames here.
    func depthOfFieldPreview() async throws(Refusal) -> Answer {
        try await checkLiveView()
        return .ok
    }

    // MARK: Video

    /// MovieSelectSWOn and MovieSelectSWOff (0x9133, 0x9134): the switch between stills and video on bodies that have one.
    func setMovieSwitch(_ isOn: Bool) throws(Refusal) -> Answer {
        try process { session throws(Refusal) in try session.movieSwitchSet(isOn) }
        return .ok
    }

    /// EVFRecordStatus (0xD1B8): 4 records to the card, 0 stops.
    func setRecording(_ target: Int64) async throws(Refusal) {
        guard camera.capabilities.contains(.videoRecording) else { throw Refusal(.invalidDevicePropValue) }
        try state.withLock { shared throws(Refusal) in try shared.session.checkRecording(target) }
        do throws(CameraError) {
            if target == 0 { return try await camera.stopRecording() }
            try await camera.use(.videoRecording)
            try await camera.startRecording()
        } catch { throw Refusal(error) }
    }
}
