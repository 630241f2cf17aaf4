import CameraModel
import HotShoeSupport
import PTP
import PTPSony

// Controls: the shutter button, focusing, movies; and the buffer.

extension SonyBody {
    /// The controls that a body lists.
    static let controls: [DevicePropCode] = [
        .sonyS1Button, .sonyS2Button, DevicePropCode(rawValue: 0xD2C3), .sonyBulbButton, .sonyMovieButton,
        DevicePropCode(rawValue: 0xD2C9), .sonyManualFocus, .sonyFocusAreaPosition,
    ]

    /// SDIOControlDevice (0x9207).
    func control(_ request: OperationRequest, _ data: [UInt8], _ device: PTPDevice) async throws(Refusal) -> Answer {
        try checkReady()
        let code = DevicePropCode(rawValue: request.parameters[0])
        switch code {
        case .sonyS1Button: return try await half(try Self.isPressed(data))
        case .sonyS2Button: return try await full(try Self.isPressed(data))
        case .sonyBulbButton: return try await bulb(try Self.isPressed(data))
        case .sonyMovieButton: return try await record(try Self.isPressed(data))
        case .sonyManualFocus: return try await driveFocus(data)
        case .sonyFocusAreaPosition: return try await touch(data)
        case .sonyZoomOperation: return try zoom(data)
        case .sonyShutterSpeed, .sonyISO, .fNumber, .exposureBiasCompensation:
            guard let notches = SonyControl.notches(data) else { throw Refusal(.invalidDevicePropFormat) }
            return try await move(code, by: notches)
        default:
            guard Self.controls.contains(code) else { throw Refusal(.devicePropNotSupported) }
            return .ok
        }
    }

    private static func isPressed(_ data: [UInt8]) throws(Refusal) -> Bool {
        guard let isPressed = SonyControl.isPressed(data) else { throw Refusal(.invalidDevicePropValue) }
        return isPressed
    }

    // MARK: The shutter button

    private func changeButton(_ event: (inout ShutterButton) -> [ShutterButton.Action]) -> [ShutterButton.Action] {
        state.withLock { event(&$0.session.button) }
    }

    /// S1: focuses, and reports the result in FocusFound.
    private func half(_ isPressed: Bool) async throws(Refusal) -> Answer {
        if isPressed {
            if changeButton({ $0.pressedHalfway() }) == [.focus] { focusing.begin(focusChanged) }
            return .ok
        }
        try await release([.full, .half])
        focusing.forget()
        report(.none)
        return .ok
    }

    private func focusChanged(_ progress: Focusing.Progress) {
        switch progress {
        case .found: report(.found)
        case .failed: report(.failed)
        case .hunting, .idle: report(.none)
        }
    }

    private func report(_ result: SonyFocusResult) {
        if state.withLock({ $0.session.focusChanged(result) }) { announce(.sonyFocusFound) }
    }

    /// S2: takes a picture when the body has focus; without focus it takes none, as with "AF priority". While the buffer is full, the
    /// body is busy.
    private func full(_ isPressed: Bool) async throws(Refusal) -> Answer {
        guard isPressed else {
            try await release(.full)
            return .ok
        }
        if pictures.isFull { throw Refusal(.deviceBusy) }
        guard await focusing.hasFocus(focusChanged) else { return .ok }
        try await press()
        return .ok
    }

    private func press(opens: Bool = false) async throws(Refusal) {
        guard changeButton({ $0.pressedFully(opens: opens) }) == [.pressShutter] else { return }
        var failure: CameraError?
        do throws(CameraError) {
            try await camera.use(.stillsShooting)
            try await camera.pressShutter()
        } catch { failure = error }
        _ = changeButton { $0.answered(isAccepted: failure == nil) }
        if let failure { throw Refusal(failure) }
    }

    private func release(_ positions: ShutterButton.Positions) async throws(Refusal) {
        for action in changeButton({ $0.released(positions) }) { try await perform(action) }
    }

