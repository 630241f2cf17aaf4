import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm

// InitiateCapture: the shutter button, focusing, movies.

extension FujifilmBody {
    /// Time in which the response to a full press waits for the camera to refuse.
    private static let refusal: Duration = .seconds(1)

    /// InitiateCapture (0x100E): performs what ReleaseAction (0xD208) has.
    func capture(_ device: PTPDevice) async throws(Refusal) -> Answer {
        try checkControlled()
        let code = DevicePropCode.fujifilmRelease.rawValue
        let data = memory[code] ?? (model.isOnNetwork ? [0x04, 0x01] : [0x04, 0x03])
        // On networks the operation alone takes a picture.
        if model.isOnNetwork { memory[code] = nil }
        let release = FujifilmRelease(rawValue: UInt16(data[0]) | UInt16(data.count > 1 ? data[1] : 0) << 8)
        switch release {
        case .half:
            state.withLock { $0.session.pressedHalfway() }
            focus()
        case .focus, .instantFocus: focus()
        case .shoot, .shootAlone: try await take(release, device)
        case .openShutter: try await open()
        case .startMovie: try await record(true)
        case .stopMovie: try await record(false)
        case _ where release.rawValue & 0xFF00 == 0: try await endPress(device)
        default: break
        }
        return .ok
    }

    // MARK: Focusing

    func focus() {
        guard camera.property(.focusMode).value?.common != .focusMode(.manual) else { return report(.found) }
        focusing.begin { [self] progress in
            switch progress {
            case .hunting: report(.busy)
            case .found, .idle: report(.found)
            case .failed: report(.failed)
            }
        }
    }

    private func report(_ status: FujifilmFocusStatus) { state.withLock { $0.session.focusReported(status) } }

    // MARK: Pictures

    private func take(_ release: FujifilmRelease, _ device: PTPDevice) async throws(Refusal) {
        // Live view must have ended.
        if state.withLock({ $0.viewfinder }) != nil { throw Refusal(.deviceBusy) }
        if model.isOnNetwork { makeRoom(device) }
        if pictures.isFull { throw Refusal(.storeFull) }
        guard try state.withLock({ shared throws(Refusal) in try shared.session.pressedFully(release) }) else { return }
        let outcome = Promise<CameraError?, Never>()
        tasks.start { [self] in
            do throws(CameraError) {
                try await camera.use(.stillsShooting)
                _ = try await camera.shoot(ShootOptions(autofocus: false))
                outcome.fulfil(.success(nil))
            } catch { outcome.fulfil(.success(error)) }
            finished(device)
        }
        let timer = time.makeTimer { outcome.fulfil(.success(nil)) }
        timer.arm(at: time.now + Self.refusal)
        defer { timer.disarm() }
        // The press has released the button too.
        _ = state.withLock { $0.session.released() }
        focusing.forget()
        if case .success(let error?) = await outcome.result() { throw Refusal(error) }
    }

    /// The camera has taken a picture, whose files are offered by now.
    private func finished(_ device: PTPDevice) {
        for transfer in camera.pendingTransfers { _ = claims(transfer.offer, device) }
        let isComplete = state.withLock { shared in
            defer { shared.claimedForShot = 0 }
            return shared.session.taken(files: shared.claimedForShot)
        }
        if isComplete { completed() }
    }

    /// All files of a picture have arrived, before or after the camera has taken it. On networks the preview must be read before the body
    /// reports that.
    private func completed() { if model.isOnNetwork { announcePreview() } else { send(.captureComplete, [0]) } }

    func claims(_ offer: TransferOffer, _ device: PTPDevice) -> Bool {
        guard offer.mustBeExecuted else { return !offer.isOnlyCopy }
        guard state.withLock({ $0.claim(offer.identifier) }) else { return true }
        pictures.fetch(offer, device) { [self] file, handle in
            let picture = Picture(handle: handle, name: file.name, created: file.created, size: file.bytes.count)
            let isLast = state.withLock { shared in
                shared.pictures.append(picture)
                return shared.session.arrived()
            }
            if model.isOnNetwork {
                send(.fujifilmObjectAdded, [handle.rawValue])
            } else if model.announcesPictures {
                send(.objectAdded, [handle.rawValue])
            }
            if isLast { completed() }
        }
        return true
    }

    // MARK: Bulb and movies

    private func open() async throws(Refusal) {
        guard camera.property(.exposureMode).value?.common == .exposureMode(.bulb) else { throw Refusal(.generalError) }
        if pictures.isFull { throw Refusal(.storeFull) }
        try state.withLock { shared throws(Refusal) in try shared.session.opened() }
        do throws(CameraError) {
            try await camera.use(.stillsShooting)
            try await camera.pressShutter()
        } catch {
            _ = state.withLock { shared in (shared.session.released(), shared.session.taken(files: 0)) }
            throw Refusal(error)
        }
    }

    /// A release: of the button, of a bulb exposure, of focusing.
    private func endPress(_ device: PTPDevice) async throws(Refusal) {
        let closes = state.withLock { $0.session.released() }
        focusing.forget()
        if closes {
            do throws(CameraError) { try await camera.releaseShutter() } catch { throw Refusal(error) }
            finished(device)
        } else {
            try? await camera.disengageAutoFocus()
        }
    }

    private func record(_ isOn: Bool) async throws(Refusal) {
        do throws(CameraError) {
            if isOn {
                guard isInMovieMode else { throw CameraError(.notAvailable, "The drive mode has no movies.") }
                try await camera.use(.videoRecording)
                try await camera.startRecording()
            } else if camera.recording.isRecording {
                try await camera.stopRecording()
            }
        } catch { throw error.response == nil && error.code == .notAvailable ? Refusal(.fujifilmWrongState) : Refusal(error) }
    }
}
