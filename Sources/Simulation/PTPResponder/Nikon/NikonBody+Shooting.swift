import CameraModel
import HotShoeSupport
import PTP
import PTPNikon

// Pictures, focusing, and the body's memory.

extension NikonBody {
    /// InitiateCaptureRecInMedia (0x9207): 0xFFFFFFFF without autofocus; 0 card, 1 memory, 2 both.
    func capture(_ request: OperationRequest, _ device: PTPDevice) throws(Refusal) -> Answer {
        let places: [UInt32: ImageDestination] = [0: .camera, 1: .host, 2: .cameraAndHost]
        guard let place = places[request.parameters[1]], place != .cameraAndHost || model.recordsToBoth else {
            throw Refusal(.invalidParameter)
        }
        return try capture(focusing: request.parameters[0] != .max, to: place, device)
    }

    /// Takes a picture, or a burst, or opens the shutter; nil for the present destination.
    func capture(focusing: Bool, to wanted: ImageDestination?, _ device: PTPDevice) throws(Refusal) -> Answer {
        let present = camera.property(.imageDestination).value?.common
        let place = wanted.map { CommonValue.imageDestination($0) } ?? present
        // The memory has room for one picture that has not been transferred.
        if place != .imageDestination(.camera) {
            if state.withLock({ $0.isTransferred }) { _ = pictures.remove(.nikonSDRAM, device) }
            if pictures.isFull { throw Refusal(.deviceBusy) }
        }
        if place != .imageDestination(.host), camera.storages.isEmpty { throw Refusal(.storeNotAvailable) }
        let isBulb = camera.property(.exposureMode).value?.common == .exposureMode(.bulb)
        if isBulb, !state.withLock({ $0.hasControl }) { throw Refusal(.nikonShutterSpeedBulb) }
        state.withLock { $0.isTerminated = false }
        return try begin { [self] () throws(CameraError) in
            try await camera.use(.stillsShooting)
            if let place, place != present { try await setDestination(place) }
            if isBulb { try await open() } else { try await take(focusing: focusing, device) }
            if let present, place != present, !isBulb { try await setDestination(present) }
            if place != .imageDestination(.host), !isBulb { device.send(Event(.captureComplete, [0])) }
        }
    }

    private func setDestination(_ place: CommonValue) async throws(CameraError) {
        try await camera.property(.imageDestination).set(place, until: .reflected(timeout: .seconds(1)))
    }

    /// Keeps the shutter open until TerminateCapture.
    private func open() async throws(CameraError) {
        try await camera.pressShutter()
        let isTerminated = state.withLock { state in
            state.isOpen = !state.isTerminated
            return state.isTerminated
        }
        if isTerminated { try await camera.releaseShutter() }
    }

    /// Takes one picture, or as many as BurstNumber (0x5018) in a continuous drive mode, until TerminateCapture.
    private func take(focusing: Bool, _ device: PTPDevice) async throws(CameraError) {
        var count = 1
        if case .driveMode(let mode)? = camera.property(.driveMode).value?.common, mode.isContinuous {
            count = max(1, Int(setting(.burstNumber)))
        }
        repeat {
            let shot = try await camera.shoot(ShootOptions(autofocus: focusing))
            // Before the report of completion.
            for file in shot.files { if let item = file.item { device.announce(item.info) } }
            count -= 1
        } while count > 0 && !state.withLock({ $0.isTerminated })
    }

    /// TerminateCapture (0x920C).
    func terminate() async throws(Refusal) -> Answer {
        let isOpen = state.withLock { state in
            defer { (state.isOpen, state.isTerminated) = (false, true) }
            return state.isOpen
        }
        if isOpen { do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) } }
        return .ok
    }

    // MARK: The body's memory

    func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool {
        guard offer.mustBeExecuted else { return !offer.isOnlyCopy }
        pictures.fetch(offer, device) { [self] _, handle in
            state.withLock { $0.isTransferred = false }
            let events = [
                Event(.nikonObjectAddedInSDRAM, [handle.rawValue]), Event(.nikonCaptureCompleteRecInSDRAM, [handle.rawValue]),
            ]
            for event in events { device.send(event) }
        }
        return true
    }

    /// GetObject (0x1009).
    func object(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        let answer = try await device.object(request)
        if ObjectHandle(rawValue: request.parameters[0]) == .nikonSDRAM { state.withLock { $0.isTransferred = true } }
        return answer
    }

    /// DelImageSDRAM (0x90C3).
    func deletePicture(_ request: OperationRequest, _ device: PTPDevice) throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        guard pictures.remove(handle == .none ? .nikonSDRAM : handle, device) else { throw Refusal(.invalidObjectHandle) }
        return .ok
    }

    // MARK: Focusing

    /// AfDrive (0x90C1): at the selected place in live view.
    func focus() throws(Refusal) -> Answer {
        let place = isViewing ? state.withLock { $0.place } : nil
        return try begin { [camera] () throws(CameraError) in
            if place != nil { await self.viewStarted() }
            try await camera.use(.stillsShooting)
            if let place { try await camera.touchFocus(at: place) } else { try await camera.engageAutoFocus() }
        }
    }

    /// AfDriveCancel (0x9206).
    func endFocus() async -> Answer {
        try? await camera.disengageAutoFocus()
        return .ok
    }

    /// ChangeAfArea (0x9205): also the middle of an enlarged view.
    func moveArea(_ request: OperationRequest) async throws(Refusal) -> Answer {
        guard isViewing else { throw Refusal(.nikonNotLiveView) }
        let point = Point(x: Double(request.parameters[0]), y: Double(request.parameters[1]))
        state.withLock { $0.place = point }
        if camera.capabilities.contains(.liveViewPan) {
            await viewStarted()
            do throws(CameraError) { try await camera.panLiveView(to: point) } catch { throw Refusal(error) }
        }
        return .ok
    }

    /// MfDrive (0x9204): 1 nearer, 2 farther; a number of steps.
    func driveFocus(_ request: OperationRequest) throws(Refusal) -> Answer {
        guard isViewing else { throw Refusal(.nikonNotLiveView) }
        let (direction, steps) = (request.parameters[0], request.parameters[1])
        guard direction == 1 || direction == 2, (1...32767).contains(steps) else { throw Refusal(.invalidParameter) }
        let amount: FocusStep.Amount = steps < 100 ? .small : steps < 1000 ? .medium : .large
        return try begin { [camera] () throws(CameraError) in
            await self.viewStarted()
            try await camera.driveFocus(FocusStep(direction == 1 ? .towardsCamera : .towardsInfinity, amount))
        }
    }
}