    /// Carries out an action at the camera.
    func perform(_ action: ShutterButton.Action) async throws(Refusal) {
        switch action {
        case .releaseShutter: do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) }
        case .endFocusing: try? await camera.disengageAutoFocus()
        case .focus, .pressShutter, .report, .wait: break
        }
    }

    /// Opens the shutter of a bulb exposure, or closes it.
    private func bulb(_ isPressed: Bool) async throws(Refusal) -> Answer {
        if isPressed {
            guard camera.property(.exposureMode).value?.common == .exposureMode(.bulb) else { throw Refusal(.accessDenied) }
            if pictures.isFull { throw Refusal(.deviceBusy) }
            try await press()
        } else {
            try await release([.full, .half])
        }
        return .ok
    }

    // MARK: Movies and focus

    private func record(_ isPressed: Bool) async throws(Refusal) -> Answer {
        do throws(CameraError) {
            if isPressed {
                try await camera.use(.videoRecording)
                try await camera.startRecording()
            } else if camera.recording.isRecording {
                try await camera.stopRecording()
            }
        } catch { throw Refusal(error) }
        return .ok
    }

    /// ManualFocusAdjust (0xD2D1), INT16: −7 to 7, negative ones towards the camera. At the end of the range without effect.
    private func driveFocus(_ data: [UInt8]) async throws(Refusal) -> Answer {
        guard let bits = SonyControl.number(data), data.count == 2 else { throw Refusal(.invalidDevicePropFormat) }
        let steps = Int16(truncatingIfNeeded: bits)
        guard (-7...7).contains(steps) else { throw Refusal(.invalidDevicePropValue) }
        if steps == 0 { return .ok }
        let amount: FocusStep.Amount = steps.magnitude < 3 ? .small : steps.magnitude < 6 ? .medium : .large
        await state.withLock { $0.viewfinder }?.started()
        do throws(CameraError) {
            try await camera.driveFocus(FocusStep(steps < 0 ? .towardsCamera : .towardsInfinity, amount))
        } catch {
            guard error.code == .focusDidNotMove else { throw Refusal(error) }
        }
        return .ok
    }

    /// ZoomOperation (0xD2DD), INT8: a speed and a direction, −8 to 8. Does not change the frames here.
    private func zoom(_ data: [UInt8]) throws(Refusal) -> Answer {
        guard model.hasMotorZoom else { throw Refusal(.accessDenied) }
        guard data.count == 1 else { throw Refusal(.invalidDevicePropFormat) }
        guard (-8...8).contains(Int8(bitPattern: data[0])) else { throw Refusal(.invalidDevicePropValue) }
        return .ok
    }

    /// AFAreaPosition (0xD2DC): moves the focus area, and focuses there.
    private func touch(_ data: [UInt8]) async throws(Refusal) -> Answer {
        guard let bits = SonyControl.number(data), data.count == 4 else { throw Refusal(.invalidDevicePropFormat) }
        let (x, y) = (UInt16(truncatingIfNeeded: bits >> 16), UInt16(truncatingIfNeeded: bits))
        guard x < 640, y < 480 else { throw Refusal(.invalidDevicePropValue) }
        guard let point = point(x: x, y: y) else { return .ok }
        await state.withLock { $0.viewfinder }?.started()
        do throws(CameraError) { try await camera.touchFocus(at: point) } catch {
            guard error.code == .focusFailed else { throw Refusal(error) }
        }
        return .ok
    }

    // MARK: The buffer

    func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool {
        guard offer.mustBeExecuted else { return !offer.isOnlyCopy }
        guard state.withLock({ $0.session.isRemote }) else { return false }
        announce(.sonyCaptured, 0)
        pictures.fetch(offer, device) { [self] _, handle in
            announce(.sonyObjectAdded, handle.rawValue)
            announce(.sonyObjectInMemory)
        }
        return true
    }

    /// GetObjectInfo (0x1008) of the oldest picture or of live view. Under remote control there are no other objects.
    func objectInfo(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        guard state.withLock({ $0.session.isRemote }) else { return try await device.objectInfo(request) }
        switch ObjectHandle(rawValue: request.parameters[0]) {
        case .sonyLiveView: return try await viewInfo()
        case .sonyCapturedPicture where pictures.isEmpty: throw Refusal(.invalidObjectHandle)
        case .sonyCapturedPicture: return try await device.objectInfo(request)
        default: throw Refusal(.invalidObjectHandle)
        }
    }

    /// GetObject (0x1009): removes the picture from the buffer.
    func object(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        guard state.withLock({ $0.session.isRemote }) else { return try await device.object(request) }
        switch ObjectHandle(rawValue: request.parameters[0]) {
        case .sonyLiveView: return try await frame()
        case .sonyCapturedPicture where pictures.isEmpty: throw Refusal(.invalidObjectHandle)
        case .sonyCapturedPicture:
            let answer = try await device.object(request)
            if pictures.remove(.sonyCapturedPicture, device) { announce(.sonyObjectInMemory) }
            return answer
        default: throw Refusal(.invalidObjectHandle)
        }
    }
}
