import CameraModel
import HotShoeSupport
import PTP
import PTPPanasonic

// Pictures, focusing, live view, movies.

extension PanasonicBody {
    /// Time in which the camera refuses a picture.
    private static let refusalLimit: Duration = .seconds(1)

    /// InitiateCapture (0x9404).
    func capture(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        try checkReady()
        switch request.parameters[0] {
        case PanasonicControl.shoot: return try await shoot(device)
        case PanasonicControl.press: try await press()
        case PanasonicControl.release: try await releaseButton()
        case PanasonicControl.released: break
        default: throw Refusal(.invalidParameter)
        }
        return .ok
    }

    /// Takes a picture, also without focus, as with release priority. The initiator waits for CaptureComplete, which follows the files.
    private func shoot(_ device: PTPDevice) async throws(Refusal) -> Answer {
        if pictures.isFull { throw Refusal(.deviceBusy) }
        guard camera.property(.exposureMode).value?.common != .exposureMode(.bulb) else { throw Refusal(.accessDenied) }
        let outcome = Promise<CameraError?, Never>()
        tasks.start { [self] in
            var failure: CameraError?
            do throws(CameraError) {
                try await camera.use(.stillsShooting)
                let shot = try await shot()
                // Before the report of completion.
                for file in shot.files { if let item = file.item { device.announce(item.info) } }
                if camera.property(.imageDestination).value?.common != .imageDestination(.host) {
                    announce(.captureComplete, 0)
                }
            } catch { failure = error }
            outcome.fulfil(.success(failure))
        }
        let timer = time.makeTimer { outcome.fulfil(.success(nil)) }
        timer.arm(at: time.now + Self.refusalLimit)
        defer { timer.disarm() }
        if case .success(let error?) = await outcome.result() { throw Refusal(error) }
        return .ok
    }

    private func shot() async throws(CameraError) -> Shot {
        do throws(CameraError) { return try await camera.shoot() } catch {
            guard error.code == .focusFailed else { throw error }
            return try await camera.shoot(ShootOptions(autofocus: false))
        }
    }

    private func changeButton(_ event: (inout ShutterButton) -> [ShutterButton.Action]) -> [ShutterButton.Action] {
        state.withLock { event(&$0.session.button) }
    }

    private func press() async throws(Refusal) {
        if pictures.isFull { throw Refusal(.deviceBusy) }
        guard changeButton({ $0.pressedFully() }) == [.pressShutter] else { return }
        var failure: CameraError?
        do throws(CameraError) {
            try await camera.use(.stillsShooting)
            try await camera.pressShutter()
        } catch { failure = error }
        _ = changeButton { $0.answered(isAccepted: failure == nil) }
        if let failure { throw Refusal(failure) }
    }

    private func releaseButton() async throws(Refusal) {
        for action in changeButton({ $0.released([.full, .half]) }) { try await perform(action) }
    }

    /// Carries out an action at the camera.
    func perform(_ action: ShutterButton.Action) async throws(Refusal) {
        switch action {
        case .releaseShutter: do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) }
        case .endFocusing: try? await camera.disengageAutoFocus()
        case .focus, .pressShutter, .report, .wait: break
        }
    }

    /// ControlFocus (0x9405): bodies do not report whether they have found focus.
    func controlFocus(_ request: OperationRequest) async throws(Refusal) -> Answer {
        switch request.parameters[0] {
        case PanasonicControl.focus, PanasonicControl.lockFocus, PanasonicControl.lockBoth:
            do throws(CameraError) {
                try await camera.use(.stillsShooting)
                try await camera.engageAutoFocus()
            } catch {
                guard error.code == .focusFailed else { throw Refusal(error) }
            }
        case PanasonicControl.unlock: try? await camera.disengageAutoFocus()
        case PanasonicControl.lockExposure: break
        default: throw Refusal(.invalidParameter)
        }
        return .ok
    }

    // MARK: Pictures for the computer

    func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool {
        guard offer.mustBeExecuted else { return !offer.isOnlyCopy }
        pictures.fetch(offer, device) { [self] _, handle in
            announce(.panasonicObjectForHost, handle.rawValue)
            announce(.captureComplete, 0)
        }
        return true
    }

    /// GetObject (0x1009): removes a picture for the computer from the memory.
    func object(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        let answer = try await device.object(request)
        if ObjectHandle(rawValue: request.parameters[0]) == .panasonicPicture { _ = pictures.remove(.panasonicPicture, device) }
        return answer
    }

    // MARK: Live view

    /// Liveview (0x9412).
    func controlLiveView(_ request: OperationRequest) throws(Refusal) -> Answer {
        switch request.parameters[0] {
        case PanasonicControl.startLiveView:
            let new = state.withLock { shared -> Viewfinder? in
                if shared.viewfinder?.isRunning == true { return nil }
                shared.viewfinder = Viewfinder(time)
                return shared.viewfinder
            }
            new?.start(camera)
        case PanasonicControl.stopLiveView: state.withLock { $0.popView() }()
        default: throw Refusal(.invalidParameter)
        }
        return .ok
    }

    /// LiveviewImage (0x9706): DeviceBusy until there is a frame; AccessDenied without live view.
    func frame() async throws(Refusal) -> Answer {
        guard let viewfinder = state.withLock({ $0.viewfinder }) else { throw Refusal(.accessDenied) }
        guard let frame = await viewfinder.next() else { throw Refusal(.deviceBusy) }
        func tenths(_ degrees: Double?) -> Int16 { degrees.map { Int16(clamping: Int(($0 * 10).rounded())) } ?? 0 }
        // From −180 to 180 degrees.
        let roll = frame.info.rollDegrees.map { $0 > 180 ? $0 - 360 : $0 }
        let head = PanasonicLiveView.head(posture: 1, roll: tenths(roll), pitch: tenths(frame.info.pitchDegrees))
        return viewfinder.answer(frame, after: head)
    }

    // MARK: Movies

    /// MovieRecControl (0x940C).
    func controlMovie(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkReady()
        let isStart = request.parameters[0] == PanasonicControl.startMovie
        guard isStart || request.parameters[0] == PanasonicControl.stopMovie else { throw Refusal(.invalidParameter) }
        do throws(CameraError) {
            if isStart {
                try await camera.use(.videoRecording)
                try await camera.startRecording()
            } else if camera.recording.isRecording {
                try await camera.stopRecording()
            }
        } catch { throw Refusal(error) }
        return .ok
    }
}
