public import CameraModel
import HotShoeSupport

// Physical controls of the camera.

extension CameraSimulator {
    /// Sets a property with a dial or menu on the body. Works for every property that the camera has a setting for, also if it
    /// cannot be set by remote control. An invalid value has no effect, and returns false.
    @discardableResult
    public func turn(_ property: PropertyIdentifier, to text: String) -> Bool {
        let wanted = CommonValue(text, for: property).map { PropertyValue($0) }
        return withBody { body in
            let listed = body.settable(property).values.first { $0.label.lowercased() == text.lowercased() }
            guard let value = wanted ?? listed else { return false }
            body.wakeMeter()
            body.reflect(property, value)
            return body.state(of: property).value?.matches(value) ?? false
        }
    }

    /// Operates the switch between stills and video.
    public func turnVideoSwitch(on isOn: Bool) {
        withBody { body in
            body.isVideoSwitchOn = isOn
            if body.video.state.isRecording && !isOn { body.stopRecording() }
            body.stopLiveView(.modeChanged)
            body.categories =
                body.configuration.combinesCategories
                ? CameraBody.allCategories(withVideo: isOn || !body.configuration.hasVideoSwitch)
                : isOn ? .videoRecording : .stillsShooting
            body.categoriesChanged()
        }
    }

    /// Presses and releases the shutter button; takes a picture as a remote command does.
    public func pressShutterButton() {
        withBody { body in body.perform(.shoot(autofocus: true), token: 0) }
    }

    /// Presses the button that starts and stops recording.
    public func pressRecordButton() {
        withBody { body in body.perform(body.video.state.isRecording ? .stopRecording : .startRecording, token: 0) }
    }

    /// Confirms a connection on the camera's display.
    public func confirm() { answerDisplay(true) }

    /// Rejects a connection on the camera's display.
    public func refuse() { answerDisplay(false) }

    private func answerDisplay(_ isConfirmed: Bool) {
        shared.withLock { $0.confirmation }?.fulfil(.success(isConfirmed))
    }

    /// Unplugs the cable.
    public func unplug() { vanish(.connectionLost) }

    /// Switches the camera off.
    public func switchOff() { vanish(.cameraTurnedOff) }

    /// Plugs the camera in and switches it on.
    public func plugIn() { setPresent(true) }

    /// Removes the camera. It is absent when this returns, although another thread may still report the end of the connection.
    func vanish(_ reason: DisconnectReason) {
        let isConnected = withBody { body in
            defer { body.end(reason) }
            return body.isConnected
        }
        // Between `attach` and the start of the session the body is not connected yet.
        if !isConnected {
            if reason.leavesThePlace { setPresent(false) }
            ended(reason)
        }
    }

    /// Sets the charge of the battery, 0…1. At 0 the camera switches off.
    public func setBatteryCharge(_ charge: Double) { withBody { $0.setCharge(charge) } }

    /// Removes all cards. Their contents are kept; see ``insertCards()``.
    public func removeCards() {
        withBody { body in
            body.removedCards += body.cards
            body.cards = []
            body.send(.storages([]))
        }
    }

    /// Inserts the removed cards again.
    public func insertCards() {
        withBody { body in
            body.cards += body.removedCards
            body.removedCards = []
            body.send(.storages(body.cards.map(\.info)))
        }
    }

    /// Attaches or removes the lens.
    public func setLens(attached isAttached: Bool) {
        withBody { body in
            body.lens.isAttached = isAttached
            body.lens.hasFocus = false
            body.send(.capabilities(body.capabilities))
        }
    }

    /// Rotates the camera clockwise by an angle in degrees from level.
    public func tilt(toDegrees degrees: Double) {
        withBody { body in body.lens.rollDegrees = degrees.isFinite ? degrees.remainder(dividingBy: 360) : 0 }
    }

    /// Tilts the camera upwards by an angle in degrees from level, limited to −90 … 90; downwards if it is negative.
    public func pitch(toDegrees degrees: Double) {
        withBody { body in body.lens.pitchDegrees = degrees.isFinite ? min(max(degrees, -90), 90) : 0 }
    }

    /// Protects a picture against deletion, as the key on the body does. Returns false if there is no such picture.
    @discardableResult
    public func setProtected(_ isProtected: Bool, fileNamed name: String) -> Bool {
        withBody { body in
            guard var item = body.cards.flatMap(\.items.values).first(where: { $0.name == name }) else { return false }
            item.isProtected = isProtected
            body.metadataRead(item)
            return true
        }
    }

    /// Adds a fault, which applies from now on.
    public func inject(_ fault: SimulatedFault) {
        if case .after(let delay) = fault.trigger { return apply(fault.kind, after: delay) }
        if fault.trigger == .always && fault.kind.needsNoTrigger { return apply(fault.kind) }
        shared.withLock { $0.faults.add(fault) }
    }
}
