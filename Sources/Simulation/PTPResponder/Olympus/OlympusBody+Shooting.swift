import CameraModel
import HotShoeSupport
import PTP
import PTPOlympus

// The shutter button, the focus drive, pictures for the computer.

extension OlympusBody {
    private func changeButton(_ event: (inout ShutterButton) -> [ShutterButton.Action]) -> [ShutterButton.Action] {
        state.withLock { event(&$0.session.button) }
    }

    /// Capture (0x9481). Accepted without effect unless the computer controls the body. A picture is taken also without focus, as with release
    /// priority.
    func capture(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try state.withLock { shared throws(Refusal) in try shared.session.checkReady() }
        let isPress = request.parameters[0] == OlympusCapture.press
        guard isPress || request.parameters[0] == OlympusCapture.release else { throw Refusal(.invalidParameter) }
        guard isControlled else { return .ok }
        if isPress {
            try await press()
        } else {
            for action in changeButton({ $0.released([.full, .half]) }) { try await perform(action) }
        }
        return .ok
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

    /// Carries out an action at the camera.
    func perform(_ action: ShutterButton.Action) async throws(Refusal) {
        switch action {
        case .releaseShutter: do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) }
        case .endFocusing: try? await camera.disengageAutoFocus()
        case .focus, .pressShutter, .report, .wait: break
        }
    }

    /// MFDrive (0x9487): a direction and a number of steps. At the end of the range without effect.
    func driveFocus(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let (direction, steps) = (request.parameters[0], request.parameters[1])
        guard [OlympusFocusDrive.near, OlympusFocusDrive.far].contains(direction), steps > 0 else {
            throw Refusal(.invalidParameter)
        }
        let amount: FocusStep.Amount =
            steps < OlympusFocusDrive.medium ? .small : steps < OlympusFocusDrive.large ? .medium : .large
        await state.withLock { $0.viewfinder }?.started()
        do throws(CameraError) {
            try await camera.driveFocus(
                FocusStep(direction == OlympusFocusDrive.near ? .towardsCamera : .towardsInfinity, amount)
            )
        } catch {
            guard error.code == .focusDidNotMove else { throw Refusal(error) }
        }
        return .ok
    }

    // MARK: Pictures for the computer

    func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool {
        guard offer.mustBeExecuted else { return !offer.isOnlyCopy }
        pictures.fetch(offer, device) { [self] _, handle in
            state.withLock { $0.newest = handle }
            added(handle)
        }
        return true
    }

    /// GetObject (0x1009): removes a picture for the computer from the memory.
    func object(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        let answer = try await device.object(request)
        _ = pictures.remove(ObjectHandle(rawValue: request.parameters[0]), device)
        return answer
    }

    /// GetImage (0x9485): the newest picture in the memory.
    func image(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        let newest = state.withLock { shared in
            defer { shared.newest = nil }
            return shared.newest
        }
        guard let newest else { throw Refusal(.invalidObjectHandle) }
        return try await object(OperationRequest(.getObject, request.transaction, [newest.rawValue]), device)
    }
}
